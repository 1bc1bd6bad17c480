import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { applyEvent, keptCents, openPayment } from '../billing.ts'
import type { Payment, PaymentEvent } from '../billing.ts'

const EVENTS: readonly PaymentEvent[] = [
  { kind: 'needs_action' },
  { kind: 'refused' },
  { kind: 'processing' },
  { kind: 'paid', cents: 2_606 },
  { kind: 'refunded', refundId: 'r1', cents: 606 },
]
const play = (events: readonly PaymentEvent[]): Payment => events.reduce(applyEvent, openPayment())

test('all 120 orders of five events, with every one of them doubled, end in one state', () => {
  const expected = play(EVENTS)
  assert.deepEqual([expected.state, expected.paidCents, keptCents(expected)], ['paid', 2_606, 2_000])
  for (const order of permutations(EVENTS))
    for (const doubled of order) assert.deepEqual(play([...order, doubled, ...order]), expected)
})

test('any order of any events, however often, ends the same', () => {
  const anyEvent = fc.oneof(
    fc.constantFrom<PaymentEvent>(...EVENTS, { kind: 'canceled' }),
    fc
      .integer({ min: 2, max: 9 })
      .map((id): PaymentEvent => ({ kind: 'refunded', refundId: `r${id}`, cents: id })),
  )
  const shuffled = fc
    .array(anyEvent, { maxLength: 20 })
    .chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
    )
  fc.assert(
    fc.property(shuffled, ([events, other]) => {
      assert.deepEqual(play(events), play([...other, ...events]))
    }),
  )
})

test('a card that was refused may be tried again, and money that came stays', () => {
  assert.equal(play([{ kind: 'refused' }, { kind: 'paid', cents: 500 }]).state, 'paid')
  assert.equal(play([{ kind: 'paid', cents: 500 }, { kind: 'canceled' }]).state, 'paid')
})

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}
