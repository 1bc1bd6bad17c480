import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contradictsPlace } from './zone.ts'

const NOW = Date.UTC(2026, 6, 1)
const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test('a zone contradicts its place where the sun says so, or where no one set it', () => {
  for (const [zone, place] of [
    ['UTC', at(48.86, 2.35)],
    ['Etc/UTC', at(51.5, -0.13)],
    ['UTC', at(25.76, -80.19)],
    ['Europe/Paris', at(19.43, -99.13)],
    ['Asia/Dubai', at(40, -0.1)],
  ] as const)
    assert.ok(contradictsPlace(zone, place, NOW), `${zone} ${place.latitude}`)
})

test('a zone of the place does not contradict it, also at the edge of a wide one', () => {
  for (const [zone, place] of [
    ['Europe/Paris', at(48.86, 2.35)],
    ['Europe/Madrid', at(42.9, -9.2)],
    ['America/Los_Angeles', at(47.6, -122.3)],
    ['Asia/Shanghai', at(39.5, 76)],
    ['Asia/Dubai', at(40, 0)],
    ['Pacific/Auckland', at(-36.8, 174.8)],
    ['Pacific/Apia', at(-13.8, -171.8)],
    ['Atlantic/Reykjavik', at(64.1, -21.9)],
    ['UTC', at(64.1, -21.9)],
    ['UTC', at(5.6, -0.19)],
  ] as const)
    assert.ok(!contradictsPlace(zone, place, NOW), `${zone} ${place.latitude}`)
})

const lives = (latitude: number, longitude: number) => !contradictsPlace('UTC', at(latitude, longitude), NOW)

test('clocks show UTC all year between 62 degrees north and 25 and 13 west, and between 17 south and 27.5 north', () => {
  const edges = [
    [62, -20],
    [65, -25],
    [65, -13],
    [-17, 0],
    [27.5, 0],
    [10, -26],
    [10, 2],
  ] as const
  for (const [latitude, longitude] of edges) {
    const [toNorth, toEast] = [latitude === 62 || latitude === -17 ? 1 : -1, longitude <= -25 ? 1 : -1]
    assert.equal(lives(latitude, longitude), false, `${latitude} ${longitude}`)
    assert.equal(
      lives(latitude + 0.1 * toNorth, longitude + 0.1 * toEast),
      true,
      `within ${latitude} ${longitude}`,
    )
  }
})
