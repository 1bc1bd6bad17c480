import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { readTree } from './boundaries.ts'
import { findTests, isLong, kindOf, selectTests } from './test.ts'

const tests = [...readTree(path.join(import.meta.dirname, '..')).keys()].filter((file) =>
  /\.test\.tsx?$/.test(file),
)

test('every file of tests is part of the checks', () => {
  assert.deepEqual(findTests().toSorted(), tests)
})

test('a file says its kind and whether it is part of the long check alone', () => {
  assert.deepEqual(
    ['core/a.test.ts', 'server/a.world.test.ts', 'server/a.world.long.test.ts', 'e2e/a.long.test.ts'].map(
      (file) => [kindOf(file), isLong(file)],
    ),
    [
      ['unit', false],
      ['world', false],
      ['world', true],
      ['e2e', true],
    ],
  )
})

test('the long check runs every file, npm test all but the long ones', () => {
  assert.deepEqual(selectTests({ kind: 'all', words: [], long: true }), findTests())
  assert.deepEqual(
    selectTests({ kind: 'all', words: [], long: false }),
    findTests().filter((file) => !isLong(file)),
  )
})
