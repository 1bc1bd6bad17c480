import assert from 'node:assert/strict'
import { test } from 'node:test'
import { first as en } from '@madruga/core/words/en/first.ts'
import { more as enMore } from '@madruga/core/words/en/more.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import { fillIn } from '@madruga/core/words/model.ts'
import type { Words } from '../../i18n.ts'
import { best, hourOf, missedSum, sayEarned, sayNoBest, saySince, sayWould } from './figures.ts'

test('pay an hour is of the hours worked, and nothing where there are none', () => {
  assert.equal(hourOf({ payCents: 8_000, paidMinutes: 180 }), 2_666)
  assert.equal(hourOf({ payCents: 0, paidMinutes: 0 }), 0)
  assert.equal(hourOf({ payCents: 1_500, paidMinutes: 16 }), 0, 'too short for a rate')
  assert.equal(hourOf({ payCents: 1_500, paidMinutes: 30 }), 3_000)
})

const dollars = { count: 3, payCents: 20_000, tipCents: 0 }
const of = ({ n }: { n: number }) => n

test('the best is the first of the most, and no one where all have nothing', () => {
  assert.deepEqual(best([{ n: 1 }, { n: 3 }, { n: 3, late: true }], of), { n: 3 })
  assert.equal(best([{ n: 0 }, { n: 0 }], of), null)
  assert.equal(best([], of), null)
})

const catalogue: Record<string, unknown> = { ...en, ...enMore }
const words = {
  ...makeFormats('en', { now: () => Date.UTC(2026, 10, 20, 17) }),
  t: (key: string, params: Record<string, string | number> = {}) => fillIn(String(catalogue[key]), params),
} as unknown as Words

test('what was earned is said with its hourly pay, and without it where the time is too short', () => {
  const sum = { payCents: 1_500, paidMinutes: 60, payBasis: 'estimated' } as Parameters<typeof sayEarned>[1]
  assert.equal(sayEarned(words, sum, 'EUR'), '~€15, ~€15/h')
  assert.equal(sayEarned(words, { ...sum, paidMinutes: 16, payBasis: null }, null), '$15')
})

const total = {
  offered: 9,
  caught: 0,
  missed: 0,
  blocks: 0,
  payCents: 0,
  tipCents: 0,
  minutes: 0,
  paidMinutes: 0,
  others: [],
}
const MONDAY = Date.parse('2026-11-16T08:00Z')
const change = { rule: 'time', from: 30, to: 0 } as const

test('that a wider filter would have brought nothing is never said with offers left, for price or otherwise', () => {
  for (const left of [0, 1, 12])
    for (const counterfactuals of [[], [{ ...change, count: 2, cents: 9_000 }]])
      for (const vain of [[], [change]])
        for (const knownFrom of [null, MONDAY]) {
          const said = sayWould(words, {
            counterfactuals,
            vain,
            knownFrom,
            total: { ...total, ignored: left },
          })
          const nothing = said.includes('skipped nothing')
          assert.equal(nothing, left === 0 && counterfactuals.length === 0 && knownFrom !== null, said)
          if (left > 0 && counterfactuals.length === 0 && knownFrom !== null)
            assert.match(said, vain.length > 0 ? /No change would have paid more/ : /No change can be tested/)
        }
})

test('what got away adds up: what the bot went after, told or not, and the rest', () => {
  const misses = [
    {
      cause: 'too_slow' as const,
      count: 5,
      tried: 2,
      payCents: 40_000,
      tipCents: 0,
      currency: 'EUR',
      others: [],
    },
    {
      cause: 'asleep' as const,
      count: 3,
      tried: 0,
      payCents: 0,
      tipCents: 0,
      currency: 'EUR',
      others: [dollars],
    },
  ]
  assert.deepEqual(missedSum({ misses, untold: 4 }), {
    count: 12,
    tried: 6,
    rest: 6,
    payCents: 40_000,
    tipCents: 0,
    currency: 'EUR',
    others: [dollars],
  })
})

test('from when on offers count is told where it is not the whole week', () => {
  const week = { from: '2026-11-16', timeZone: 'America/Los_Angeles' }
  assert.equal(saySince(words, { ...week, knownFrom: MONDAY }), null)
  assert.equal(saySince(words, { ...week, knownFrom: null }), null)
  assert.match(saySince(words, { ...week, knownFrom: MONDAY + 40 * 3_600_000 })!, /Nov 17, 4:00\sPM/)
  assert.match(saySince(words, { ...week, knownFrom: MONDAY + 3_600_000 })!, /Nov 16, 1:00\sAM/)
})

test('jobs whose pay no one states were worked: the week has no best day, and says why', () => {
  assert.match(sayNoBest(words, { blocks: 0 }, 'recap.days_none'), /^No \[blocks\]/)
  assert.match(sayNoBest(words, { blocks: 0 }, 'recap.stations_none'), /has paid/)
  for (const none of ['recap.days_none', 'recap.stations_none'] as const)
    assert.match(sayNoBest(words, { blocks: 3 }, none), /not stated/)
})
