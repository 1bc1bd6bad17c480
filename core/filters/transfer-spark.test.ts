import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFilter, readTransfer, writeTransfer } from '../filters.ts'
import type { SparkFilter } from '../filters.ts'

const ZONE = 'America/New_York'
const stores = ['a', 'b'].map((id) => ({ id, code: `ST${id}`, city: 'Austin' }))
const filter: SparkFilter = {
  ...(proposeFilter('spark', 'professional', ZONE, ['a', 'b']) as SparkFilter),
  speed: '4X',
  custom: { refreshMs: 2000, runMinutes: 10, sleepMinutes: 5 },
  milesTiers: [{ upToMiles: 5.5, minPayCents: 1250 }],
}
const text = writeTransfer(filter, stores, 0)
/** Why a file is rejected; null if it is accepted. */
function refused(file: string, changes = {}) {
  const result = readTransfer(file, { ...own, ...changes })
  return result.ok ? null : result.refusal
}
const own = { variant: 'spark' as const, plan: 'professional' as const, timeZone: ZONE, stations: stores }

test('a spark filter comes back out of its file as it was', () => {
  const result = readTransfer(text, own)
  assert.ok(result.ok)
  assert.deepEqual(result.read, { filter, dropped: [], unknownStations: [], otherZone: null })
})

test('for another account and plan: stores by their code, others named, the own run schedule taken out', () => {
  const stations = [{ id: 'x', code: 'STb', city: 'Austin' }]
  const result = readTransfer(text, { ...own, plan: 'basic', stations })
  assert.ok(result.ok)
  const { filter: read, dropped, unknownStations } = result.read
  assert.deepEqual([read.storeIds, read.speed, read.custom], [['x'], '1X', null])
  assert.deepEqual([dropped, unknownStations], [['own_rhythm'], ['STa']])
})

test('a file of the other variant, and one with a broken value, are refused', () => {
  assert.deepEqual(refused(text, { variant: 'amazon' }), { reason: 'other_variant' })
  const broken = (from: string, to: string) => refused(text.replace(from, to))
  assert.deepEqual(broken('"upToMiles": 5.5', '"upToMiles": "far"'), {
    reason: 'broken',
    path: 'filter.milesTiers.0.upToMiles',
  })
  assert.deepEqual(broken('"storeIds": [', '"storeIds": [7,'), {
    reason: 'broken',
    path: 'filter.storeIds.0',
  })
})

const brokenAt = (path: string) => ({ reason: 'broken', path: `filter.${path}` })

const refusedStores = (storeIds: readonly unknown[]) => {
  const file = JSON.parse(text)
  file.filter.storeIds = storeIds
  return refused(JSON.stringify(file))
}

const manyStores = (count: number) => Array.from({ length: count }, (_, index) => `store ${index}`)

const tiers = (count: number) => {
  const file = JSON.parse(text)
  file.filter.milesTiers = Array.from({ length: count }, (_, index) => ({
    upToMiles: index,
    minPayCents: 1,
  }))
  return refused(JSON.stringify(file))
}

test('a file has at most twenty tiers of miles', () => {
  assert.deepEqual([tiers(20), tiers(21)], [null, brokenAt('milesTiers')])
})

test('texts of a list have a sign at least and a hundred at most, and a list its length', () => {
  assert.equal(refusedStores(['a', 'x'.repeat(100)]), null)
  assert.equal(refusedStores(manyStores(500)), null)
  assert.deepEqual(refusedStores(manyStores(501)), brokenAt('storeIds'))
  assert.deepEqual(refusedStores(['a', 'x'.repeat(101)]), brokenAt('storeIds.1'))
  assert.deepEqual(refusedStores(['']), brokenAt('storeIds.0'))
})
