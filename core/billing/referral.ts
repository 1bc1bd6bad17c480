import type { Instant } from '../time.ts'

/** A friend whom a driver invited, or who registered with their code. */
export type Referral = {
  /** Who is thanked. */
  driverId: string
  /** The friend's account, once there is one. */
  friendId: string | null
  /** When the friend's first payment was paid; null = not yet, or it was refunded. */
  earnedAt: Instant | null
  /** The invoice that its credit came off; null = still to be had. */
  usedBy: string | null
  /** Put away by the driver; its credit stays. */
  archived: boolean
}

/** Credits of a driver: half of a week each. */
export type Credits = { earned: number; used: number; available: number }

/** Counts what a driver's referrals come to. A friend counts once, whoever else they registered with. */
export function countCredits(referrals: readonly Referral[]): Credits {
  const earned = referrals.filter(({ earnedAt }) => earnedAt !== null)
  const used = referrals.filter(({ usedBy }) => usedBy !== null).length
  const available = earned.filter(({ usedBy }) => usedBy === null).length
  return { earned: earned.length, used, available }
}

/** Why a code thanks nobody; null = it does. A number that is the owner's own is the owner. */
export function refuseReferral(
  owner: { id: string; phone: string } | null,
  friend: { id: string; phone: string; referredBy: string | null },
): 'referral_unknown' | 'referral_self' | 'referral_twice' | null {
  if (owner === null) return 'referral_unknown'
  if (owner.id === friend.id || owner.phone === friend.phone) return 'referral_self'
  return friend.referredBy === null ? null : 'referral_twice'
}

/**
 * What becomes of a referral when the friend pays or is paid back. The first payment that is paid earns the credit, and a second none; the refund
 * of the only one takes it back unless it was used: what a driver was promised on an invoice is theirs.
 */
export function settleReferral(referral: Referral, paidAt: Instant | null): Referral {
  if (referral.usedBy !== null) return referral
  if (paidAt === null) return { ...referral, earnedAt: null }
  return { ...referral, earnedAt: referral.earnedAt ?? paidAt }
}
