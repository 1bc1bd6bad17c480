import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { EVERY_DAY, dueAtOn, occurrenceAfter, occurrencesOf } from '../autostart.ts'
import type { TaskTimes } from '../autostart.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../time.ts'

const NEW_YORK = 'America/New_York'
const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const times = (time: string, from: string, to = from, timeZone = NEW_YORK): TaskTimes => ({
  minute: clock(time),
  from,
  to,
  weekdays: [...EVERY_DAY],
  timeZone,
})

test('every day is Monday = 1 to Sunday = 7', () => {
  assert.deepEqual(EVERY_DAY, [1, 2, 3, 4, 5, 6, 7])
})

// On Sundays 2026-03-08 and 2026-11-01 New York changes its clocks; Havana changes at midnight.
const CASES: [name: string, task: TaskTimes, due: string[]][] = [
  ['once', times('04:30', '2026-11-21'), ['2026-11-21T09:30']],
  [
    'every day of a range, over the end of a month',
    times('18:00', '2026-11-29', '2026-12-01'),
    ['2026-11-29T23:00', '2026-11-30T23:00', '2026-12-01T23:00'],
  ],
  [
    'on weekdays of a range, from the first of them on',
    { ...times('18:00', '2026-11-28', '2026-12-07'), weekdays: [1, 3] },
    ['2026-11-30T23:00', '2026-12-02T23:00', '2026-12-07T23:00'],
  ],
  [
    'spring: the same hour on the wall is an hour earlier',
    times('05:00', '2026-03-07', '2026-03-08'),
    ['2026-03-07T10:00', '2026-03-08T09:00'],
  ],
  [
    'spring: a skipped minute is due when the clocks go on',
    times('02:30', '2026-03-08'),
    ['2026-03-08T07:00'],
  ],
  ['spring: so is the first skipped minute', times('02:00', '2026-03-08'), ['2026-03-08T07:00']],
  ['spring: and the minutes around are where they stand', times('01:59', '2026-03-08'), ['2026-03-08T06:59']],
  ['spring: the first minute after', times('03:00', '2026-03-08'), ['2026-03-08T07:00']],
  [
    'autumn: a repeated minute is due once, the first time',
    times('01:30', '2026-11-01'),
    ['2026-11-01T05:30'],
  ],
  ['autumn: the hour after', times('02:00', '2026-11-01'), ['2026-11-01T07:00']],
  [
    'where the clocks skip midnight',
    times('00:00', '2026-03-08', '2026-03-08', 'America/Havana'),
    ['2026-03-08T05:00'],
  ],
  [
    'a zone that never changes',
    times('02:30', '2026-03-08', '2026-03-08', 'America/Phoenix'),
    ['2026-03-08T09:30'],
  ],
]

for (const [name, task, due] of CASES) {
  test(`due: ${name}`, () => {
    const found = occurrencesOf(task, 0, Number.POSITIVE_INFINITY)
    assert.deepEqual(
      found.map(({ dueAt }) => toIso(dueAt).slice(0, 16)),
      due,
    )
    for (const { day, dueAt } of found) assert.equal(dueAtOn(task, day), dueAt)
  })
}

const tasks = fc
  .record({
    minute: fc.oneof(fc.integer({ min: 0, max: 239 }), fc.integer({ min: 0, max: 1439 })),
    first: fc.constantFrom('2026-03-06', '2026-10-30', '2026-07-01', '2026-12-30'),
    days: fc.integer({ min: 0, max: 12 }),
    weekdays: fc.subarray([...EVERY_DAY], { minLength: 1 }),
    timeZone: fc.constantFrom(
      NEW_YORK,
      'America/Los_Angeles',
      'America/Havana',
      'Pacific/Honolulu',
      'Asia/Kolkata',
    ),
  })
  .map(({ minute, first, days, weekdays, timeZone }): TaskTimes => {
    const to = toIso(Date.parse(`${first}T00:00Z`) + days * DAY_MS).slice(0, 10)
    return { minute, from: first, to, weekdays, timeZone }
  })

test('every day of a task is due once, in order, and shows its minute on the wall unless the clocks skip it', () => {
  fc.assert(
    fc.property(tasks, (task) => {
      const all = occurrencesOf(task, 0, Number.POSITIVE_INFINITY)
      const span = (Date.parse(task.to) - Date.parse(task.from)) / DAY_MS + 1
      const days = Array.from({ length: span }, (_, index) =>
        new Date(Date.parse(task.from) + index * DAY_MS).getUTCDay(),
      ).filter((weekday) => task.weekdays.includes(weekday === 0 ? 7 : weekday)).length
      assert.equal(new Set(all.map(({ day }) => day)).size, days)
      const wall = new Intl.DateTimeFormat('sv-SE', {
        timeZone: task.timeZone,
        dateStyle: 'short',
        timeStyle: 'short',
      })
      for (const [index, { day, dueAt }] of all.entries()) {
        const before = all[index - 1]
        if (before) assert.ok(dueAt - before.dueAt >= 22 * HOUR_MS, 'a day apart')
        const shown = wall.format(dueAt)
        const wanted = `${day} ${String(Math.floor(task.minute / 60)).padStart(2, '0')}:${String(task.minute % 60).padStart(2, '0')}`
        if (shown === wanted) assert.notEqual(wall.format(dueAt - HOUR_MS), wanted, 'the first time of two')
        // Skipped: the minute before still shows an earlier time, this one already a later time.
        else assert.ok(wall.format(dueAt - MINUTE_MS) < wanted && wanted < shown, `${shown} for ${wanted}`)
      }
    }),
    { numRuns: 300 },
  )
})

test('a time span contains its due times, ends included, and each day leads to the next', () => {
  fc.assert(
    fc.property(
      tasks,
      fc.integer({ min: -2, max: 8 }),
      fc.integer({ min: 0, max: 4000 }),
      (task, days, spanMinutes) => {
        const all = occurrencesOf(task, 0, Number.POSITIVE_INFINITY)
        for (const [index, { day }] of all.entries())
          assert.deepEqual(occurrenceAfter(task, day), all[index + 1] ?? null)
        assert.deepEqual(occurrenceAfter(task, null), all[0] ?? null)
        const ends = [all[0], all.at(-1)].flatMap((each) => each?.dueAt ?? [])
        for (const from of [Date.parse(task.from) + days * DAY_MS, ...ends]) {
          const to = from + spanMinutes * MINUTE_MS
          const inside = all.filter(({ dueAt }) => dueAt >= from && dueAt <= to)
          assert.deepEqual(occurrencesOf(task, from, to), inside)
        }
      },
    ),
    { numRuns: 200 },
  )
})
