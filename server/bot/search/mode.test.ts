import assert from 'node:assert/strict'
import { test } from 'node:test'
import { START_MODES } from '@madruga/core/bot-states.ts'
import { compileFilter, proposeFilter } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Offer, OfferKind } from '@madruga/core/offers.ts'
import { filterForMode } from './mode.ts'

/** Noon in New York, inside the proposed hours. */
const NOW = Date.UTC(2026, 10, 20, 17)
const CONTEXT = { now: NOW, held: [] }
const filter = compileFilter(proposeFilter('amazon', 'basic', 'America/New_York', ['s1']), NOW)

function offer(kind: OfferKind, over: Partial<Offer> = {}): Offer {
  const terms = { payCents: 9_000, tipCents: 0, miles: null, stops: null, batched: false, expiresAt: null }
  const at = { startAt: NOW + HOUR_MS, endAt: NOW + 3 * HOUR_MS }
  return { id: 'o1', stationId: 's1', kind, ...at, ...terms, ...over }
}

test('each mode searches its kinds and leaves the others, by matching and by judging alike', () => {
  const hunted = Object.fromEntries(
    START_MODES.map((mode) => {
      const limited = filterForMode(filter, mode)
      const kinds = (['block', 'reserved', 'instant'] as const).filter((kind) => {
        const matches = limited.matches(offer(kind), CONTEXT)
        const verdict = limited.judge(offer(kind), CONTEXT)
        assert.equal(verdict.outcome === 'match', matches)
        const { rules, failed } = verdict.explain()
        assert.equal(failed.length === 0, matches)
        assert.equal(
          rules.every((rule) => rule.passed),
          matches,
        )
        return matches
      })
      return [mode, kinds]
    }),
  )
  assert.deepEqual(hunted, {
    regular: ['block', 'reserved'],
    regular_and_instant: ['block', 'reserved', 'instant'],
    instant_only: ['instant'],
  })
})

test('what is left says why: the kind after the station, and everything else that fails too', () => {
  const cheap = offer('instant', { payCents: 100, stationId: 'elsewhere' })
  const why = filterForMode(filter, 'regular').judge(cheap, CONTEXT).explain()
  assert.deepEqual(
    [why.ignoredFor, why.failed.map((rule) => rule.rule)],
    ['schedule', ['station', 'kind', 'price_per_hour']],
  )
  assert.deepEqual(why.failed[1], {
    rule: 'kind',
    passed: false,
    value: 'instant',
    limit: 'block,reserved',
    bound: 'is',
  })
  const { rules } = filterForMode(filter, 'instant_only').judge(offer('block'), CONTEXT).explain()
  assert.equal(rules.filter((rule) => rule.rule === 'kind').length, 1)
})

test('the mode outlives the day on which the filter is laid out again', () => {
  const later = filterForMode(filter, 'regular').compileAgain(NOW)
  assert.equal(later.matches(offer('instant'), CONTEXT), false)
})
