import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  dayStart,
  hourStart,
  localDay,
  localHour,
  localMinute,
  readZoneOffsets,
  weekdayOfDay,
  weekOfDay,
} from '../schedule.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'

const day = (date: string) => Date.parse(`${date}T00:00Z`) / DAY_MS

const FROM = Date.parse('2026-01-01T00:00Z')
const TO = Date.parse('2027-01-01T00:00Z')

test('localDay agrees with the date that Intl shows', () => {
  for (const timeZone of ['America/New_York', 'America/Phoenix', 'America/Havana', 'Asia/Kolkata']) {
    const zone = readZoneOffsets(timeZone, FROM, TO)
    const format = new Intl.DateTimeFormat('en-CA', { timeZone })
    const property = fc.property(fc.integer({ min: FROM, max: TO - 1 }), (at) => {
      assert.equal(localDay(zone, at), Date.parse(`${format.format(at)}T00:00Z`) / DAY_MS)
    })
    fc.assert(property, { numRuns: 200 })
  }
})

test('at the moment of a change the new offset is in force', () => {
  const zone = readZoneOffsets('America/New_York', FROM, TO)
  const change = Date.parse('2026-03-08T07:00Z')
  assert.deepEqual(
    [change - 1, change].map((at) => localHour(zone, at)),
    [1, 3],
  )
})

test('a day begins where Temporal says, over every change of clocks', () => {
  // Havana changes its clocks at midnight, which one day of the year does not have.
  for (const timeZone of ['America/New_York', 'America/Havana', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    const zone = readZoneOffsets(timeZone, FROM, TO)
    for (let at = FROM + 2 * DAY_MS; at < TO - 2 * DAY_MS; at += DAY_MS) {
      const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
      assert.equal(dayStart(zone, localDay(zone, at)), clock.startOfDay().epochMilliseconds, `${clock}`)
    }
  }
})

test('the hour of a wall clock begins where Temporal says, in half-hour zones and over every change of clocks', () => {
  const zones = [
    'America/New_York',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Australia/Lord_Howe',
  ]
  for (const timeZone of zones) {
    const zone = readZoneOffsets(timeZone, FROM, TO)
    const clock = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
    // A deliberately naive search: minute by minute back to the first minute of the same hour at the same
    // offset.
    const naive = (at: number) => {
      const { hour, offsetNanoseconds } = clock(at)
      const same = (other: Temporal.ZonedDateTime) =>
        other.hour === hour && other.offsetNanoseconds === offsetNanoseconds
      let first = at - (at % MINUTE_MS)
      while (same(clock(first - MINUTE_MS))) first -= MINUTE_MS
      return first
    }
    const changes = [...zone.starts].slice(1).map((start) => start + 20 * MINUTE_MS)
    const days = fc.sample(fc.integer({ min: FROM + DAY_MS, max: TO - 1 }), { numRuns: 60, seed: 3 })
    for (const at of [...changes, ...changes.map((each) => each - 40 * MINUTE_MS), ...days]) {
      assert.equal(hourStart(zone, at), naive(at), `${timeZone} ${new Date(at).toISOString()}`)
      assert.equal(localHour(zone, at), clock(at).hour)
    }
  }
})

test('a zone without daylight saving has one offset, New York has three stretches a year', () => {
  assert.equal(readZoneOffsets('America/Phoenix', FROM, TO).starts.length, 1)
  assert.deepEqual(
    [...readZoneOffsets('America/New_York', FROM, TO).offsetsMs].map((ms) => ms / 3_600_000),
    [-5, -4, -5],
  )
})

test('weeks run from Monday to Sunday', () => {
  const monday = weekOfDay(day('2026-03-02'))
  assert.equal(weekOfDay(day('2026-03-08')), monday)
  assert.equal(weekOfDay(day('2026-03-01')), monday - 1)
  assert.equal(weekOfDay(day('2026-03-09')), monday + 1)
})

test('the first hour of a table began before it', () => {
  const from = Date.parse('2026-06-03T12:30Z')
  const zone = readZoneOffsets('America/New_York', from, from + 86_400_000)
  assert.equal(hourStart(zone, from + 60_000), Date.parse('2026-06-03T12:00Z'))
})

const NEW_YORK = readZoneOffsets('America/New_York', FROM, TO)

test('before the first known offset of a zone its clock is read by that offset', () => {
  const miami = { starts: Float64Array.of(100), offsetsMs: Float64Array.of(-5 * HOUR_MS) }
  assert.equal(localMinute(miami, 0), 19 * 60)
  assert.deepEqual([dayStart(miami, -1), hourStart(miami, -1)], [-19 * HOUR_MS, -HOUR_MS])
})

test('a clock changes at its instant, and a minute lasts to its last millisecond', () => {
  // Two o'clock is three o'clock in spring.
  const change = Date.parse('2026-03-08T07:00Z')
  assert.deepEqual(
    [change - 1, change, change + MINUTE_MS - 1, change + MINUTE_MS].map((at) => localMinute(NEW_YORK, at)),
    [119, 180, 180, 181],
  )
  assert.deepEqual(
    [Date.parse('2026-06-03T03:59:59.999Z'), Date.parse('2026-06-03T04:00Z')].map((at) =>
      localMinute(NEW_YORK, at),
    ),
    [1_439, 0],
  )
})

test('the minute and the weekday of a day before 1970 count on', () => {
  const utc = { starts: Float64Array.of(0), offsetsMs: Float64Array.of(0) }
  assert.deepEqual(
    [-1, 0, DAY_MS - 1].map((at) => localMinute(utc, at)),
    [1_439, 0, 1_439],
  )
  assert.deepEqual([-4, -3, 0, 3, 4].map(weekdayOfDay), [6, 0, 3, 6, 0])
})
