import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERY_DAY, checkTask, isTooLate, readTask } from '../autostart.ts'
import type { TaskFacts, TaskTimes, TaskInput } from '../autostart.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'

/** Saturday 2026-11-21, noon in New York. */
const NOW = Date.UTC(2026, 10, 21, 17)
const GEOGRAPHY: TaskFacts = {
  now: NOW,
  timeZone: 'America/New_York',
  app: 'amazon',
  existing: [],
  dailyStop: { timeZone: 'America/New_York', startMinute: 240, endMinute: 250 },
  mostDays: 92,
}
const TASK: TaskInput = {
  action: 'start',
  mode: 'regular',
  liveLog: true,
  time: '04:30',
  every: 'once',
  from: '2026-11-22',
  to: '',
  weekdays: [...EVERY_DAY],
}
/** A week before New York's clocks go from 02:00 to 03:00 on 8 March. */
const SPRING = Date.UTC(2026, 1, 28)
const AT_THREE = { timeZone: 'America/New_York', startMinute: 180, endMinute: 190 }
const RANGE: Partial<TaskInput> = { every: 'range', to: '2026-11-28' }
const other = (minute: number, from: string, to = from, timeZone = 'America/New_York'): TaskTimes => ({
  minute,
  from,
  to,
  weekdays: [...EVERY_DAY],
  timeZone,
})

const REFUSED: [name: string, input: Partial<TaskInput>, geography: Partial<TaskFacts>, refused: string[]][] =
  [
    [
      'nothing filled in',
      { time: ' ', from: '', every: 'range' },
      {},
      ['time autostart.missing', 'from autostart.missing', 'to autostart.missing'],
    ],
    [
      'instant offers of an app that makes none',
      { mode: 'instant_only' },
      { app: 'spark' },
      ['mode bot.no_instant_offers'],
    ],
    ['no time of a day', { time: '24:00' }, {}, ['time autostart.time_invalid']],
    ['a minute that no hour has', { time: '04:60' }, {}, ['time autostart.time_invalid']],
    ['no time at all', { time: '4:30 am' }, {}, ['time autostart.time_invalid']],
    ['a day that there is not', { from: '2026-02-29' }, {}, ['from autostart.date_invalid']],
    ['a date of another order', { from: '11/22/2026' }, {}, ['from autostart.date_invalid']],
    ['a last day that there is not', { every: 'range', to: '2026-11-31' }, {}, ['to autostart.date_invalid']],
    ['a range without a weekday', { ...RANGE, weekdays: [] }, {}, ['weekdays autostart.missing']],
    [
      'weekdays that the range does not hold: Sunday to Wednesday has no Friday',
      { every: 'range', to: '2026-11-25', weekdays: [5] },
      {},
      ['weekdays autostart.no_day'],
    ],
    [
      'a range that ends before it begins',
      { every: 'range', to: '2026-11-21' },
      {},
      ['to autostart.range_order'],
    ],
    ['a range that is too long', { every: 'range', to: '2027-02-22' }, {}, ['to autostart.range_too_long']],
    ['a minute ago', { time: '11:59', from: '2026-11-21' }, {}, ['time autostart.past']],
    ['yesterday', { time: '23:00', from: '2026-11-20' }, {}, ['from autostart.past']],
    ['long before there were computers', { from: '0001-01-01' }, {}, ['from autostart.past']],
    ['a range whose first time is over', { ...RANGE, from: '2026-11-21' }, {}, ['from autostart.past']],
    ['the first minute of the daily stop', { time: '04:00' }, {}, ['time autostart.daily_stop']],
    ['its last minute', { time: '04:09' }, {}, ['time autostart.daily_stop']],
    ['a stop inside it', { time: '04:05', action: 'stop' }, {}, ['time autostart.daily_stop']],
    [
      'the daily stop as it stands in the driver’s zone',
      { time: '01:05' },
      { timeZone: 'America/Los_Angeles' },
      ['time autostart.daily_stop'],
    ],
    [
      // Phoenix never changes its clocks: from November on, four o'clock in New York is two o'clock there,
      // before that one o'clock.
      'a range that meets the daily stop only after the clocks change',
      { time: '02:05', every: 'range', from: '2026-10-30', to: '2026-11-02' },
      { timeZone: 'America/Phoenix', now: Date.UTC(2026, 9, 29) },
      ['time autostart.daily_stop'],
    ],
    [
      'another task at that minute',
      {},
      { existing: [other(270, '2026-11-22')] },
      ['time autostart.conflict'],
    ],
    [
      'one day of another range',
      { ...RANGE },
      { existing: [other(270, '2026-11-28', '2026-12-24')] },
      ['time autostart.conflict'],
    ],
    [
      'another zone at that instant',
      {},
      { existing: [other(90, '2026-11-22', '2026-11-22', 'America/Los_Angeles')] },
      ['time autostart.conflict'],
    ],
    [
      'the same skipped minute twice',
      { time: '02:10', from: '2026-03-08' },
      { now: SPRING, existing: [other(130, '2026-03-01', '2026-03-31')] },
      ['time autostart.conflict'],
    ],
    [
      'a daily stop that the only day of a task meets when the clocks go on',
      { time: '02:10', from: '2026-03-08' },
      { now: SPRING, dailyStop: AT_THREE },
      ['time autostart.daily_stop'],
    ],
    [
      'a daily stop that begins when the clocks go on, at its own minute',
      { time: '03:00', every: 'range', from: '2026-03-01', to: '2026-04-10' },
      { now: SPRING, dailyStop: AT_THREE },
      ['time autostart.daily_stop'],
    ],
  ]

for (const [name, input, geography, refused] of REFUSED) {
  test(`refused: ${name}`, () => {
    const { plan, fields } = checkTask({ ...TASK, ...input }, { ...GEOGRAPHY, ...geography })
    assert.equal(plan, null)
    assert.deepEqual(
      fields?.map(({ path, code }) => `${path} ${code}`),
      refused,
    )
  })
}

const TAKEN: [name: string, input: Partial<TaskInput>, geography: Partial<TaskFacts>][] = [
  ['tomorrow', {}, {}],
  ['a stop, whatever its form held of offers', { action: 'stop', mode: 'instant_only' }, { app: 'spark' }],
  ['instant offers of an app that makes them', { mode: 'regular_and_instant' }, {}],
  ['this very minute', { time: '12:00', from: '2026-11-21' }, {}],
  ['right after the daily stop', { time: '04:10' }, {}],
  ['right before it', { time: '03:59' }, {}],
  ['where there is no daily stop', { time: '04:05' }, { dailyStop: null }],
  ['the longest range', { every: 'range', to: '2027-02-21' }, {}],
  ['a minute after another task', {}, { existing: [other(269, '2026-11-22'), other(271, '2026-11-22')] }],
  ['at the time of another task on other days', {}, { existing: [other(270, '2026-11-23', '2026-12-01')] }],
  [
    'two minutes that the clocks skip in one night of a range',
    { time: '02:10', every: 'range', from: '2026-03-01', to: '2026-04-10' },
    { now: SPRING, existing: [other(170, '2026-03-01', '2026-04-10')] },
  ],
  [
    'two minutes that the clocks skip in the only night',
    { time: '02:50', from: '2026-03-08' },
    { now: SPRING, existing: [other(130, '2026-03-08')] },
  ],
  [
    'a skipped minute and the one to which the clocks go on',
    { time: '02:10', every: 'range', from: '2026-03-01', to: '2026-04-10' },
    { now: SPRING, existing: [other(180, '2026-03-01', '2026-04-10')] },
  ],
  [
    'the minute to which the clocks go on, and a skipped one',
    { time: '03:00', every: 'range', from: '2026-03-01', to: '2026-04-10' },
    { now: SPRING, existing: [other(130, '2026-03-01', '2026-04-10')] },
  ],
  [
    'a range that meets the daily stop only when the clocks go on',
    { time: '02:10', every: 'range', from: '2026-03-01', to: '2026-04-10' },
    { now: SPRING, dailyStop: AT_THREE },
  ],
  // Only a range has a last day.
  ['once, whatever stands as the last day', { to: 'never' }, {}],
]

for (const [name, input, geography] of TAKEN) {
  test(`taken: ${name}`, () => {
    const { plan, fields } = checkTask({ ...TASK, ...input }, { ...GEOGRAPHY, ...geography })
    assert.deepEqual(fields, null)
    assert.equal(plan?.from, input.from ?? TASK.from)
  })
}

test("a task stores its action and its driver's current zone", () => {
  const input: TaskInput = { ...TASK, ...RANGE, action: 'stop', mode: 'instant_only', liveLog: false }
  assert.deepEqual(checkTask(input, { ...GEOGRAPHY, timeZone: 'America/Chicago' }).plan, {
    action: 'stop',
    mode: 'instant_only',
    liveLog: false,
    minute: 270,
    from: '2026-11-22',
    to: '2026-11-28',
    weekdays: [...EVERY_DAY],
    timeZone: 'America/Chicago',
  })
})

test('the browser validates input without zones, and an error states the maximum of days', () => {
  const most = DEFAULT_SETTINGS.autostart.mostDays
  const once = { minute: 270, from: '2026-11-22', to: '2026-11-22', weekdays: [...EVERY_DAY] }
  assert.deepEqual(readTask(TASK, most).times, once)
  assert.deepEqual(readTask({ ...TASK, every: 'range', to: '2028-01-01' }, most).fields, [
    { path: 'to', code: 'autostart.range_too_long', params: { days: most } },
  ])
})

test('a task is run up to its last moment, and not after it', () => {
  const settings = { autostartLateMs: 1_800_000 }
  assert.deepEqual([isTooLate(1_800_000, settings), isTooLate(1_800_001, settings)], [false, true])
})
