import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileFilter, judge, rankOffers, RULE_GROUPS, RULES } from '../filters.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { block, DAY_TEN, FREE, hours, line, NOW, own, priced, proposal } from './samples.ts'
import { isBeyondFilter } from './verdict.ts'

test('the reason is the group of the first failed rule', () => {
  const cheap = priced({ totalMinCents: 9000 })
  assert.equal(judge(block(), cheap, FREE).explain().ignoredFor, 'price')
  assert.equal(judge(block({ startAt: NOW }), cheap, FREE).explain().ignoredFor, 'time')
  assert.equal(judge(block({ startAt: NOW, stationId: 's9' }), cheap, FREE).explain().ignoredFor, 'schedule')
  assert.equal(RULE_GROUPS.price_miles, 'price')
})

test('a matching setting decides at any position', () => {
  const filter = own({ arrivalMinutes: 0, price: priced({ perHourMinCents: 4000 }).shared.price }, {})
  const verdict = judge(block(), filter, FREE)
  const { ignoredFor, failed, settingIndex } = verdict.explain()
  assert.deepEqual([verdict.outcome, ignoredFor, failed, settingIndex], ['match', null, [], 1])
})

test('if none matches, the one with the fewest failed rules is reported', () => {
  const violations = priced({ perHourMinCents: 4000, totalMinCents: 10_000 }).shared.price
  const why = judge(
    block(),
    own(
      { price: violations },
      { price: { ...violations, totalMinCents: 0 } },
      { price: { ...violations, totalMinCents: 0 } },
    ),
    FREE,
  ).explain()
  assert.equal(why.settingIndex, 1)
  assert.deepEqual(why.failed.map(line), ['price_per_hour 2500 min 4000'])
})

test("a station's own schedule replaces the global one", () => {
  const own10to11 = hours(600, 660).schedule
  assert.equal(
    judge(block(), { ...own({ schedule: own10to11 }), schedule: hours(0, 60).schedule }, FREE).outcome,
    'match',
  )
})

test('explain lists the applied rules, passed and failed, with values and limits', () => {
  const compiled = compileFilter(
    { ...priced({ perHourMinCents: 2600, totalMinCents: 7000, combine: 'either' }), maxMinutesPerDay: 600 },
    NOW,
  )
  const lines = compiled
    .judge(block(), FREE)
    .explain()
    .rules.map((each) => `${each.passed ? '+' : '-'} ${line(each)}`)
  assert.deepEqual(lines, [
    '+ station s1 is null',
    '+ kind block is block,instant,reserved',
    `+ schedule ${DAY_TEN} is null`,
    '+ time 1440 min 30',
    '+ price_total 7500 min 7000',
    '+ overlap null is null',
    '+ hours_day 180 max 600',
  ])
})

function explainedPrices(perHourMinCents: number, totalMinCents: number) {
  const filter = priced({ perHourMinCents, totalMinCents, combine: 'either' })
  const results = compileFilter(filter, NOW).judge(block(), FREE).explain().rules
  return results.map((each) => each.rule).filter((rule) => rule.startsWith('price'))
}

test('if either price is enough, both are explained when both hold or none does', () => {
  assert.deepEqual(explainedPrices(2000, 7000), ['price_per_hour', 'price_total'])
  assert.deepEqual(explainedPrices(2600, 7000), ['price_total'])
  assert.deepEqual(explainedPrices(2000, 9000), ['price_per_hour'])
  assert.deepEqual(explainedPrices(2600, 9000), ['price_per_hour', 'price_total'])
})

test('a compiled filter is valid for a day and knows its filter', () => {
  const compiled = compileFilter(proposal, NOW)
  assert.equal(compiled.validUntil, NOW + DAY_MS)
  assert.equal(compiled.filter, proposal)
  assert.equal(
    compiled.matches(block({ startAt: NOW + 14 * DAY_MS }), { now: compiled.validUntil, held: [] }),
    true,
  )
  assert.equal(
    compileFilter(proposal, NOW, { horizonDays: 3 }).matches(block({ startAt: NOW + 4 * DAY_MS }), FREE),
    false,
  )
})

test('every rule belongs to one reason of the seed', () => {
  assert.deepEqual(Object.keys(RULE_GROUPS), [...RULES])
})

const told = (payCents: number, price: Parameters<typeof priced>[0]) =>
  compileFilter(priced(price), NOW)
    .judge(block({ payCents }), FREE)
    .explain()
    .rules.filter(({ rule }) => rule.startsWith('price'))
    .map((each) => `${each.passed ? '+' : '-'} ${line(each)}`)

test('pay is told by the minimum that it reaches, and by the maximum once it is above', () => {
  const both = { perHourMinCents: 2000, perHourMaxCents: 2500, totalMinCents: 7000, totalMaxCents: 7500 }
  assert.deepEqual(told(7500, both), ['+ price_per_hour 2500 min 2000', '+ price_total 7500 min 7000'])
  assert.deepEqual(told(7501, both), ['- price_per_hour 2501 max 2500', '- price_total 7501 max 7500'])
  const table = { byDuration: [{ minutes: 180, minCents: 5000, maxCents: 7500 }] }
  assert.deepEqual(told(7500, table), ['+ price_duration 7500 min 5000'])
  assert.deepEqual(told(7501, table), ['- price_duration 7501 max 7500'])
  const anyPay = (maxCents: number | null) =>
    told(7500, { byDuration: [{ minutes: 180, minCents: 0, maxCents }] })
  assert.deepEqual(
    [anyPay(null), anyPay(9000)],
    [['+ price_duration 7500 min 0'], ['+ price_duration 7500 max 9000']],
  )
})

test('offers that arrive together are tried by pay an hour, then by pay in all, then by their start', () => {
  const offers = [
    block({ id: 'late', startAt: DAY_TEN + HOUR_MS }),
    block({ id: 'early' }),
    block({ id: 'long', startAt: DAY_TEN + HOUR_MS, endAt: DAY_TEN + 7 * HOUR_MS, payCents: 15_000 }),
    block({ id: 'dear', startAt: DAY_TEN + 2 * HOUR_MS, endAt: DAY_TEN + 3 * HOUR_MS, payCents: 2_600 }),
    block({ id: 'tipped', payCents: 7_400, tipCents: 5_000 }),
  ].map((offer) => ({ offer }))
  const ranked = (countTip: boolean) =>
    rankOffers([...offers], priced({ countTip })).map(({ offer }) => offer.id)
  assert.deepEqual(ranked(false), ['dear', 'long', 'early', 'late', 'tipped'])
  assert.deepEqual(ranked(true), ['tipped', 'dear', 'long', 'early', 'late'])
})

test('no change of a filter helps against what the driver holds or what the house says', () => {
  assert.deepEqual(
    RULES.filter((rule) => isBeyondFilter(rule) && !rule.startsWith('house_')),
    ['overlap', 'travel'],
  )
  assert.equal(RULES.filter((rule) => rule.startsWith('house_')).every(isBeyondFilter), true)
})
