import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addMonths,
  addMonthsToDay,
  daysSpan,
  hoursOf,
  layDay,
  weekdayOf,
  weekOf,
  weekSpan,
  weeksOfMonth,
} from '../blocks.ts'
import { HOUR_MS } from '../time.ts'

test('a month consists of whole weeks that begin on Monday, as those of pay and fees do', () => {
  const november = weeksOfMonth('2026-11')
  assert.equal(november.length, 6)
  assert.deepEqual(november[1], weekOf('2026-11-07'))
  assert.equal(november[0]![0], '2026-10-26')
  assert.equal(november[5]![6], '2026-12-06')
  // February 2027 begins on a Monday and has 28 days.
  assert.equal(weeksOfMonth('2027-02').length, 4)
})

test('every month of many years has each of its days once, and seven a week', () => {
  for (let month = '2024-01'; month < '2032-01'; month = addMonths(month, 1)) {
    const weeks = weeksOfMonth(month)
    const own = weeks.flat().filter((day) => day.startsWith(month))
    const [year, number] = month.split('-').map(Number) as [number, number]
    assert.equal(own.length, new Date(Date.UTC(year, number, 0)).getUTCDate(), month)
    assert.equal(new Set(weeks.flat()).size, weeks.length * 7)
    for (const week of weeks) {
      assert.deepEqual(week.map(weekdayOf), [1, 2, 3, 4, 5, 6, 7])
      assert.ok(week.some((day) => day.startsWith(month)))
    }
  }
})

test('months continue across years', () => {
  assert.equal(addMonths('2026-12', 1), '2027-01')
  assert.equal(addMonths('2026-01', -13), '2024-12')
  assert.equal(addMonthsToDay('2026-10-31', 1), '2026-11-30')
  assert.equal(addMonthsToDay('2026-03-15', -1), '2026-02-15')
})

const hours = (timeZone: string, at: string) => {
  const { from, to } = weekSpan(timeZone, Date.parse(at))
  return { from: new Date(from).toISOString(), hours: (to - from) / HOUR_MS }
}

test("a week begins on the wall clock's Monday, and a clock change adds or removes an hour", () => {
  // In Los Angeles it is still Sunday, in New York it is Monday.
  assert.deepEqual(hours('America/Los_Angeles', '2026-11-23T06:30:00Z'), {
    from: '2026-11-16T08:00:00.000Z',
    hours: 168,
  })
  assert.deepEqual(hours('America/New_York', '2026-11-23T06:30:00Z'), {
    from: '2026-11-23T05:00:00.000Z',
    hours: 168,
  })
  assert.deepEqual(hours('America/New_York', '2026-03-08T12:00:00Z'), {
    from: '2026-03-02T05:00:00.000Z',
    hours: 167,
  })
  assert.deepEqual(hours('America/New_York', '2026-11-01T12:00:00Z'), {
    from: '2026-10-26T04:00:00.000Z',
    hours: 169,
  })
  // Arizona does not change its clocks.
  assert.equal(hours('America/Phoenix', '2026-11-01T12:00:00Z').hours, 168)
})

test('days become wall-clock time spans; nonexistent days are rejected', () => {
  const span = daysSpan('America/Chicago', '2026-03-08', '2026-03-08')!
  assert.equal(new Date(span.from).toISOString(), '2026-03-08T06:00:00.000Z')
  assert.equal((span.to - span.from) / HOUR_MS, 23)
  assert.equal(daysSpan('America/Chicago', '2026-02-30', '2026-03-01'), null)
  assert.equal(daysSpan('America/Chicago', '2026-13-01', '2026-13-02'), null)
  assert.equal(daysSpan('America/Chicago', '2026-03-01', '2026-02-30'), null)
  assert.equal(daysSpan('America/Chicago', '2026-03-02', '2026-03-01'), null)
})

const at = (startMinute: number, endMinute: number) => ({ startMinute, endMinute })

test('overlapping blocks are side by side, others have the full width', () => {
  const lanes = layDay([at(600, 720), at(540, 660), at(720, 780), at(700, 900)])
  assert.deepEqual(
    lanes.map(({ item, lane, lanes: of }) => [item.startMinute, lane, of]),
    [
      [540, 0, 2],
      [600, 1, 2],
      [700, 0, 2],
      [720, 1, 2],
    ],
  )
  assert.deepEqual(
    layDay([at(60, 120), at(120, 180)]).map(({ lane, lanes: of }) => [lane, of]),
    [
      [0, 1],
      [0, 1],
    ],
  )
  assert.deepEqual(
    layDay([at(60, 120), at(60, 120), at(120, 180)]).map(({ lane, lanes: of }) => [lane, of]),
    [
      [0, 2],
      [1, 2],
      [0, 1],
    ],
  )
  assert.deepEqual(layDay([]), [])
})

test('a week shows only the hours that it needs', () => {
  assert.equal(hoursOf([], 8), null)
  assert.deepEqual(hoursOf([{ startMinute: 615, endMinute: 790 }], 8), { from: 10, to: 18 })
  assert.deepEqual(hoursOf([{ startMinute: 720, endMinute: 1020 }], 1), { from: 12, to: 17 })
  assert.deepEqual(hoursOf([{ startMinute: 719, endMinute: 1021 }], 1), { from: 11, to: 18 })
  assert.deepEqual(hoursOf([{ startMinute: 1320, endMinute: 1440 }], 8), { from: 16, to: 24 })
  assert.deepEqual(hoursOf([{ startMinute: 0, endMinute: 1440 }], 8), { from: 0, to: 24 })
})
