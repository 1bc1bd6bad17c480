import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCredits, refuseReferral, settleReferral } from '../billing.ts'
import type { Referral } from '../billing.ts'

const NOW = 1_800_000_000_000
const open: Referral = { driverId: 'ana', friendId: 'ben', earnedAt: null, usedBy: null, archived: false }

test('the first payment of the friend earns the credit, and no later one a second', () => {
  const earned = settleReferral(open, NOW)
  assert.deepEqual(countCredits([earned]), { earned: 1, used: 0, available: 1 })
  assert.deepEqual(settleReferral(earned, NOW + 1), earned)
})

test('the refund of the only payment takes back what was not used, and leaves what was', () => {
  const earned = settleReferral(open, NOW)
  assert.deepEqual(settleReferral(earned, null), open)
  const used = { ...earned, usedBy: 'invoice' }
  assert.deepEqual(settleReferral(used, null), used)
  assert.deepEqual(countCredits([used]), { earned: 1, used: 1, available: 0 })
})

test('an archived invitation keeps its credit', () => {
  assert.equal(countCredits([{ ...open, earnedAt: NOW, archived: true }]).available, 1)
})

test('nobody thanks themselves, by account or by phone, and a friend is thanked for once', () => {
  const owner = { id: 'ana', phone: '13055550100' }
  const friend = { id: 'ben', phone: '13055550101', referredBy: null }
  assert.equal(refuseReferral(owner, friend), null)
  assert.equal(refuseReferral(null, friend), 'referral_unknown')
  assert.equal(refuseReferral(owner, { ...friend, id: 'ana' }), 'referral_self')
  assert.equal(refuseReferral(owner, { ...friend, phone: owner.phone }), 'referral_self')
  assert.equal(refuseReferral(owner, { ...friend, referredBy: 'eva' }), 'referral_twice')
})
