import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateFilter } from './filters.ts'
import { landingValues, readZip, sampleFilter } from './landing.ts'
import type { Variant } from './offers.ts'

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

const none = { least: 0, most: 0 }
const facts: Parameters<typeof landingValues>[0] = {
  variants: ['courier', 'amazon'],
  billing: false,
  simulated: false,
  prices: {
    blockCents: 0,
    tripCents: none,
    instantDayCents: 0,
    checkInCents: 0,
    advancedWeekCents: 0,
    professionalWeekCents: 0,
  },
  sample: {
    perHourMinCents: 0,
    tripMinCents: { curbside: 0, shopping: 0, multiple: 0 },
    fromMinute: 0,
    toMinute: 0,
    arrivalMinutes: 0,
    tripArrivalMinutes: 0,
  },
  operator: null,
}
const valuesOf = (change: Partial<typeof facts>) =>
  landingValues({ ...facts, ...change }, { language: 'en', money: String, time: String })

test('the page has the words of the first app that is served, and of amazon where none is', () => {
  const first = valuesOf({ variants: ['courier'] }).blocks
  assert.equal(valuesOf({}).blocks, first)
  const blocks = valuesOf({ variants: ['amazon', 'courier'] }).blocks
  assert.notEqual(blocks, first)
  assert.equal(valuesOf({ variants: [] }).blocks, blocks)
})

test('the page says that drivers pay where an app is served whose drivers do, and that a market is simulated', () => {
  const paid = (billing: boolean, ...variants: Variant[]) => valuesOf({ billing, variants }).paid
  assert.deepEqual(
    [paid(true, 'courier', 'spark'), paid(true, 'courier'), paid(false, 'spark')],
    ['yes', '', ''],
  )
  assert.deepEqual([valuesOf({ simulated: true }).market, valuesOf({}).market], ['yes', ''])
})
