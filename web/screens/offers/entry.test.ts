import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OfferEntry } from './entry.ts'
import { zoneOf } from './entry.ts'

const offer = { stationId: 'st-1' } as OfferEntry['data']['offer']

test('a station that left the account keeps its own time, and an older line has that of the stations in the account', () => {
  const zones = new Map([['st-1', 'America/Chicago']])
  assert.equal(zoneOf({ offer, timeZone: 'America/New_York' }, new Map()), 'America/New_York')
  assert.equal(zoneOf({ offer, timeZone: 'America/New_York' }, zones), 'America/New_York')
  assert.equal(zoneOf({ offer }, zones), 'America/Chicago')
  assert.equal(zoneOf({ offer }, undefined), undefined)
})
