import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFilter, validateFilter } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import { draftKey, readDraft, sameFields, writeDraft } from './draft.ts'
import {
  checkTyped,
  crossesMidnight,
  endMinute,
  fieldOf,
  formatClock,
  parseClock,
  toFields,
  toFilter,
} from './fields.ts'

const proposed = proposeFilter('amazon', 'basic', 'America/Los_Angeles', ['s1', 's2']) as AmazonFilter

test('a filter goes through the form unchanged', () => {
  assert.deepEqual(toFilter(toFields(proposed), proposed), proposed)
  assert.deepEqual(validateFilter(toFilter(toFields(proposed), proposed)), [])
})

test('limits of none are zero in the form and none in the filter', () => {
  const fields = { ...toFields(proposed), hoursPerDay: 8, hoursPerWeek: 0 }
  const filter = toFilter(fields, proposed)
  assert.equal(filter.maxMinutesPerDay, 480)
  assert.equal(filter.maxMinutesPerWeek, null)
})

test('clock texts', () => {
  assert.equal(parseClock('09:30'), 570)
  assert.ok(Number.isNaN(parseClock('')))
  assert.equal(formatClock(1440), '00:00')
  assert.equal(endMinute('00:00'), 1440)
  assert.equal(crossesMidnight({ on: true, allDay: false, from: '22:00', to: '02:00' }), true)
  assert.equal(crossesMidnight({ on: true, allDay: false, from: '22:00', to: '00:00' }), false)
})

test('every refusal of the rules leads to the field in which it was typed', () => {
  const fields = toFields(proposed)
  const broken = toFilter(
    {
      ...fields,
      stationIds: [],
      perHour: null,
      total: -1,
      arrivalMinutes: null,
      sleepAfterAwardMinutes: null,
      hoursPerDay: null,
      days: fields.days.map((day, index) =>
        index === 2 ? { ...day, from: '10:00', to: '10:00' } : index === 0 ? { ...day, on: false } : day,
      ),
    },
    proposed,
  )
  const found = new Set(validateFilter(broken).map((error) => fieldOf(error, broken)))
  assert.deepEqual(
    [...found].sort(),
    [
      'arrivalMinutes',
      'days.2',
      'hoursPerDay',
      'perHour',
      'sleepAfterAwardMinutes',
      'stationIds',
      'total',
    ].sort(),
  )
  const none = toFilter({ ...fields, days: fields.days.map((day) => ({ ...day, on: false })) }, proposed)
  assert.deepEqual(
    validateFilter(none).map((error) => fieldOf(error, none)),
    ['days'],
  )
})

test('hours left empty are told before anything is sent', () => {
  const fields = toFields(proposed)
  fields.days[3] = { on: true, allDay: false, from: '', to: '10:00' }
  fields.days[4] = { on: false, allDay: false, from: '', to: '' }
  assert.deepEqual(checkTyped(fields), [{ field: 'days.3', code: 'filters.no_range' }])
})

test('a draft survives, a broken one is forgotten, an old one is made whole', () => {
  const fields = { ...toFields(proposed), perHour: 31 }
  const kept = writeDraft({ version: 4, fields })
  assert.deepEqual(readDraft(kept, toFields(proposed)), { version: 4, fields })
  for (const text of [
    null,
    '',
    '{',
    'null',
    '{"version":1}',
    '{"version":"1","fields":{}}',
    '{"version":1,"fields":{"days":[]}}',
  ])
    assert.equal(readDraft(text, toFields(proposed)), null, String(text))
  assert.equal(readDraft('{"version":1,"fields":{"total":7}}', toFields(proposed))?.fields.perHour, 20)
  assert.notEqual(draftKey('a', 'amazon'), draftKey('b', 'amazon'))
})

test('the order of stations and of keys is no change', () => {
  const fields = toFields(proposed)
  const { perHour, ...rest } = fields
  assert.ok(sameFields(fields, { ...rest, perHour, stationIds: [...fields.stationIds].toReversed() }))
  assert.ok(!sameFields(fields, { ...fields, days: fields.days.map((day) => ({ ...day, allDay: true })) }))
})
