import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOlder } from './version.ts'

test('versions are compared part by part as decimal numbers, and what is missing or no number counts as 0', () => {
  const older = [
    ['1.9', '1.10'],
    ['1.8', '1.9'],
    ['1.12.3', '1.13'],
    ['1.12', '1.12.1'],
    ['1.a', '1.1'],
  ] as const
  for (const [one, other] of older)
    assert.deepEqual([isOlder(one, other), isOlder(other, one)], [true, false], `${one} ${other}`)
  assert.deepEqual([isOlder('1.a', '1.0'), isOlder('1.0', '1.a')], [false, false])
  assert.deepEqual([isOlder('1.12', '1.12.0'), isOlder('1.12.0', '1.12')], [false, false])
})
