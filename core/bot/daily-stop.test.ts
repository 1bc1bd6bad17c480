import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { DEFAULT_SETTINGS, type DailyStop } from '../settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../time.ts'
import { dailyStopAt, nextDailyStop } from './daily-stop.ts'

const STOP = DEFAULT_SETTINGS.dailyStop
const in2026 = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })

const next = (iso: string) => {
  const window = nextDailyStop(Date.parse(iso), STOP)
  return window && [toIso(window.startAt), toIso(window.endAt)]
}

test('04:00 to 04:10 in New York, through both changes of the clocks', () => {
  assert.deepEqual(next('2026-03-07T12:00Z'), ['2026-03-08T08:00:00.000Z', '2026-03-08T08:10:00.000Z'])
  assert.deepEqual(next('2026-03-06T12:00Z'), ['2026-03-07T09:00:00.000Z', '2026-03-07T09:10:00.000Z'])
  assert.deepEqual(next('2026-11-01T00:00Z'), ['2026-11-01T09:00:00.000Z', '2026-11-01T09:10:00.000Z'])
  assert.deepEqual(next('2026-10-31T00:00Z'), ['2026-10-31T08:00:00.000Z', '2026-10-31T08:10:00.000Z'])
})

const inside = (iso: string) => dailyStopAt(Date.parse(iso), STOP) !== null

test('the start belongs to the stop, the end does not', () => {
  const around = ['07:59:59.999', '08:00', '08:09:59.999', '08:10'].map((time) =>
    inside(`2026-07-01T${time}Z`),
  )
  assert.deepEqual(around, [false, true, true, false])
})

test('a stop across midnight, one that ends at midnight, and none at all', () => {
  const zone = { timeZone: 'America/Chicago' }
  const late = nextDailyStop(Date.parse('2026-07-01T05:02Z'), { ...zone, startMinute: 1435, endMinute: 5 })
  assert.deepEqual(late && [toIso(late.startAt), toIso(late.endAt)], [
    '2026-07-01T04:55:00.000Z',
    '2026-07-01T05:05:00.000Z',
  ])
  const midnight = nextDailyStop(Date.parse('2026-07-01T00:00Z'), {
    ...zone,
    startMinute: 1435,
    endMinute: 1440,
  })
  assert.equal(midnight && toIso(midnight.endAt), '2026-07-01T05:00:00.000Z')
  assert.equal(nextDailyStop(0, null), null)
  assert.equal(dailyStopAt(0, { ...zone, startMinute: 60, endMinute: 60 }), null)
})

test('a start that the clocks skip begins at the change', () => {
  const skipped = { timeZone: 'America/New_York', startMinute: 150, endMinute: 200 }
  const window = nextDailyStop(Date.parse('2026-03-08T05:30Z'), skipped)
  assert.deepEqual(window && [toIso(window.startAt), toIso(window.endAt)], [
    '2026-03-08T07:30:00.000Z',
    '2026-03-08T07:30:00.000Z',
  ])
})

/** Minutes after midnight on the wall clock of a zone: an oracle by Intl, without Temporal. */
function wallMinute(at: number, timeZone: string): number {
  const [hour = '0', minute = '0'] = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .split(':')
  return Number(hour) * 60 + Number(minute)
}

test('the wall clock decides what is inside, in any order of calls', () => {
  const stops: DailyStop[] = ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu'].map((timeZone) => ({
    timeZone,
    startMinute: 240,
    endMinute: 250,
  }))
  const property = fc.property(in2026, fc.constantFrom(...stops), fc.boolean(), (at, stop, near) => {
    const now = near ? (nextDailyStop(at, stop)?.startAt ?? at) + (at % (20 * MINUTE_MS)) : at
    const minute = wallMinute(now, stop.timeZone)
    assert.equal(dailyStopAt(now, stop) !== null, minute >= 240 && minute < 250, toIso(now))
  })
  fc.assert(property, { numRuns: 500 })
})

test('the next stop is ahead and at most a day and an hour away', () => {
  const property = fc.property(in2026, (now) => {
    const window = nextDailyStop(now, STOP)
    assert.ok(window !== null && now < window.endAt && window.startAt <= now + DAY_MS + HOUR_MS)
    assert.deepEqual(nextDailyStop(now, STOP && { ...STOP }), window, 'remembered as computed')
  })
  fc.assert(property, { numRuns: 300 })
})
