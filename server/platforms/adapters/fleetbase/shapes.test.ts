import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as shapes from './shapes.ts'

const read = (location: unknown) => shapes.driver.parse({ id: 'driver_a', online: true, location }).location

test('a place is read as latitude and longitude and as a GeoJSON point, which has them the other way around', () => {
  const miami = { latitude: 25.76, longitude: -80.19 }
  assert.deepEqual(read(miami), miami)
  assert.deepEqual(read({ type: 'Point', coordinates: [-80.19, 25.76] }), miami)
  for (const none of [
    null,
    undefined,
    [],
    {},
    { type: 'Point', coordinates: [] },
    { latitude: 95, longitude: 0 },
  ])
    assert.equal(read(none) ?? null, null, JSON.stringify(none))
})
