import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateFilter } from './filters.ts'
import { landingValues, readZip, sampleFilter } from './landing.ts'

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

test('the page has the words of the first app that is served', () => {
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
  const words = { language: 'en', money: String, time: String } as const
  const first = landingValues({ ...facts, variants: ['courier'] }, words)
  assert.equal(landingValues(facts, words).blocks, first.blocks)
  assert.notEqual(landingValues({ ...facts, variants: ['amazon', 'courier'] }, words).blocks, first.blocks)
})
