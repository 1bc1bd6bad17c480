import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFilter, validateFilter } from '@madruga/core/filters.ts'
import type { CourierFilter } from '@madruga/core/filters.ts'
import { describeKind } from '@madruga/core/instances.ts'
import { COURIER_FORM, isPayIdle, toggleSkill } from './courier-fields.ts'

const proposed = proposeFilter('courier', 'basic', 'America/New_York', ['a', 'b']) as CourierFilter
const full: CourierFilter = {
  ...proposed,
  kinds: { shift: true, order: false },
  minMinutes: 60,
  maxMinutes: 240,
  unknownPay: 'own_rate',
  ownRate: { perHourCents: 1_850, perMileCents: 45 },
  maxMiles: 12,
  skills: ['cargo bike', 'cold chain'],
  waitlist: 'leave',
  arrivalMinutes: 25,
}

test('a filter goes through the form unchanged', () => {
  assert.deepEqual(COURIER_FORM.toFilter(COURIER_FORM.toFields(full), full), full)
  assert.deepEqual(COURIER_FORM.toFilter(COURIER_FORM.toFields(proposed), proposed), proposed)
  assert.deepEqual(validateFilter(full), [])
})

test('every error of a filter stands at a field of the form', () => {
  const wrong: CourierFilter = {
    ...full,
    placeIds: [],
    kinds: { shift: false, order: false },
    minMinutes: Number.NaN,
    maxMinutes: -1,
    maxMiles: -1,
    ownRate: { perHourCents: 0, perMileCents: 0 },
    skills: [' '],
    arrivalMinutes: -1,
    price: { ...full.price, perHourMinCents: -1 },
  }
  const fields = validateFilter(wrong).map((error) => COURIER_FORM.fieldOf(error, wrong))
  assert.deepEqual(
    new Set(fields),
    new Set([
      'placeIds',
      'kinds',
      'minMinutes',
      'maxMinutes',
      'maxMiles',
      'ownRate.perHour',
      'skills',
      'setting.arrivalMinutes',
      'setting.perHour',
    ]),
  )
})

test('a draft comes back, one of an older version is completed, and another kind of value is none', () => {
  const fields = COURIER_FORM.toFields(full)
  assert.deepEqual(COURIER_FORM.mend(fields, COURIER_FORM.toFields(proposed)), fields)
  const { skills: _skills, ownRate: _rate, ...older } = fields
  const mended = COURIER_FORM.mend(older, COURIER_FORM.toFields(proposed))
  assert.deepEqual(mended?.skills, proposed.skills)
  assert.equal(mended?.ownRate.perHour, proposed.ownRate.perHourCents / 100)
  assert.equal(COURIER_FORM.mend({ ...fields, placeIds: 'a' }, fields), null)
})

test('a skill is added once and removed again, in any order', () => {
  assert.deepEqual(toggleSkill(['a'], 'b'), ['a', 'b'])
  assert.deepEqual(toggleSkill(['a', 'b'], 'a'), ['b'])
  const one = { ...COURIER_FORM.toFields(full), skills: ['a', 'b'] }
  const other = { ...one, skills: ['b', 'a'] }
  assert.deepEqual(COURIER_FORM.plain(one), COURIER_FORM.plain(other))
})

test('a minimum pay decides nothing where the app states no pay, unless the driver has their own rate', () => {
  const { statesPay } = describeKind('coopcycle')
  for (const unknownPay of ['take', 'ask', 'leave'] as const)
    assert.ok(isPayIdle(statesPay, unknownPay), unknownPay)
  assert.ok(!isPayIdle(statesPay, 'own_rate'))
  assert.ok(!isPayIdle(describeKind('fleetbase').statesPay, 'ask'))
})
