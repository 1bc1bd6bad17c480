import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readReferralCode } from '../accounts.ts'
import {
  creditsForWeek,
  countInvitations,
  makeReferralCode,
  refuseInvitation,
  refuseReferral,
} from '../subscriptions.ts'
import { DAY_MS } from '../time.ts'

const NOW = 1_800_000_000_000

test('no one thanks themselves, by account or by phone, and a friend is thanked for once', () => {
  const owner = { id: 'ana', phone: '13055550100' }
  const friend = { id: 'ben', phone: '13055550101', referredBy: null }
  assert.equal(refuseReferral(owner, friend), null)
  assert.equal(refuseReferral(null, friend), 'referral_unknown')
  assert.equal(refuseReferral(owner, { ...friend, id: 'ana' }), 'referral_self')
  assert.equal(refuseReferral(owner, { ...friend, phone: owner.phone }), 'referral_self')
  assert.equal(refuseReferral(owner, { ...friend, referredBy: 'eva' }), 'referral_twice')
  // Two without a phone are not one person.
  assert.equal(refuseReferral({ ...owner, phone: null }, { ...friend, phone: null }), null)
})

test('this many invitations leave in any 24 hours, and then one whenever the oldest of them is a day old', () => {
  const sentAt = [NOW - DAY_MS, NOW - DAY_MS + 5, NOW - 7, NOW - 1]
  assert.deepEqual(countInvitations(sentAt, NOW, 4), { leftToday: 1, waitMs: 0 })
  assert.deepEqual(countInvitations(sentAt.toReversed(), NOW, 3), { leftToday: 0, waitMs: 5 })
  assert.deepEqual(countInvitations(sentAt, NOW, 2), { leftToday: 0, waitMs: DAY_MS - 7 })
  assert.deepEqual(countInvitations([], NOW, 2), { leftToday: 2, waitMs: 0 })
})

test('no one invites themselves, or a friend twice, or more than they may', () => {
  const inviter = { phone: '13055550100', invitedBefore: false, leftToday: 1 }
  assert.equal(refuseInvitation('13055550101', inviter), null)
  assert.equal(refuseInvitation('13055550101', { ...inviter, phone: null }), null)
  assert.equal(refuseInvitation('13055550100', inviter), 'self')
  assert.equal(refuseInvitation('13055550101', { ...inviter, leftToday: 0 }), 'too_many')
  assert.equal(
    refuseInvitation('13055550101', { ...inviter, invitedBefore: true, leftToday: 0 }),
    'sent_already',
  )
})

test('a code is eight signs that no one takes for others, begins with a letter, and is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (chances) => {
      const rest = chances.values()
      const code = makeReferralCode((below) => Math.floor((rest.next().value ?? 0.999) * below))
      assert.match(code, /^[A-HJ-NP-Z][A-HJ-NP-Z2-9]{7}$/)
      assert.equal(readReferralCode(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`), code)
    }),
  )
})

test('weekly invoices use no credit that its driver keeps for a subscription, unless they can have none', () => {
  assert.equal(creditsForWeek(2, { variant: 'amazon', keep: false }), 2)
  assert.equal(creditsForWeek(2, { variant: 'amazon', keep: true }), 0)
  assert.equal(creditsForWeek(2, { variant: 'spark', keep: true }), 2)
})
