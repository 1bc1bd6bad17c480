import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideCreditNote } from '../payments.ts'
import type { InvoiceToCredit, Refund } from '../payments.ts'
import { PAID as payment } from './testing.ts'

const NOW = Date.parse('2026-11-20T17:00Z')
/** A paid invoice of two items. */
const invoice: InvoiceToCredit = {
  number: 'M-2026-000001',
  state: 'paid',
  dueCents: 999,
  creditedCents: 0,
  couponCents: 0,
  creditsCents: 0,
  waivedCents: 0,
  later: { couponCents: 0, waivedCents: 0 },
  items: [
    { position: 1, kind: 'block', cents: 500, credited: false },
    { position: 2, kind: 'block', cents: 499, credited: false },
  ],
  sold: null,
}
const by = { actor: 'operator', reason: 'a mistake' }

/** What goes back for a note over these items, in cents; null for nothing. */
function givenBack(positions: readonly number[] | 'all', refunds: readonly Refund[]): number | null {
  const refundedCents = refunds
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const before = { ...payment, refundedCents, refunds }
  const { effects } = decideCreditNote(invoice, [before], { id: 'ana' }, { positions, ...by }, NOW)!
  const refund = effects.find((effect) => effect.kind === 'refund')
  return refund?.amountCents ?? null
}
const goodwill = { id: 'r0', cause: 'goodwill', amountCents: 200 } as const

test('a kindness before takes nothing off what is owed for some items', () => {
  for (const state of ['succeeded', 'pending', 'failed'] as const)
    assert.equal(givenBack([1], [{ ...goodwill, state }]), 500)
})

test('a kindness before counts once everything is credited, unless it failed', () => {
  assert.equal(givenBack('all', []), 1_060)
  assert.equal(givenBack('all', [{ ...goodwill, state: 'succeeded' }]), 860)
  assert.equal(givenBack('all', [{ ...goodwill, state: 'open' }]), 860)
  assert.equal(givenBack('all', [{ ...goodwill, state: 'failed' }]), 1_060)
})

test('what is on its way for items before is not given back again', () => {
  const credited = { id: 'r0', state: 'pending', cause: 'credited', amountCents: 500 } as const
  assert.equal(givenBack([1], [credited]), null)
  assert.equal(givenBack('all', [credited]), 560)
})

test('what refunds gave back entirely was taken by no bank: fee and thanks went with the last of them', () => {
  const refunds = [{ id: 'r0', state: 'succeeded', cause: 'goodwill', amountCents: 1_060 }] as const
  const given = { ...payment, refundedCents: 1_060, refunds }
  const request = { positions: 'all', ...by } as const
  const { effects } = decideCreditNote(invoice, [given], { id: 'ana' }, request, NOW)!
  assert.deepEqual(
    effects.map(({ kind }) => kind),
    ['mark_refunds_credited', 'release_discounts'],
  )
})
