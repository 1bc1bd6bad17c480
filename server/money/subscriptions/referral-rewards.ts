import type { Cents } from '@madruga/core/money.ts'
import type { NotificationParams } from '@madruga/core/notify.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { creditsForWeek } from '@madruga/core/subscriptions.ts'
import type { Db, Payer } from '../payers.ts'
import { hasPaid } from '../payments.ts'
import type { SubscriptionsDeps } from './model.ts'
import * as store from './store/referral-rewards.ts'

type News = Pick<SubscriptionsDeps, 'notify'>

/**
 * Thanks the driver who brought a friend with a credit for the friend's first payment, and tells them. Where
 * the payment earns none, the driver is told why. Inside the transaction that takes the payment.
 */
export async function rewardReferrer(
  { notify }: News,
  tx: Db,
  friendId: string,
  payment: { paidCents: Cents; at: Timestamp },
): Promise<void> {
  const reward = await store.earnCredit(tx, friendId, payment)
  if (reward === null) return
  const { driverId, withheld: reason } = reward
  if (reason !== null) return await tellWithheld({ notify }, tx, { driverId, friendId, reason })
  const { available } = await store.readCredits(tx, driverId)
  const event = `referral ${friendId}`
  const params = { available, worthCents: payment.paidCents }
  await notify.announce(tx, { driverId, kind: 'credit_earned', params, event })
}

/** Tells a driver why a friend earns them no credit, each reason once for each friend. */
export async function tellWithheld(
  { notify }: News,
  tx: Db,
  {
    driverId,
    friendId,
    reason,
  }: { driverId: string; friendId: string; reason: NotificationParams['credit_withheld']['reason'] },
): Promise<void> {
  const event = lossEvent(reason, friendId)
  await notify.announce(tx, { driverId, kind: 'credit_withheld', params: { reason }, event })
}

/**
 * A friend's payment was given back: was it their only one, the credit for it goes too, unless it was used.
 */
export async function revokeReward(news: News, tx: Db, friendId: string, paymentId: string): Promise<void> {
  if (await hasPaid(tx, friendId, paymentId)) return
  const loss = await store.loseCredit(tx, friendId)
  if (loss !== null) await tellLost(news, tx, [loss], 'payment_returned')
}

/**
 * Releases the credits that an invoice had reserved or used. Those whose payment went back meanwhile are
 * lost. The caller holds the driver locked.
 */
export async function releaseCredits(news: News, tx: Db, invoiceId: string): Promise<void> {
  await tellLost(news, tx, await store.giveCreditsBack(tx, invoiceId), 'payment_returned')
}

/**
 * Takes back the credits of friends who have one of these cards of the driver's. The caller holds the driver
 * locked.
 */
export async function takeBackForCards(
  news: News,
  tx: Db,
  driverId: string,
  digests: readonly string[],
): Promise<void> {
  await tellLost(news, tx, await store.loseCreditsOfCards(tx, driverId, digests), 'card_shared')
}

async function tellLost(
  { notify }: News,
  tx: Db,
  losses: readonly store.LostCredit[],
  reason: NotificationParams['credit_taken_back']['reason'],
): Promise<void> {
  for (const { driverId, friendId } of losses) {
    const { available } = await store.readCredits(tx, driverId)
    const event = lossEvent(reason, friendId)
    await notify.announce(tx, { driverId, kind: 'credit_taken_back', params: { reason, available }, event })
  }
}

/** One for each credit and reason, so that a friend's later payments tell nothing again. */
const lossEvent = (reason: string, friendId: string): string => `referral ${reason} ${friendId}`

/** What each credit takes off at most that the invoice of a week uses, in the order of their use. */
export async function readCreditsForWeek(db: Db, { id, variant }: Payer): Promise<Cents[]> {
  const credits = await store.readCreditsLeft(db, id)
  return credits.slice(0, creditsForWeek(credits.length, { variant, keep: await store.keepsCredits(db, id) }))
}
