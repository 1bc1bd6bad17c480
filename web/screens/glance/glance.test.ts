import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '@madruga/core/filters.ts'
import { deviceOf, leaveBy, navigationLink } from './glance.ts'

const STATION = { latitude: 25.79, longitude: -80.31, name: 'Doral (South)' }
const AT = Date.UTC(2026, 10, 23, 18)

test("the way to a station opens in the phone's own navigation", () => {
  const links = (['android', 'ios', 'other'] as const).map((device) => navigationLink(STATION, device))
  assert.deepEqual(links, [
    'geo:25.79,-80.31?q=25.79,-80.31(Doral%20(South))',
    'maps://?daddr=25.79,-80.31&q=Doral%20(South)',
    'https://www.google.com/maps/dir/?api=1&destination=25.79,-80.31',
  ])
  assert.equal(deviceOf('Mozilla/5.0 (Linux; Android 16; Pixel 10)'), 'android')
  assert.equal(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)'), 'ios')
  assert.equal(deviceOf('Mozilla/5.0 (X11; Linux x86_64)'), 'other')
})

test('a driver leaves as early as their filter says they need, by the settings of the station', () => {
  const filter = {
    variant: 'amazon',
    shared: { arrivalMinutes: 30 },
    stations: [
      { stationId: 'a', settings: [] },
      { stationId: 'b', settings: [{ arrivalMinutes: 45 }, { arrivalMinutes: 60 }] },
    ],
  } as unknown as Filter
  assert.equal(leaveBy(AT, 'a', filter), AT - 30 * 60_000)
  assert.equal(leaveBy(AT, 'b', filter), AT - 60 * 60_000)
  assert.equal(leaveBy(AT, undefined, filter), AT - 30 * 60_000)
  const spark = { variant: 'spark', arrivalMinutes: 0 } as unknown as Filter
  assert.equal(leaveBy(AT, 'a', spark), null)
  assert.equal(leaveBy(AT, 'a', null), null)
})
