import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { LogEvents } from '@madruga/core/events.ts'
import { compileFilter, RULES } from '@madruga/core/filters.ts'
import type { HeldSpan, RuleResult } from '@madruga/core/filters.ts'
import { PROPOSED_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import { filters, GEOGRAPHY, histories } from '@madruga/core/filters/replay/testing.ts'
import { OFFER_KINDS } from '@madruga/core/offers.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { anyCharacter, isFullRun } from '../../kit/testing.ts'
import { encodeData } from './encode.ts'
import { packVerdict, unpackVerdict } from './verdict-form.ts'

type Ignored = LogEvents['offer.ignored']

/** What a line would say that is stored whole. */
const whole = (data: Ignored): unknown => JSON.parse(encodeData(data))

/** What it says in parts, read as PostgreSQL returns them; null = it is stored whole. */
function inParts(data: Ignored, at: number): unknown {
  const packed = packVerdict(data, at)
  if (packed === null) return null
  const { listing, form, own } = packed
  return unpackVerdict({ listing: JSON.parse(listing), form: JSON.parse(form), own }, at)
}

const REST = { hoursBetweenDays: 11, maxDaysInARow: 5, hoursPerWeek: 35 }
const AT_LEAST = isFullRun ? 100_000 : 9_000
const held = fc.array(
  fc.record({
    quarter: fc.integer({ min: -40, max: 300 }),
    minutes: fc.constantFrom(45, 60, 150),
    stationId: fc.constantFrom('s1', 's2', 's3'),
  }),
  { maxLength: 4 },
)

test('a verdict in parts says what it said whole, field by field, for filters of all variants', () => {
  const counts = { all: 0, own: 0, rules: new Set<string>() }
  const property = fc.property(
    filters.chain((filter) => histories(filter.variant).map((history) => ({ filter, history }))),
    held,
    fc.integer({ min: 0, max: 20 * HOUR_MS }),
    ({ filter, history }, spans, laterMs) => {
      const resting = { ...filter, rest: REST }
      const geography = { ...GEOGRAPHY, houseRules: PROPOSED_HOUSE_RULES }
      const compiled = compileFilter(resting, history[0]!.seenAt, { geography, horizonDays: 30 })
      for (const { seenAt, ...offer } of history) {
        const at = seenAt + laterMs
        const grid = at - (at % (15 * MINUTE_MS))
        const busy = spans.map(({ quarter, minutes, stationId }): HeldSpan => {
          const startAt = grid + quarter * 15 * MINUTE_MS
          return { startAt, endAt: startAt + minutes * MINUTE_MS, stationId }
        })
        const context = {
          now: at,
          held: busy.toSorted((one, other) => one.startAt - other.startAt),
          firstSeenAt: seenAt,
        }
        const { rules, ignoredFor } = compiled.judge(offer, context).explain()
        const said: Ignored = {
          offer,
          stationCode: 'VNY1',
          timeZone: at % 2 === 0 ? filter.timeZone : undefined,
          filterVersion: 3,
          rules,
          ignoredFor: ignoredFor ?? 'schedule',
          ...(at % 3 === 0 && { unasked: 'over' as const }),
        }
        counts.all++
        const packed = packVerdict(said, at)
        assert.ok(packed)
        assert.deepEqual(inParts(said, at), whole(said))
        if (packed.own !== null) counts.own++
        for (const { rule } of rules) counts.rules.add(rule)
      }
    },
  )
  fc.assert(property, { numRuns: isFullRun ? 900 : 90 })
  assert.ok(counts.all >= AT_LEAST, `${counts.all}`)
  assert.deepEqual([...counts.rules].toSorted(), [...RULES].toSorted(), 'every rule was read')
  assert.ok(counts.own > counts.all / 20)
})

const odd = fc.oneof(
  fc.constantFrom(0, -0, 1, 0.1, NaN, Infinity, -Infinity, 2 ** 53, 9e15, -1e300, 1_795_010_000_000),
  fc.double(),
  fc.integer(),
)
const text = fc.oneof(
  fc.constantFrom(
    '',
    '[',
    'x\u0000y',
    '\ud800',
    'a\ud83d\u0000\ude00',
    '"',
    '\\u0000',
    'own',
    'x'.repeat(9_000),
  ),
  fc.string({ unit: anyCharacter }),
)
const value = fc.oneof(fc.constant(null), odd, text)
const offers = fc.record({
  id: text,
  stationId: text,
  kind: fc.constantFrom(...OFFER_KINDS),
  startAt: odd,
  endAt: odd,
  payCents: odd,
  tipCents: odd,
  miles: fc.oneof(fc.constant(null), odd),
  stops: fc.oneof(fc.constant(null), odd),
  batched: fc.boolean(),
  expiresAt: fc.oneof(fc.constant(null), odd),
  skills: fc.oneof(fc.constant(undefined), fc.constant(null), fc.array(text, { maxLength: 3 })),
  currency: fc.oneof(fc.constant(undefined), text),
})

test('what a hostile platform sends is kept as JSON keeps it, in parts or whole', () => {
  let packed = 0
  const results = fc.record({
    rule: fc.constantFrom(...RULES),
    passed: fc.boolean(),
    value: fc.oneof(value, fc.constantFrom('the id', 'the pay', 'the start')),
    limit: value,
    bound: fc.constantFrom<RuleResult['bound']>('min', 'max', 'is'),
  })
  const property = fc.property(
    offers,
    fc.array(results, { maxLength: 6 }),
    text,
    odd,
    (offer, given, code, at) => {
      const named = new Map<unknown, RuleResult['value']>([
        ['the id', offer.stationId],
        ['the pay', offer.payCents],
        ['the start', offer.startAt],
      ])
      const rules = given.map((each) => ({ ...each, value: named.get(each.value) ?? each.value }))
      const said: Ignored = { offer, stationCode: code, filterVersion: 1, rules, ignoredFor: 'time' }
      const read = inParts(said, at)
      if (read === null) return
      packed++
      assert.deepEqual(read, whole(said))
    },
  )
  fc.assert(property, { numRuns: 20_000 })
  assert.ok(packed > 500, `${packed}`)
})

const OFFER: Ignored['offer'] = {
  id: 'o1',
  stationId: 's1',
  kind: 'block',
  startAt: 1_795_010_000_000,
  endAt: 1_795_010_000_000 + 3 * HOUR_MS,
  payCents: 5_400,
  tipCents: 0,
  miles: null,
  stops: null,
  batched: false,
  expiresAt: null,
}

test('an instant whose distance from the start is no exact number is stored whole', () => {
  const offer = { ...OFFER, startAt: -1 }
  const rules = [{ rule: 'overlap', passed: false, value: 2 ** 53, limit: 0, bound: 'min' } as const]
  const said: Ignored = { offer, stationCode: 'VNY1', filterVersion: 1, rules, ignoredFor: 'time' }
  assert.equal(packVerdict(said, OFFER.startAt), null)
})

test('an offer to one driver or place is never shared', () => {
  for (const kind of ['reserved', 'instant'] as const) {
    const offer = { ...OFFER, kind }
    const said: Ignored = { offer, stationCode: 'VNY1', filterVersion: 1, rules: [], ignoredFor: 'price' }
    assert.equal(packVerdict(said, OFFER.startAt), null)
  }
})

test('an hour of work that is held already is the only value that a line has of its own', () => {
  const rules: RuleResult[] = [
    { rule: 'price_total', passed: false, value: 5_400, limit: 9_000, bound: 'min' },
    { rule: 'overlap', passed: true, value: null, limit: null, bound: 'is' },
    { rule: 'hours_day', passed: true, value: 180, limit: 480, bound: 'max' },
    { rule: 'hours_week', passed: true, value: 1_260, limit: 2_400, bound: 'max' },
  ]
  const said: Ignored = { offer: OFFER, stationCode: 'VNY1', filterVersion: 1, rules, ignoredFor: 'price' }
  assert.equal(packVerdict(said, OFFER.startAt)?.own, (1_260).toString(36))
})
