import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateFilter } from './filters.ts'
import { readZip, sampleFilter } from './landing.ts'

test('a ZIP code has five digits, or nine of which the first five count', () => {
  const cases: [typed: string, zip: string | null][] = [
    ['33101', '33101'],
    [' 02134 ', '02134'],
    ['33101-4321', '33101'],
    ['331014321', '33101'],
    ['3310', null],
    ['331012', null],
    ['3310a', null],
    ['', null],
  ]
  for (const [typed, zip] of cases) assert.equal(readZip(typed), zip, typed)
})

test('the filter that strangers are shown is one that a new driver could save', () => {
  for (const variant of ['amazon', 'spark'] as const)
    assert.deepEqual(validateFilter(sampleFilter(variant, 'America/Chicago', ['s1'])), [])
})
