import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepStations, moveZone, proposeFilter, validateFilter } from '../filters.ts'
import type { AmazonFilter } from '../filters.ts'

const amazon = proposeFilter('amazon', 'advanced', 'America/Denver', ['a', 'b', 'c']) as AmazonFilter
const spark = proposeFilter('spark', 'basic', 'America/Denver', ['a', 'b', 'c'])

test('gone stations are removed and counted in both variants; other settings are unchanged', () => {
  const own = {
    ...amazon,
    stations: amazon.stations.map((choice) => ({ ...choice, settings: [amazon.shared] })),
  }
  const kept = keepStations(own, new Set(['c', 'a', 'z']))
  assert.equal(kept.lost, 1)
  assert.deepEqual(kept.filter, { ...own, stations: [own.stations[0], own.stations[2]] })
  assert.deepEqual(keepStations(spark, new Set(['b'])), { filter: { ...spark, storeIds: ['b'] }, lost: 2 })
})

test('with all stations present it is the same filter, and the input is never changed', () => {
  const before = structuredClone(amazon)
  assert.deepEqual(keepStations(amazon, new Set(['a', 'b', 'c'])), { filter: amazon, lost: 0 })
  keepStations(amazon, new Set())
  assert.deepEqual(amazon, before)
})

test('if no station is left, validation reports it', () => {
  const known = new Set(['z'])
  const { filter, lost } = keepStations(amazon, known)
  assert.equal(lost, 3)
  assert.deepEqual(
    validateFilter(filter, { stationIds: known }).map((field) => field.code),
    ['filters.no_station'],
  )
})

test("hours move to the driver's own zone from any zone; an obsolete zone is no target", () => {
  const old = { ...amazon, timeZone: 'AET' }
  assert.deepEqual(moveZone(old, 'America/Phoenix'), { ...amazon, timeZone: 'America/Phoenix' })
  assert.deepEqual(validateFilter(moveZone(old, 'America/Phoenix')), [])
  assert.equal(moveZone(amazon, amazon.timeZone), amazon)
  assert.equal(moveZone(amazon, 'AET'), amazon)
})
