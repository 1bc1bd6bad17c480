import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findSaving } from './saving.ts'

const prices = { weekCents: { advanced: 2_500, professional: 3_500 } }

test('$110 by the block would have been $25 flat: $85 saved', () => {
  assert.deepEqual(findSaving(11_000, prices), { plan: 'advanced', weekCents: 2_500, savesCents: 8_500 })
})

test('nothing is said of a plan that costs as much or more', () => {
  assert.equal(findSaving(2_500, prices), null)
  assert.equal(findSaving(0, prices), null)
  assert.deepEqual(findSaving(2_501, prices)?.savesCents, 1)
})

test('an operator who makes the larger plan the cheaper one has it named', () => {
  const cheap = { weekCents: { advanced: 4_000, professional: 3_000 } }
  assert.equal(findSaving(5_000, cheap)?.plan, 'professional')
})

test('what is saved is true to the cent, and no other plan saves more', () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  fc.assert(
    fc.property(cents, cents, cents, (fees, advanced, professional) => {
      const saving = findSaving(fees, { weekCents: { advanced, professional } })
      const best = fees - Math.min(advanced, professional)
      assert.equal(saving?.savesCents ?? 0, Math.max(0, best))
      if (saving) assert.equal(fees - saving.weekCents, saving.savesCents)
    }),
  )
})
