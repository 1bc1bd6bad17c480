import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readReferralCode } from '../accounts.ts'
import {
  countCredits,
  creditsForWeek,
  countInvitations,
  makeReferralCode,
  refuseInvitation,
  refuseReferral,
  applyToReferral,
} from '../billing.ts'
import type { Referral } from '../billing.ts'
import { DAY_MS } from '../time.ts'

const NOW = 1_800_000_000_000
const open: Referral = { driverId: 'ana', friendId: 'ben', earnedAt: null, usedBy: null, archived: false }

test('the first payment of the friend earns the credit, and no later one a second', () => {
  const earned = applyToReferral(open, NOW)
  assert.deepEqual(countCredits([earned]), { earned: 1, used: 0, available: 1 })
  assert.deepEqual(applyToReferral(earned, NOW + 1), earned)
})

test('the refund of the only payment takes back what was not used, and leaves what was', () => {
  const earned = applyToReferral(open, NOW)
  assert.deepEqual(applyToReferral(earned, null), open)
  const used = { ...earned, usedBy: 'invoice' }
  assert.deepEqual(applyToReferral(used, null), used)
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
  // Two without a phone are not one person.
  assert.equal(refuseReferral({ ...owner, phone: null }, { ...friend, phone: null }), null)
})

// Eva and Luz share a phone, Sol has none.
const PHONES: Record<string, string | null> = { ana: '1', ben: '2', eva: '3', luz: '3', sol: null }
const driver = fc.constantFrom('ana', 'ben', 'eva', 'luz', 'sol')
const event = fc.oneof(
  fc.record({ kind: fc.constant('registers' as const), friend: driver, owner: driver }),
  fc.record({ kind: fc.constantFrom('pays' as const, 'refunded' as const), friend: driver }),
  fc.record({ kind: fc.constant('uses' as const), owner: driver }),
)

test('whoever registers, pays, is refunded and uses credits in whatever order: nobody thanks themselves, and no friend counts twice', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const referrals = new Map<string, Referral>()
      const payments = new Map<string, number>()
      const first = new Map<string, string>()
      const uses = new Map<string, number>()
      for (const [now, each] of events.entries()) {
        if (each.kind === 'registers') {
          const [owner, friend] = [each.owner, each.friend].map((id) => ({ id, phone: PHONES[id]! }))
          const referredBy = referrals.get(each.friend)?.driverId ?? null
          if (refuseReferral(owner!, { ...friend!, referredBy }) !== null) continue
          referrals.set(each.friend, { ...open, driverId: each.owner, friendId: each.friend })
          assert.ok(!first.has(each.friend))
          first.set(each.friend, each.owner)
        } else if (each.kind === 'uses') {
          const credit = [...referrals.values()].find(
            ({ driverId, earnedAt, usedBy }) =>
              driverId === each.owner && earnedAt !== null && usedBy === null,
          )
          if (!credit?.friendId) continue
          referrals.set(credit.friendId, { ...credit, usedBy: `invoice ${now}` })
          uses.set(credit.friendId, (uses.get(credit.friendId) ?? 0) + 1)
        } else {
          const paid = Math.max(0, (payments.get(each.friend) ?? 0) + (each.kind === 'pays' ? 1 : -1))
          payments.set(each.friend, paid)
          const referral = referrals.get(each.friend)
          if (referral) referrals.set(each.friend, applyToReferral(referral, paid > 0 ? now : null))
        }
      }
      for (const [friend, { driverId, earnedAt, usedBy }] of referrals) {
        assert.notEqual(driverId, friend)
        assert.ok(PHONES[driverId] === null || PHONES[driverId] !== PHONES[friend])
        assert.equal(driverId, first.get(friend))
        assert.ok((uses.get(friend) ?? 0) <= 1)
        if (earnedAt !== null) assert.ok(usedBy !== null || (payments.get(friend) ?? 0) > 0)
      }
      for (const id of Object.keys(PHONES)) {
        const own = [...referrals.values()].filter(({ driverId }) => driverId === id)
        const { earned, used, available } = countCredits(own)
        assert.ok(available === earned - used && available >= 0 && earned <= own.length)
      }
    }),
  )
})

test('so many invitations leave in any 24 hours, and then one whenever the oldest of them is a day old', () => {
  const sentAt = [NOW - DAY_MS, NOW - DAY_MS + 5, NOW - 7, NOW - 1]
  assert.deepEqual(countInvitations(sentAt, NOW, 4), { leftToday: 1, waitMs: 0 })
  assert.deepEqual(countInvitations(sentAt.toReversed(), NOW, 3), { leftToday: 0, waitMs: 5 })
  assert.deepEqual(countInvitations(sentAt, NOW, 2), { leftToday: 0, waitMs: DAY_MS - 7 })
  assert.deepEqual(countInvitations([], NOW, 2), { leftToday: 2, waitMs: 0 })
})

test('nobody invites themselves, or a friend twice, or more than they may', () => {
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

test('a code is eight signs that nobody takes for others, begins with a letter, and is read as it was written', () => {
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
