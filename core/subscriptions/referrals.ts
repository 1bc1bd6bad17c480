import type { Variant } from '../offers.ts'
import { describeVariant } from '../variants.ts'
import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'

/**
 * How many credits a weekly invoice may take: none where the driver keeps them for a subscription, which not
 * every variant has.
 */
export function creditsForWeek(
  available: number,
  { variant, keep }: { variant: Variant; keep: boolean },
): number {
  return keep && describeVariant(variant).hasPlans ? 0 : available
}

/** Whose account, and their phone with its country code; null = none. */
type Person = { id: string; phone: string | null }

/** Why a code thanks no one; null = it does. A number that is the owner's own is the owner. */
export function refuseReferral(
  owner: Person | null,
  friend: Person & { referredBy: string | null },
): 'referral_unknown' | 'referral_self' | 'referral_twice' | null {
  if (owner === null) return 'referral_unknown'
  if (owner.id === friend.id || isOwnPhone(owner, friend.phone)) return 'referral_self'
  return friend.referredBy === null ? null : 'referral_twice'
}

function isOwnPhone({ phone: own }: Pick<Person, 'phone'>, phone: string | null): boolean {
  return own !== null && own === phone
}

/**
 * How many more invitations a driver may send, and when the next where that is none. A day is any 24 hours,
 * so that no midnight doubles it.
 */
export function countInvitations(
  sentAt: readonly Timestamp[],
  now: Timestamp,
  perDay: number,
): { leftToday: number; waitMs: number } {
  const recent = sentAt.filter((at) => at > now - DAY_MS).toSorted((a, b) => a - b)
  const leftToday = Math.max(0, perDay - recent.length)
  const freed = recent[recent.length - perDay]
  return { leftToday, waitMs: freed === undefined ? 0 : freed + DAY_MS - now }
}

/** Why no invitation goes to a phone; null = one does. */
export function refuseInvitation(
  phone: string,
  inviter: { phone: string | null; invitedBefore: boolean; leftToday: number },
): 'self' | 'sent_already' | 'too_many' | null {
  if (isOwnPhone(inviter, phone)) return 'self'
  if (inviter.invitedBefore) return 'sent_already'
  return inviter.leftToday > 0 ? null : 'too_many'
}

// No one takes one of these for another when reading it aloud: no 0 and O, no 1 and I.
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const SIGNS = `${LETTERS}23456789`
const CODE_LENGTH = 8

/**
 * A code to give to friends: eight signs, the first a letter, since the router of the app takes a code such
 * as `2E345678` for a number. `pick` answers a whole number from 0 up to its argument, which is not included.
 * There are some 8 * 10^11: guessing one is hopeless.
 */
export function makeReferralCode(pick: (below: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, (_, index) => {
    const signs = index === 0 ? LETTERS : SIGNS
    return signs[pick(signs.length)]!
  }).join('')
}
