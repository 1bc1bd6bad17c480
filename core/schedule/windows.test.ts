import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { buildWindows, readZoneOffsets, WEEKDAYS, windowEnd } from '../schedule.ts'
import type { DaySchedule, Schedule, Weekday } from '../schedule.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'

const NEW_YORK = 'America/New_York'

const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

/** The windows of a schedule as ISO pairs, to the minute and in UTC. */
function lay(days: DaySchedule[], from: string, to: string, timeZone = NEW_YORK): string[] {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const windows = buildWindows(
    { days, mustEndInside: false },
    readZoneOffsets(timeZone, start, end),
    start,
    end,
  )
  return Array.from(
    { length: windows.length / 2 },
    (_, i) => `${iso(windows[2 * i]!)} ${iso(windows[2 * i + 1]!)}`,
  )
}

function day(weekday: Weekday, ...ranges: [startMinute: number, endMinute: number][]): DaySchedule {
  return {
    day: weekday,
    allDay: ranges.length === 0,
    ranges: ranges.map(([startMinute, endMinute]) => ({ startMinute, endMinute })),
  }
}

const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

// 2026-03-08 and 2026-11-01 are the Sundays on which New York changes its clocks; 2026-06-03 is a Wednesday.
const CASES: [name: string, days: DaySchedule[], from: string, to: string, windows: string[]][] = [
  [
    'an ordinary day',
    [day(3, [clock('09:00'), clock('17:00')])],
    '2026-06-01T00:00Z',
    '2026-06-08T00:00Z',
    ['2026-06-03T13:00 2026-06-03T21:00'],
  ],
  [
    'a second range',
    [day(3, [clock('06:00'), clock('10:00')], [clock('18:00'), 1440])],
    '2026-06-01T00:00Z',
    '2026-06-08T00:00Z',
    ['2026-06-03T10:00 2026-06-03T14:00', '2026-06-03T22:00 2026-06-04T04:00'],
  ],
  [
    'over midnight, from Sunday into Monday',
    [day(7, [clock('22:00'), clock('02:00')])],
    '2026-06-01T12:00Z',
    '2026-06-09T12:00Z',
    ['2026-06-08T02:00 2026-06-08T06:00'],
  ],
  [
    'begun before the horizon, it is cut there',
    [day(7, [clock('22:00'), clock('02:00')])],
    '2026-06-01T05:00Z',
    '2026-06-02T00:00Z',
    ['2026-06-01T05:00 2026-06-01T06:00'],
  ],
  [
    'all day, and the next day follows without a seam',
    [day(3), day(4, [0, clock('06:00')])],
    '2026-06-01T00:00Z',
    '2026-06-08T00:00Z',
    ['2026-06-03T04:00 2026-06-04T10:00'],
  ],
  [
    'over midnight into a range of the next day',
    [day(3, [clock('20:00'), clock('08:00')]), day(4, [clock('06:00'), clock('09:00')])],
    '2026-06-01T00:00Z',
    '2026-06-08T00:00Z',
    ['2026-06-04T00:00 2026-06-04T13:00'],
  ],
  [
    'ends at 00:00 = ends at 24:00',
    [day(3, [clock('20:00'), 0])],
    '2026-06-01T00:00Z',
    '2026-06-08T00:00Z',
    ['2026-06-04T00:00 2026-06-04T04:00'],
  ],
  ['start equal to end holds nothing', [day(3, [600, 600])], '2026-06-01T00:00Z', '2026-06-08T00:00Z', []],
  ['no day holds nothing', [], '2026-06-01T00:00Z', '2026-06-08T00:00Z', []],
  [
    'spring: the day has 23 hours',
    [day(7)],
    '2026-03-07T00:00Z',
    '2026-03-10T00:00Z',
    ['2026-03-08T05:00 2026-03-09T04:00'],
  ],
  [
    'spring: a range from the hour that does not exist begins when the clock jumps',
    [day(7, [clock('02:30'), clock('05:00')])],
    '2026-03-07T00:00Z',
    '2026-03-10T00:00Z',
    ['2026-03-08T07:00 2026-03-08T09:00'],
  ],
  [
    'spring: a range inside the hour that does not exist never holds',
    [day(7, [clock('02:10'), clock('02:50')])],
    '2026-03-07T00:00Z',
    '2026-03-10T00:00Z',
    [],
  ],
  [
    'spring: over midnight, an hour shorter',
    [day(6, [clock('22:00'), clock('04:00')])],
    '2026-03-07T00:00Z',
    '2026-03-10T00:00Z',
    ['2026-03-08T03:00 2026-03-08T08:00'],
  ],
  [
    'autumn: the day has 25 hours',
    [day(7)],
    '2026-10-31T00:00Z',
    '2026-11-03T00:00Z',
    ['2026-11-01T04:00 2026-11-02T05:00'],
  ],
  [
    'autumn: a range inside the hour that comes twice holds twice',
    [day(7, [clock('01:10'), clock('01:40')])],
    '2026-10-31T00:00Z',
    '2026-11-03T00:00Z',
    ['2026-11-01T05:10 2026-11-01T05:40', '2026-11-01T06:10 2026-11-01T06:40'],
  ],
  [
    'autumn: a range over both hours is one',
    [day(7, [0, clock('06:00')])],
    '2026-10-31T00:00Z',
    '2026-11-03T00:00Z',
    ['2026-11-01T04:00 2026-11-01T11:00'],
  ],
  [
    'autumn: a range that ends in the hour that comes twice holds again when it comes again',
    [day(7, [0, clock('01:30')])],
    '2026-10-31T00:00Z',
    '2026-11-03T00:00Z',
    ['2026-11-01T04:00 2026-11-01T05:30', '2026-11-01T06:00 2026-11-01T06:30'],
  ],
]

for (const [name, days, from, to, windows] of CASES) {
  test(`windows: ${name}`, () => assert.deepEqual(lay(days, from, to), windows))
}

test('windows: where the clock jumps at midnight the day begins at 01:00', () => {
  assert.deepEqual(lay([day(7)], '2026-03-07T00:00Z', '2026-03-10T00:00Z', 'America/Havana'), [
    '2026-03-08T05:00 2026-03-09T04:00',
  ])
})

test('windows: an unknown zone is a RangeError', () => {
  assert.throws(() => readZoneOffsets('America/Nowhere', 0, DAY_MS), RangeError)
})

const ZONES = [
  NEW_YORK,
  'America/Los_Angeles',
  'America/Phoenix',
  'America/Denver',
  'America/Chicago',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
]
/**
 * Sundays with clock changes in North America, and one on Lord Howe Island, where clocks change by 30
 * minutes.
 */
const SUNDAYS = [
  '2024-03-10',
  '2024-11-03',
  '2025-03-09',
  '2025-11-02',
  '2026-03-08',
  '2026-11-01',
  '2027-03-14',
  '2027-11-07',
  '2026-10-04',
]

type Wall = { weekday: Weekday; minute: number }
type Span = { from: number; walls: Wall[] }
const spans = new Map<string, Span>()
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The wall clock at each minute from Saturday to Monday, according to Intl: the slow, independent source. */
function readSpan(timeZone: string, sunday: string): Span {
  const key = `${timeZone} ${sunday}`
  const known = spans.get(key)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const from = Date.parse(`${sunday}T00:00Z`) - DAY_MS / 2
  const walls = Array.from({ length: 2.25 * 1440 }, (_, i) => {
    const text = format.format(from + i * MINUTE_MS)
    const weekday = (NAMES.indexOf(text.slice(0, 3)) + 1) as Weekday
    return { weekday, minute: Number(text.slice(-5, -3)) * 60 + Number(text.slice(-2)) }
  })
  const span = { from, walls }
  spans.set(key, span)
  return span
}

function showsInside(schedule: Schedule, { weekday, minute }: Wall): boolean {
  const before = weekday === 1 ? 7 : weekday - 1
  return schedule.days.some((entry) => {
    if (entry.allDay) return entry.day === weekday
    return entry.ranges.some(({ startMinute, endMinute }) => {
      if (startMinute < endMinute) return entry.day === weekday && minute >= startMinute && minute < endMinute
      if (startMinute === endMinute) return false
      return (entry.day === weekday && minute >= startMinute) || (entry.day === before && minute < endMinute)
    })
  })
}

// Small hours are drawn more often, since clocks change there.
const minute = fc.oneof(fc.integer({ min: 0, max: 239 }), fc.integer({ min: 0, max: 1439 }))
const schedules: fc.Arbitrary<Schedule> = fc.record({
  days: fc.uniqueArray(
    fc.record({
      day: fc.constantFrom<Weekday>(1, 2, 5, 6, 7),
      allDay: fc.boolean(),
      ranges: fc.array(fc.record({ startMinute: minute, endMinute: fc.oneof(minute, fc.constant(1440)) }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
    { selector: (entry) => entry.day, maxLength: 5 },
  ),
  mustEndInside: fc.boolean(),
})

test('windows agree, minute by minute, with what the wall clock shows', () => {
  const property = fc.property(
    fc.constantFrom(...ZONES),
    fc.constantFrom(...SUNDAYS),
    schedules,
    (timeZone, sunday, schedule) => {
      const { from, walls } = readSpan(timeZone, sunday)
      const to = from + walls.length * MINUTE_MS
      const windows = buildWindows(schedule, readZoneOffsets(timeZone, from, to), from, to)
      // Backwards, so that the end of each stretch is known at each of its minutes.
      let end = to
      for (let i = walls.length - 1; i >= 0; i--) {
        const at = from + i * MINUTE_MS
        const inside = showsInside(schedule, walls[i]!)
        const expected = inside ? end : -1
        if (windowEnd(windows, at) !== expected)
          assert.equal(windowEnd(windows, at), expected, new Date(at).toISOString())
        if (!inside) end = at
      }
    },
  )
  fc.assert(property, { numRuns: 100 })
})

test('a week is Monday = 1 to Sunday = 7', () => {
  assert.deepEqual(WEEKDAYS, [1, 2, 3, 4, 5, 6, 7])
})
