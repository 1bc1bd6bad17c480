import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busiest, clockText, levelOf, LEVELS, offersAt, sumWeek } from './heat.ts'

const week = (fill: (day: number, hour: number) => number) =>
  Array.from({ length: 168 }, (_, index) => fill(Math.floor(index / 24) + 1, index % 24))

test('weeks of stations add up hour by hour, and the busiest hour is named by day and hour', () => {
  const one = { weekHours: week((day, hour) => (day === 2 && hour === 5 ? 8 : 1)) }
  const two = { weekHours: week((day) => (day === 7 ? 3 : 0)) }
  const sum = sumWeek([one, two])
  assert.equal(offersAt(sum, 7, 23), 4)
  assert.deepEqual(busiest(sum), { day: 2, hour: 5, offers: 8 })
  assert.equal(busiest(week(() => 0)), null)
})

test('steps go from nothing to the busiest hour, and little is not nothing', () => {
  assert.deepEqual(
    [0, 0.2, 0.5, 2.1, 10].map((offers) => levelOf(offers, 10)),
    [0, 0, 1, 2, LEVELS],
  )
  assert.equal(levelOf(0, 0), 0)
})

test('a minute of the day is written as the autostart screen takes it', () => {
  assert.deepEqual([0, 270, 1439].map(clockText), ['00:00', '04:30', '23:59'])
})
