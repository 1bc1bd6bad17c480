import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RuleResult } from '@madruga/core/filters.ts'
import { RULES } from '@madruga/core/filters.ts'
import type { Words } from '../../i18n.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import { describeRules, findBeyond } from './rules.ts'
import { leftNote } from './verdict.ts'

// Keys instead of texts: the test checks which text is selected, and its parameters.
const say = (key: string, params?: Record<string, unknown>) =>
  params ? `${key}(${Object.values(params).join('|')})` : key
const words = {
  ...makeFormats('en', { timeZone: 'UTC', now: () => Date.UTC(2026, 10, 20, 17) }),
  language: 'en',
  t: say,
  say,
} as unknown as Words
const place = { stationCode: 'VAX2' }

const rule = (part: Partial<RuleResult> & Pick<RuleResult, 'rule'>): RuleResult => ({
  passed: false,
  value: null,
  limit: null,
  bound: 'is',
  ...part,
})

test('failed rules come first, each group in its order', () => {
  const lines = describeRules(
    words,
    [
      rule({ rule: 'station', passed: true }),
      rule({ rule: 'time', value: 20, limit: 30, bound: 'min' }),
      rule({ rule: 'price_total', passed: true, value: 9000, limit: 6000, bound: 'min' }),
      rule({ rule: 'overlap' }),
    ],
    place,
  )
  assert.deepEqual(
    lines.map((line) => line.rule),
    ['time', 'overlap', 'station', 'price_total'],
  )
})

test('value and limit in the unit of the rule', () => {
  const cases: [RuleResult, string, string][] = [
    [rule({ rule: 'price_per_hour', value: 1875, limit: 2200, bound: 'min' }), '$18.75', 'why.at_least($22)'],
    [rule({ rule: 'price_total', value: 9900, limit: 9000, bound: 'max' }), '$99', 'why.at_most($90)'],
    [rule({ rule: 'time', value: 93, limit: 120, bound: 'min' }), '1 h 33 min', 'why.at_least(2 h)'],
    [rule({ rule: 'hours_day', value: 630, limit: 600, bound: 'max' }), '10 h 30 min', 'why.at_most(10 h)'],
    [rule({ rule: 'rest_days', value: 615, limit: 660, bound: 'min' }), '10 h 15 min', 'why.at_least(11 h)'],
    [
      rule({ rule: 'rest_days', passed: true, value: null, limit: 660, bound: 'min' }),
      'why.free',
      'why.at_least(11 h)',
    ],
    [rule({ rule: 'days_in_a_row', value: 7, limit: 6, bound: 'max' }), '7', 'why.at_most(6)'],
    [rule({ rule: 'house_allowance', value: 1020, limit: 960, bound: 'max' }), '17 h', 'why.at_most(16 h)'],
    [rule({ rule: 'house_wait_list', value: 4, limit: 3, bound: 'max' }), '4', 'why.at_most(3)'],
    [rule({ rule: 'stops', value: null, limit: 3, bound: 'max' }), 'why.unknown', 'why.at_most(3)'],
    [rule({ rule: 'station', value: 'id', passed: true }), 'VAX2', 'why.station_on'],
    [rule({ rule: 'price_duration', value: 90 }), '1 h 30 min', 'why.no_price'],
    [
      rule({ rule: 'price_miles', value: 31.5, limit: 20, bound: 'max' }),
      'why.miles(31.5)',
      'why.at_most(why.miles(20))',
    ],
    [rule({ rule: 'overlap', passed: true }), 'why.free', ''],
    [rule({ rule: 'full', passed: true }), 'why.full', 'why.full_fits'],
    [rule({ rule: 'pay_known' }), 'why.pay_known', 'why.pay_known_fails'],
    [rule({ rule: 'skills', value: 'cargo bike' }), 'cargo bike', 'why.skills_fails'],
  ]
  for (const [result, value, limit] of cases) {
    const [line] = describeRules(words, [result], place)
    assert.deepEqual([line?.value, line?.limit], [value, limit], result.rule)
  }
})

test('the note of a left offer is its first failed rule', () => {
  const rules = [
    rule({ rule: 'station', passed: true }),
    rule({ rule: 'price_per_hour', value: 1875, limit: 2200, bound: 'min' }),
    rule({ rule: 'overlap' }),
  ]
  assert.equal(leftNote(words, rules, 'price', place), 'left.price_per_hour($18.75|$22)')
  assert.equal(leftNote(words, [], 'schedule', place), 'left.schedule')
  assert.equal(
    leftNote(words, [rule({ rule: 'price_total', value: 9900, limit: 9000, bound: 'max' })], 'price', place),
    'left.over($99|$90)',
  )
})

test('what no change of the filter wins is a block that is held, or else a rule of the house', () => {
  const house = rule({ rule: 'house_allowance' })
  assert.equal(findBeyond([house, rule({ rule: 'price_per_hour' })]), 'why.beyond_house')
  assert.equal(findBeyond([house, rule({ rule: 'overlap' })]), 'why.beyond')
  assert.equal(findBeyond([rule({ rule: 'price_per_hour' }), { ...house, passed: true }]), null)
})

test('amounts are in the money of the offer', () => {
  const low = rule({ rule: 'price_per_hour', value: 1875, limit: 2200, bound: 'min' })
  const euros = { ...place, currency: 'EUR' }
  assert.equal(leftNote(words, [low], 'price', euros), 'left.price_per_hour(€18.75|€22)')
  const unknown = rule({ rule: 'price_net', value: null, limit: 1_000, bound: 'min' })
  assert.match(leftNote(words, [unknown], 'price', euros), /^left\.net_unknown\(.*€10\)$/)
  const [line] = describeRules(words, [low], euros)
  assert.deepEqual([line?.value, line?.limit], ['€18.75', 'why.at_least(€22)'])
})

test('every rule has a label and a note', () => {
  for (const name of RULES) {
    assert.ok(describeRules(words, [rule({ rule: name })], place)[0]?.label)
    assert.ok(leftNote(words, [rule({ rule: name })], 'price', place))
  }
})

test("a block of a kind that the run does not search is no matter of the filter, a trip's kind is", () => {
  const kind = rule({ rule: 'kind', value: 'instant', limit: 'block,reserved' })
  assert.equal(leftNote(words, [kind], 'schedule', place), 'left.kind_run')
  const [line] = describeRules(words, [kind], place)
  assert.deepEqual(
    [line?.value, line?.limit],
    ['kind.instant', 'why.run_searches(kind.block, kind.reserved)'],
  )
  const trip = rule({ rule: 'kind', value: 'curbside', limit: 'shopping' })
  const store = { ...place, store: true }
  assert.match(leftNote(words, [trip], 'schedule', store), /^left\.kind(\(|$)/)
  assert.equal(describeRules(words, [trip], store)[0]?.limit, 'why.is(kind.shopping)')
})
