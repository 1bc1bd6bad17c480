import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_HOUSE_RULES, PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import { proposeIn, readInstance, startHouse, startInstance } from './instance-form.ts'

const TODAY = '2026-11-24'
const TYPED = {
  ...startInstance(null, TODAY),
  name: ' Riders ',
  baseUrl: 'https://riders.example ',
  authorisedBy: 'Marta',
}

test('what is typed becomes a record, without blanks around it', () => {
  const { instance, faults } = readInstance({ ...TYPED, payMetaKey: 'pay' }, TODAY, null)
  assert.deepEqual(faults, {})
  assert.deepEqual(
    [instance.name, instance.baseUrl, instance.key],
    ['Riders', 'https://riders.example', null],
  )
  assert.deepEqual(instance.options, {}, 'CoopCycle has no such option')
})

test('each field has its own fault', () => {
  const wrong = { ...TYPED, kind: 'fleetbase', name: '', maxRequestsPerMinute: 'many' } as const
  assert.deepEqual(readInstance(wrong, TODAY, null).faults, {
    name: 'instances.missing',
    key: 'instances.missing',
    'options.currency': 'instances.missing',
    'options.timeZone': 'instances.missing',
    maxRequestsPerMinute: 'instances.rate_range',
  })
  assert.equal(
    readInstance(wrong, TODAY, { baseUrl: wrong.baseUrl, hasKey: true }).faults.key,
    undefined,
    'a stored key stays',
  )
})

test('what the platform states is proposed where nothing is typed', () => {
  const stated = { currency: 'EUR', timeZone: 'Europe/Lisbon', requestsPerMinute: 120 }
  const { currency, timeZone } = proposeIn({ ...TYPED, currency: 'usd' }, stated)
  assert.deepEqual([currency, timeZone], ['usd', 'Europe/Lisbon'])
  assert.deepEqual(proposeIn(TYPED, undefined), TYPED)
})

test('proposed rules of a house are stored as proposed, and each that is out of its range is marked', () => {
  const proposed = { ...TYPED, ...startHouse(PROPOSED_HOUSE_RULES) }
  assert.deepEqual(readInstance(proposed, TODAY, null).instance.houseRules, PROPOSED_HOUSE_RULES)
  const houseLimits = {
    ...proposed.houseLimits,
    headStartMinutes: '',
    maxHoursPerDay: '25',
    waitListPlaces: 'x',
  }
  const { instance, faults } = readInstance({ ...proposed, houseLimits }, TODAY, null)
  assert.equal(instance.houseRules?.headStartMinutes, null, 'an empty field is no rule')
  assert.deepEqual(faults, {
    'houseRules.maxHoursPerDay': 'instances.house_rule_range',
    'houseRules.waitListPlaces': 'instances.house_rule_range',
  })
  const none = { ...TYPED, ...startHouse(NO_HOUSE_RULES) }
  assert.equal(readInstance(none, TODAY, null).instance.houseRules, null)
})

const priceOf = (typed: Partial<typeof TYPED>) =>
  readInstance({ ...TYPED, ...typed }, TODAY, null).instance.memberPrice

test("a member's price is stored in hundredths of the currency that members are paid in; empty is none", () => {
  assert.equal(priceOf({}), null)
  assert.deepEqual(priceOf({ kind: 'fleetbase', memberPrice: '12,5', currency: 'eur' }), {
    cents: 1_250,
    currency: 'EUR',
  })
  assert.deepEqual(priceOf({ memberPrice: '9', memberCurrency: 'gbp', currency: 'EUR' }), {
    cents: 900,
    currency: 'GBP',
  })
  for (const memberPrice of ['0', 'x', '1000.01', '-1', '1.234'])
    assert.equal(
      readInstance({ ...TYPED, memberPrice, memberCurrency: 'EUR' }, TODAY, null).faults['memberPrice.cents'],
      'instances.price_range',
      memberPrice,
    )
})
