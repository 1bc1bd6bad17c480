import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILTER_ERROR_CODES, proposeFilter, validateFilter } from '@madruga/core/filters.ts'
import type { AmazonFilter, Setting } from '@madruga/core/filters.ts'
import type { Plan } from '@madruga/core/plans.ts'
import type { Schedule } from '@madruga/core/schedule.ts'
import { editors as editorsEn } from '@madruga/core/words/en/app/editors.ts'
import { filterErrors as filterErrorsEn } from '@madruga/core/words/en/app/filter-errors.ts'
import { editors as editorsEs } from '@madruga/core/words/es/app/editors.ts'
import { filterErrors as filterErrorsEs } from '@madruga/core/words/es/app/filter-errors.ts'
import { draftKey, readDraft, sameValue } from './draft.ts'
import {
  WEEKDAYS,
  checkTyped,
  crossesMidnight,
  endMinute,
  fieldOf,
  formatClock,
  mendFields,
  parseClock,
  plainFields,
  proposeLength,
  proposeSecond,
  refusalKey,
  toFields,
  toFilter,
  copyDay,
  isEveryDayAlike,
} from './fields.ts'
import type { FilterFields } from './fields.ts'

const propose = (plan: Plan) =>
  proposeFilter('amazon', plan, 'America/Los_Angeles', ['s1', 's2']) as AmazonFilter
const proposed = propose('basic')
const isSame = (a: FilterFields, b: FilterFields) => sameValue(plainFields(a), plainFields(b))

const evenings: Schedule = {
  days: [
    {
      day: 2,
      allDay: false,
      ranges: [
        { startMinute: 300, endMinute: 600 },
        { startMinute: 1020, endMinute: 1440 },
      ],
    },
    { day: 6, allDay: true, ranges: [] },
  ],
  mustEndInside: true,
}
const own: Setting = {
  price: {
    perHourMinCents: 2450,
    perHourMaxCents: 4000,
    totalMinCents: 9000,
    totalMaxCents: 20_000,
    combine: 'either',
    countTip: true,
    byDuration: [],
  },
  arrivalMinutes: 25,
  schedule: evenings,
}
const byLength: Setting = {
  price: {
    ...proposed.shared.price,
    byDuration: [
      { minutes: 180, minCents: 7500, maxCents: null },
      { minutes: 210, minCents: 8450, maxCents: 12_000 },
    ],
  },
  arrivalMinutes: 0,
  schedule: null,
}
const full: AmazonFilter = {
  ...propose('professional'),
  speed: '4X',
  custom: { refreshMs: 1500, runMinutes: 20, sleepMinutes: 0 },
  schedule: evenings,
  shared: byLength,
  stations: [
    { stationId: 's1', settings: [own, byLength] },
    { stationId: 's2', settings: [] },
  ],
  maxMinutesPerDay: 480,
  confirmation: { enabled: true, lowerPayPercent: 15, lessArrivalMinutes: 5, anyHour: true },
  safetyLimits: {
    pauseAfterMisses: 4,
    pauseAfterReleases: 1,
    pauseMinutes: 90,
    weekGoalCents: 80_000,
    keepDrivingTime: true,
    drivingMph: 35,
  },
  net: {
    perHourMinCents: 1550,
    cost: 'own',
    milesPerGallon: 31,
    fuelCentsPerGallon: 389,
    ownCentsPerMile: 31,
    milesPerHour: 9,
  },
}

test('a day is copied to the chosen days alone, with its second hours, and turns them on', () => {
  const off = { on: false, allDay: false, from: '09:00', to: '20:00', second: null }
  const monday = {
    on: true,
    allDay: false,
    from: '04:00',
    to: '08:00',
    second: { from: '16:00', to: '20:00' },
  }
  const days = copyDay([monday, off, off, off, off, off, off], 1, [1, 2, 7])
  assert.deepEqual(days, [monday, monday, off, off, off, off, monday])
  assert.notEqual(days[1]!.second, monday.second)
  assert.deepEqual([days, copyDay(days, 1, WEEKDAYS)].map(isEveryDayAlike), [false, true])
})

test('a filter of every plan goes through the form unchanged', () => {
  for (const filter of [proposed, propose('advanced'), full]) {
    assert.deepEqual(toFilter(toFields(filter), filter), filter)
    assert.deepEqual(validateFilter(toFilter(toFields(filter), filter)), [])
  }
})

test('what a plan does not have is not in its form', () => {
  const basic = toFilter(toFields({ ...full, plan: 'basic' }), { ...full, plan: 'basic' })
  assert.deepEqual(validateFilter(basic), [])
  assert.equal(basic.speed, '1X')
  assert.ok(basic.stations.every((choice) => choice.settings.length === 0))
})

test('limits of none are zero in the form and none in the filter', () => {
  const fields = {
    ...toFields(proposed),
    limits: { ...toFields(proposed).limits, hoursPerDay: 8, restPerWeek: 35 },
  }
  const filter = toFilter(fields, proposed)
  assert.deepEqual(filter.rest, { hoursBetweenDays: 0, maxDaysInARow: 0, hoursPerWeek: 35 })
  assert.equal(filter.maxMinutesPerDay, 480)
  assert.equal(filter.maxMinutesPerWeek, null)
})

test('a maximum of zero or of nothing is none', () => {
  const fields = toFields(full)
  const shared = { ...fields.shared, payBy: 'hour' as const, perHourMax: 0, totalMax: null }
  const { price } = toFilter({ ...fields, shared }, full).shared
  assert.deepEqual([price.perHourMaxCents, price.totalMaxCents, price.byDuration], [null, null, []])
})

test('hidden input never makes a filter invalid', () => {
  const fields = toFields(full)
  const shared = { ...fields.shared, perHour: null, perHourMax: -4, total: -1, totalMax: 3 }
  assert.deepEqual(validateFilter(toFilter({ ...fields, shared, speed: '1X' }, full)), [])
})

test('clock texts', () => {
  assert.equal(parseClock('09:30'), 570)
  assert.ok(Number.isNaN(parseClock('')))
  assert.equal(formatClock(1440), '00:00')
  assert.equal(endMinute('00:00'), 1440)
  assert.equal(crossesMidnight({ from: '22:00', to: '02:00' }), true)
  assert.equal(crossesMidnight({ from: '22:00', to: '00:00' }), false)
})

test('second hours and another length begin where they may be saved', () => {
  for (const [from, to] of [
    ['09:00', '20:00'],
    ['05:00', '23:00'],
    ['00:00', '22:00'],
    ['22:00', '02:00'],
  ] as const) {
    const fields = toFields(propose('advanced'))
    const second = proposeSecond({ from, to })
    const day = { ...fields.week.days[0]!, from, to, second }
    const filter = toFilter(
      { ...fields, week: { ...fields.week, days: [day, ...fields.week.days.slice(1)] } },
      full,
    )
    assert.deepEqual(validateFilter(filter), [], `${from}-${to} ${JSON.stringify(second)}`)
  }
  const { shared } = toFields(full)
  assert.deepEqual(proposeLength(shared), { hours: 4, min: 80, max: null })
})

test('every refusal of the rules leads to the field in which it was typed', () => {
  const fields = toFields(full)
  const [s1, s2] = fields.stations
  const night = { from: '22:00', to: '02:00' }
  const broken: FilterFields = {
    ...fields,
    stations: [
      {
        ...s1!,
        settings: [
          {
            ...s1!.settings[0]!,
            perHourMax: 1,
            arrivalMinutes: -1,
            week: {
              ...s1!.settings[0]!.week,
              days: s1!.settings[0]!.week.days.map((day, index) =>
                index === 1 ? { ...day, ...night, second: null } : day,
              ),
            },
          },
          {
            ...s1!.settings[1]!,
            lengths: [
              { hours: null, min: 10, max: 5 },
              { hours: 3, min: null, max: null },
            ],
          },
        ],
      },
      { ...s2!, settings: Array.from({ length: 4 }, () => s1!.settings[0]!) },
    ],
    shared: { ...fields.shared, payBy: 'hour', perHour: null, total: -1 },
    custom: { refreshSeconds: 0.1, runMinutes: 0, sleepMinutes: -1 },
    switches: { ...fields.switches, sleepAfterAwardMinutes: null },
    limits: { hoursPerDay: null, hoursPerWeek: 200, restBetweenDays: null, daysInARow: 7, restPerWeek: 145 },
    week: {
      ...fields.week,
      days: fields.week.days.map((day, index) => (index === 1 ? { ...day, to: day.from } : day)),
    },
    confirmation: { ...fields.confirmation, lowerPayPercent: 95 },
    safetyLimits: { ...fields.safetyLimits, weekGoal: null, drivingMph: 0 },
    net: { ...fields.net, fuelPerGallon: -1, perHourMin: null },
  }
  const filter = toFilter(broken, full)
  const found = new Set(validateFilter(filter).map((error) => fieldOf(error, filter)))
  assert.deepEqual(
    [...found].toSorted(),
    [
      'confirmation.lowerPayPercent',
      'custom.refreshSeconds',
      'custom.runMinutes',
      'custom.sleepMinutes',
      'safetyLimits.drivingMph',
      'safetyLimits.weekGoal',
      'limits.hoursPerDay',
      'limits.hoursPerWeek',
      'limits.daysInARow',
      'limits.restBetweenDays',
      'limits.restPerWeek',
      'net.fuelPerGallon',
      'net.perHourMin',
      'shared.perHour',
      'shared.total',
      'stations.0.settings.0.arrivalMinutes',
      'stations.0.settings.0.perHourMax',
      'stations.0.settings.0.week.days.1',
      'stations.0.settings.1.lengths.0.hours',
      'stations.0.settings.1.lengths.0.max',
      'stations.0.settings.1.lengths.1.min',
      'stations.1.settings',
      'switches.sleepAfterAwardMinutes',
      'week.days.1',
    ].toSorted(),
  )
})

test('no station, no day, an unknown station and another plan have a place too', () => {
  const fields = toFields(proposed)
  const off = fields.week.days.map((day) => ({ ...day, on: false }))
  const none = toFilter({ ...fields, stations: [], week: { ...fields.week, days: off } }, proposed)
  assert.deepEqual(
    validateFilter(none).map((error) => fieldOf(error, none)),
    ['stations', 'week.days'],
  )
  assert.equal(
    fieldOf({ path: 'stations.1.stationId', code: 'filters.station_unknown' }, proposed),
    'stations.1',
  )
  assert.equal(fieldOf({ path: 'plan', code: 'filters.needs_advanced' }, proposed), 'form')
})

test('empty hours and lengths are reported before anything is sent', () => {
  const fields = toFields(full)
  const empty = { from: '', to: '10:00' }
  fields.week.days[3] = { on: true, allDay: false, second: null, ...empty }
  fields.week.days[4] = { on: false, allDay: false, second: null, ...empty }
  fields.stations[0]!.settings[0]!.week.days[1]!.second = empty
  fields.stations[0]!.settings[1]!.lengths = []
  assert.deepEqual(checkTyped(fields), [
    { field: 'week.days.3', code: 'filters.no_range' },
    { field: 'stations.0.settings.0.week.days.1', code: 'filters.no_range' },
    { field: 'stations.0.settings.1.lengths', code: 'filters.no_duration_price' },
  ])
})

test('a draft survives, a broken one is forgotten, an old one is made whole', () => {
  const fallback = toFields(full)
  const read = (text: string | null) => readDraft(text, (kept) => mendFields(kept, fallback))
  const fields = { ...fallback, shared: { ...fallback.shared, perHour: 31 } }
  assert.deepEqual(read(JSON.stringify({ version: 4, fields })), { version: 4, fields })
  for (const text of [
    null,
    '',
    '{',
    'null',
    '{"version":1}',
    '{"version":"1","fields":{}}',
    '{"version":1,"fields":{"week":{"days":[]}}}',
    '{"version":1,"fields":{"stations":[{"stationId":"s1"}]}}',
    '{"version":1,"fields":{"stations":[{"stationId":"s1","settings":[{"lengths":3}]}]}}',
  ])
    assert.equal(read(text), null, String(text))
  const old = read(
    '{"version":1,"fields":{"safetyLimits":{"weekGoal":7},"stations":[{"stationId":"s1","settings":[{"perHour":9}]}]}}',
  )
  assert.equal(old?.fields.safetyLimits.drivingMph, 35)
  assert.equal(old?.fields.safetyLimits.weekGoal, 7)
  assert.deepEqual(old?.fields.stations[0]?.settings[0]?.week.days.length, WEEKDAYS.length)
  const renamed = read('{"version":1,"fields":{"guards":{"weekGoal":8},"ask":{"lowerPayPercent":12}}}')
  assert.equal(renamed?.fields.safetyLimits.weekGoal, 8)
  assert.equal(renamed?.fields.confirmation.lowerPayPercent, 12)
  assert.deepEqual(Object.keys(renamed.fields).toSorted(), Object.keys(fallback).toSorted())
})

test('each driver, variant and plan has its own draft', () => {
  const keys = [
    draftKey('a', 'amazon', 'basic'),
    draftKey('b', 'amazon', 'basic'),
    draftKey('a', 'spark', 'basic'),
    draftKey('a', 'amazon', 'professional'),
  ]
  assert.equal(new Set(keys).size, keys.length)
})

test('the order of stations and of keys, and what waits unseen, is no change', () => {
  const fields = toFields(full)
  const { shared, ...rest } = fields
  assert.ok(isSame(fields, { ...rest, shared, stations: fields.stations.toReversed() }))
  assert.ok(
    isSame(
      { ...fields, speed: '1X' },
      { ...fields, speed: '1X', custom: { ...fields.custom, runMinutes: 9 } },
    ),
  )
  assert.ok(!isSame(fields, { ...fields, custom: { ...fields.custom, runMinutes: 9 } }))
  const days = fields.week.days.map((day) => ({ ...day, on: true, allDay: true }))
  assert.ok(!isSame(fields, { ...fields, week: { ...fields.week, days } }))
  const swapped = fields.stations.map((station) => ({ ...station, settings: station.settings.toReversed() }))
  assert.ok(!isSame(fields, { ...fields, stations: swapped }))
})

test('where no one pays, no refusal of a filter names a plan', () => {
  const texts: Record<string, unknown>[] = [
    { ...editorsEn, ...filterErrorsEn },
    { ...editorsEs, ...filterErrorsEs },
  ]
  for (const said of texts) {
    const plans = (isPaid: boolean) =>
      FILTER_ERROR_CODES.filter((code) =>
        /\bplan\b/i.test(JSON.stringify(said[refusalKey(code, isPaid)] ?? '')),
      )
    assert.deepEqual(plans(true), ['filters.needs_advanced', 'filters.needs_professional'])
    assert.deepEqual(plans(false), [])
  }
})
