import {
  countInvitations,
  makeReferralCode,
  refuseInvitation,
  refuseReferral,
} from '@madruga/core/subscriptions.ts'
import { discountOf } from '@madruga/core/invoices.ts'
import { readPhone } from '@madruga/core/accounts.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Cents } from '@madruga/core/money.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { readPrices } from '../invoices.ts'
import { identitiesOf, wasHere, lockPayer, readPayer } from '../payers.ts'
import type { Db, Payer } from '../payers.ts'
import type { SubscriptionsDeps } from './model.ts'
import { tellWithheld } from './referral-rewards.ts'
import { keepCredits, keepsCredits, readCredits, readCreditsLeft } from './store/referral-rewards.ts'
import * as store from './store/referrals.ts'

type Program = Outputs['referrals']['get']

/** A driver who registered with a code; `phone` is what they gave, as stored. */
export type NewFriend = { friendId: string; phone: string | null; code: string; at: Timestamp }

/** Friends whom drivers bring. */
export type Referrals = {
  /** A driver's code, which is made when it is first asked for, their invitations and credits. */
  read(driverId: string): Promise<Program>
  /**
   * Invites a friend by SMS, each phone once. A friend with an account gets none, and the driver is answered
   * alike. Refuses with `referrals.phone_invalid`, `referrals.self`, `referrals.phone_full` (enough have
   * invited them), `referrals.sent_already` (one that was put away is brought back by it) and
   * `referrals.too_many` (params `leftToday`, `retryAfterSeconds`).
   */
  invite(driverId: string, typedPhone: string): Promise<Program>
  /** Puts an invitation away, or brings it back. Refuses with `referrals.not_found`, another driver's too. */
  archive(driverId: string, id: number, archived: boolean): Promise<Program>
  /** Keeps credits for a subscription, or lets weekly invoices use them too. */
  keepCredits(driverId: string, keep: boolean): Promise<Program>
  /** Why a code that somebody with this phone gives thanks no one; null = it does. */
  checkCode(code: string, phone: string | null): Promise<null | 'unknown' | 'self'>
  /**
   * Writes who brought a new driver, inside the transaction that makes their account, and tells them. A
   * friend who had an account before counts for no one: the inviter is told so. A code whose owner
   * is gone meanwhile, or a friend who was brought already, changes nothing.
   */
  join(tx: Db, friend: NewFriend): Promise<void>
}

export type ReferralsDeps = Pick<
  SubscriptionsDeps,
  'db' | 'clock' | 'notify' | 'settings' | 'publicUrl' | 'identityKey'
> & {
  /** A whole number from 0 up to its argument, which is not included; no one can foresee it. */
  pick(below: number): number
}

// Years of inviting every day; older ones count too.
const SHOWN_INVITATIONS = 1_000

/** Opens them. */
export function createReferrals(deps: ReferralsDeps): Referrals {
  const { db, clock, notify, settings } = deps

  async function read(driverId: string): Promise<Program> {
    const now = clock.now()
    const [code, prices, credits, caps, keep, friends, invitations, sentAt] = await Promise.all([
      openCode(deps, db, driverId),
      readPrices(db, settings),
      readCredits(db, driverId),
      readCreditsLeft(db, driverId),
      keepsCredits(db, driverId),
      store.countFriends(db, driverId),
      store.readInvitations(db, driverId, SHOWN_INVITATIONS),
      store.readSentAt(db, driverId, now - DAY_MS),
    ])
    const { leftToday } = countInvitations(sentAt, now, settings.invitationsPerDay)
    const capsCents = caps.map((cents) => (Number.isFinite(cents) ? cents : null))
    return {
      code,
      link: linkOf(deps, code),
      ...shareOf(prices),
      credits: { ...credits, capsCents, keep },
      joined: friends,
      invitations,
      leftToday,
    }
  }

  return {
    read,

    async invite(driverId, typedPhone) {
      const phone = readPhone(typedPhone, 'any')
      if (phone === null) throw new AppError('referrals.phone_invalid')
      const refusal = await db.transaction().execute(async (tx) => {
        const inviter = await lockPayer(tx, driverId)
        if (inviter === null) throw new AppError('accounts.signed_out')
        return await sendInvitation(deps, tx, inviter, phone)
      })
      // After the commit, which may have brought one back.
      if (refusal !== null) throw refusal
      return await read(driverId)
    },

    async archive(driverId, id, isArchived) {
      const at = isArchived ? clock.now() : null
      if (!(await store.archiveInvitation(db, driverId, id, at))) throw new AppError('referrals.not_found')
      return await read(driverId)
    },

    async keepCredits(driverId, keep) {
      await openCode(deps, db, driverId)
      await keepCredits(db, driverId, keep)
      return await read(driverId)
    },

    async checkCode(code, phone) {
      if (!settings.charges) return 'unknown'
      const friend = { id: '', phone, referredBy: null }
      const refusal = refuseReferral(await store.findOwner(db, code), friend)
      if (refusal === null) return null
      return refusal === 'referral_self' ? 'self' : 'unknown'
    },

    async join(tx, { friendId, phone, code, at }) {
      const owner = await store.keepOwner(tx, code)
      const referredBy = await store.readReferrer(tx, friendId)
      if (owner === null || refuseReferral(owner, { id: friendId, phone, referredBy }) !== null) return
      const driverId = owner.id
      // A driver who had an account before is no new friend.
      const friend = await readPayer(tx, friendId)
      if (friend !== null && (await wasHere(tx, identitiesOf(deps.identityKey, friend))))
        return await tellWithheld(deps, tx, { driverId, friendId, reason: 'account_known' })
      if (!(await store.insertReferral(tx, { friendId, driverId, at }))) return
      const event = `friend ${friendId}`
      await notify.announce(tx, { driverId, kind: 'friend_joined', params: {}, event })
    },
  }
}

/** What a credit takes off a week, and from which first payment of a friend on it takes off all of that. */
function shareOf({
  referralPercent: percent,
  weekCents,
}: Awaited<ReturnType<typeof readPrices>>): Pick<Program, 'percent' | 'fullFromCents'> {
  const share = (cents: Cents) => discountOf({ kind: 'percent', percent }, cents)
  return {
    percent,
    fullFromCents: { advanced: share(weekCents.advanced), professional: share(weekCents.professional) },
  }
}

/** Sends one, or answers why not; a driver locked as the inviter sends nothing else meanwhile. */
async function sendInvitation(
  deps: ReferralsDeps,
  tx: Db,
  inviter: Payer,
  phone: string,
): Promise<AppError | null> {
  const { clock, settings } = deps
  const driverId = inviter.id
  const now = clock.now()
  const before = await store.findInvitation(tx, driverId, phone)
  const sentAt = await store.readSentAt(tx, driverId, now - DAY_MS)
  const { leftToday, waitMs } = countInvitations(sentAt, now, settings.invitationsPerDay)
  const facts = { phone: inviter.phone, invitedBefore: before !== null, leftToday }
  const refusal = refuseInvitation(phone, facts)
  if (refusal === 'too_many')
    return new AppError('referrals.too_many', { leftToday, retryAfterSeconds: Math.ceil(waitMs / 1000) })
  if (before !== null) await store.archiveInvitation(tx, driverId, before, null)
  if (refusal !== null) return new AppError(`referrals.${refusal}`)
  // By any driver: no one gets message after message because many know their number.
  const sentTo = await store.countSentTo(tx, phone, now - 30 * DAY_MS)
  if (sentTo >= settings.invitationsPerPhone) return new AppError('referrals.phone_full')
  const id = await store.insertInvitation(tx, { driverId, phone, at: now })
  const link = linkOf(deps, await openCode(deps, tx, driverId))
  await store.unlessAccount(tx, phone, () => sendSms(deps, tx, inviter, { id, phone, link }))
  return null
}

/** In the inviter's language, as long as no one knows the friend's. */
async function sendSms(
  { notify }: ReferralsDeps,
  tx: Db,
  { firstName, language, timeZone }: Payer,
  { id, phone, link }: { id: number; phone: string; link: string },
): Promise<void> {
  const message = { driverId: null, channel: 'sms', recipient: phone, language, timeZone } as const
  const params = { name: firstName, link }
  const event = `invitation ${id}`
  await notify.sendMessage(tx, { ...message, template: 'invitation', params, event, expiresAt: null })
}

/** A driver's code; made where there is none, and again where chance found another's. */
async function openCode({ pick }: ReferralsDeps, db: Db, driverId: string): Promise<string> {
  while (true) {
    const code = await store.readCode(db, driverId)
    if (code !== null) return code
    await store.insertCode(db, driverId, makeReferralCode(pick))
  }
}

function linkOf({ publicUrl }: ReferralsDeps, code: string): string {
  return `${publicUrl}/#/register?code=${code}`
}
