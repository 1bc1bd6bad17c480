import type { Cents } from '@madruga/core/money.ts'
import type { Instant } from '@madruga/core/time.ts'
import type { BillingKit, Db } from './model.ts'
import * as store from './store/friends.ts'
import { hasPaid } from './store/payments.ts'

/**
 * A friend whose phone is confirmed paid: for the first time, whoever brought them is thanked with a credit, and told. Inside the transaction that takes the payment.
 */
export async function thankFor(
  { notify }: Pick<BillingKit, 'notify'>,
  tx: Db,
  friendId: string,
  payment: { paidCents: Cents; at: Instant },
): Promise<void> {
  if (payment.paidCents <= 0) return
  const driverId = await store.earnCredit(tx, friendId, payment)
  if (driverId === null) return
  const { available } = await store.readCredits(tx, driverId)
  const event = `referral ${friendId}`
  await notify.announce(tx, { driverId, kind: 'credit_earned', params: { available }, event })
}

/** A friend's payment was given back: was it their only one, the credit for it goes too, unless it was used. */
export async function takeThanksBack(tx: Db, friendId: string, paymentId: string): Promise<void> {
  if (await hasPaid(tx, friendId, paymentId)) return
  await store.loseCredit(tx, friendId)
}
