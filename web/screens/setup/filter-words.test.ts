import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsTip, judge, payChoices, proposeFilter } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import type { Offer, Variant } from '@madruga/core/offers.ts'
import { VARIANTS } from '@madruga/core/variants.ts'
import type { Words } from '../../i18n.ts'
import { commonAnswer, sayLeastPay, sayOtherRules } from './filter-words.ts'
import type { WhatIf } from './filter-words.ts'

const HOUR_MS = 3_600_000
/** Tuesday, November 24, 2026, 10:00 in New York. */
const NOW = Date.UTC(2026, 10, 24, 15)

// Keys instead of texts, with their parameters.
const say = (key: string, params: Record<string, unknown> = {}) =>
  [key, ...Object.values(params)].map(String).join(' ')
const words = { ...makeFormats('en', { timeZone: 'UTC', now: () => NOW }), t: say, say } as unknown as Words

const KINDS = {
  amazon: ['block', 'reserved'],
  spark: ['curbside', 'shopping', 'delivery'],
  courier: ['shift', 'order'],
} as const satisfies Record<Variant, readonly Offer['kind'][]>

/** What may be wrong with an offer, by the rule that leaves it, and what a card says of that rule. */
const WRONG: { rule: string; change: Partial<Offer>; said: (filter: Filter) => string | null }[] = [
  { rule: 'station', change: { stationId: 's9' }, said: () => 'setup.filter_text 1' },
  {
    rule: 'schedule',
    change: { startAt: NOW + 18 * HOUR_MS, endAt: NOW + 21 * HOUR_MS },
    said: () => `${words.time(5 * HOUR_MS, 'UTC')} ${words.time(23 * HOUR_MS, 'UTC')}`,
  },
  {
    rule: 'time',
    change: { startAt: NOW + HOUR_MS / 12, endAt: NOW + 3 * HOUR_MS },
    said: (filter) => ` ${'shared' in filter ? filter.shared.arrivalMinutes : filter.arrivalMinutes} `,
  },
  { rule: 'skills', change: { skills: ['bike'] }, said: () => 'setup.no_skills' },
  { rule: 'pay_known', change: { payCents: 0, payBasis: 'unknown' }, said: () => 'setup.asks_unpaid' },
]

test('the card of the set-up names every rule by which its filter leaves an offer', () => {
  const met = new Set<string>()
  for (const variant of VARIANTS) {
    for (const { filter } of payChoices(proposeFilter(variant, 'basic', 'America/New_York', ['s1']))) {
      const card = `${sayLeastPay(words, filter, null)} ${sayOtherRules(words, filter)}`
      assert.ok(!countsTip(filter) && card.includes('setup.no_tips'))
      for (const kind of KINDS[variant])
        for (const batched of variant === 'spark' ? [false, true] : [false]) {
          const good: Offer = {
            id: 'o',
            stationId: 's1',
            kind,
            batched,
            payCents: 50_000,
            tipCents: 0,
            miles: 4,
            stops: 2,
            startAt: NOW + 3 * HOUR_MS,
            endAt: NOW + 6 * HOUR_MS,
            expiresAt: null,
          }
          const failed = (offer: Offer) => judge(offer, filter, { now: NOW, held: [] }).explain().failed
          assert.deepEqual(failed(good), [])
          for (const { rule, change, said } of WRONG) {
            if (variant !== 'courier' && (rule === 'skills' || rule === 'pay_known')) continue
            assert.deepEqual(
              failed({ ...good, ...change }).map((each) => each.rule),
              [rule],
            )
            assert.ok(card.includes(said(filter)!), `${rule} in ${card}`)
            met.add(rule)
          }
          // The least pay that is left, whatever the kind, stands on the card.
          for (const { rule, limit } of failed({ ...good, payCents: 1 })) {
            assert.ok(card.includes(words.money(Number(limit))), `${rule} of ${kind} in ${card}`)
            met.add(rule)
          }
        }
    }
  }
  assert.deepEqual([...met].sort(), [
    'pay_known',
    'price_kind',
    'price_per_hour',
    'schedule',
    'skills',
    'station',
    'time',
  ])
})

test('what every choice of pay would have held is said once, and only where all of it is known', () => {
  const held = { count: 2, cents: 2_000, tipCents: 0, minutes: 60, others: [] }
  const one = { considered: 200, held } as unknown as WhatIf
  assert.equal(commonAnswer([one, { ...one }, one]), one)
  assert.equal(commonAnswer([one, { ...one, held: { ...held, count: 1 } }]), null)
  assert.equal(commonAnswer([one, { ...one, held: { ...held, cents: 1_999 } }]), null)
  assert.equal(commonAnswer([one, { ...one, considered: 199 }]), null)
  assert.equal(commonAnswer([one, undefined]), null)
  assert.equal(commonAnswer([undefined]), null)
  assert.equal(commonAnswer([{ ...one, considered: 0 }]), null)
})
