import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFinder, listOperations } from './operations.ts'

const find = createFinder()

test('every operation is found by its own method and path, whatever fills it', () => {
  for (const operation of listOperations()) {
    const filled = operation.path.replace(/\{\w+\}/g, 'x%2Fy')
    assert.equal(find(operation.method, filled)?.name, operation.name)
    assert.equal(find(operation.method, `${filled}/`)?.name, operation.name)
    assert.notEqual(find('DELETE', filled)?.name, operation.name)
  }
})

test('what no operation is called is not found', () => {
  for (const path of [
    '',
    '/',
    '/nothing',
    '/bot/start/more',
    '/filters//what-if',
    '/bot/../bot/start',
    'bot/start',
  ])
    assert.equal(find('POST', path)?.name, undefined, path)
})
