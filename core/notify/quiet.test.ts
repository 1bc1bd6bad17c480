import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { isQuiet, quietEndAfter } from './quiet.ts'

const NEW_YORK = 'America/New_York'
const night = { enabled: true, startMinute: 22 * 60, endMinute: 7 * 60, letMattering: false }
const at = (iso: string) => Date.parse(iso)

test('quiet hours are the wall clock of the driver, over midnight and by day', () => {
  assert.equal(isQuiet(night, NEW_YORK, at('2026-11-21T21:59:59-05:00')), false)
  assert.equal(isQuiet(night, NEW_YORK, at('2026-11-21T22:00:00-05:00')), true)
  assert.equal(isQuiet(night, NEW_YORK, at('2026-11-22T06:59:59-05:00')), true)
  assert.equal(isQuiet(night, NEW_YORK, at('2026-11-22T07:00:00-05:00')), false)
  assert.equal(isQuiet(night, 'America/Los_Angeles', at('2026-11-22T07:00:00-05:00')), true)
  assert.equal(isQuiet({ ...night, enabled: false }, NEW_YORK, at('2026-11-21T23:00:00-05:00')), false)
  const lunch = { ...night, startMinute: 720, endMinute: 780 }
  assert.equal(isQuiet(lunch, NEW_YORK, at('2026-11-21T12:30:00-05:00')), true)
  assert.equal(isQuiet(lunch, NEW_YORK, at('2026-11-21T13:00:00-05:00')), false)
  const never = { ...night, startMinute: 720, endMinute: 720 }
  assert.equal(isQuiet(never, NEW_YORK, at('2026-11-21T12:00:00-05:00')), false)
})

test('a quiet night ends at seven on the clock, whether it has 9, 8 or 10 hours', () => {
  const cases = [
    ['2026-11-21T22:00:00-05:00', '2026-11-22T07:00:00-05:00', 9],
    ['2026-03-07T22:00:00-05:00', '2026-03-08T07:00:00-04:00', 8],
    ['2026-10-31T22:00:00-04:00', '2026-11-01T07:00:00-05:00', 10],
  ] as const
  for (const [from, to, hours] of cases) {
    const end = quietEndAfter(night, NEW_YORK, at(from))
    assert.equal(end, at(to))
    assert.equal((end - at(from)) / 3_600_000, hours)
  }
})

test('an end that the clock skips is where the clock jumps; one that it shows twice is met each time', () => {
  const skipped = { ...night, endMinute: 150 }
  assert.equal(
    quietEndAfter(skipped, NEW_YORK, at('2026-03-08T01:00:00-05:00')),
    at('2026-03-08T03:00:00-04:00'),
  )
  const twice = { ...night, endMinute: 90 }
  assert.equal(
    quietEndAfter(twice, NEW_YORK, at('2026-11-01T01:10:00-04:00')),
    at('2026-11-01T01:30:00-04:00'),
  )
  assert.equal(
    quietEndAfter(twice, NEW_YORK, at('2026-11-01T01:10:00-05:00')),
    at('2026-11-01T01:30:00-05:00'),
  )
})

test('on any day, in any zone, for any hours: the end is the first minute that is not quiet', () => {
  const zones = [
    'America/New_York',
    'America/Phoenix',
    'Pacific/Honolulu',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  ]
  const minute = fc.integer({ min: 0, max: 1439 })
  // Around both clock changes in America, and on any other day.
  const days = fc.oneof(
    fc.constantFrom(at('2026-03-08T00:00:00Z'), at('2026-11-01T00:00:00Z'), at('2026-04-04T00:00:00Z')),
    fc.integer({ min: 20_000, max: 22_000 }).map((day) => day * DAY_MS),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      minute,
      minute,
      days,
      fc.integer({ min: -720, max: 2_000 }),
      (timeZone, startMinute, endMinute, day, offset) => {
        const quiet = { enabled: true, startMinute, endMinute, letMattering: false }
        const from = day + offset * MINUTE_MS
        let first = from
        while (isQuiet(quiet, timeZone, first)) first += MINUTE_MS
        assert.equal(quietEndAfter(quiet, timeZone, from), first)
      },
    ),
    { numRuns: 60 },
  )
})
