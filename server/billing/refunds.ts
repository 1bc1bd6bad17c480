import type { Inputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Actor, BooksKit } from './books.ts'
import type { Charge } from './cards.ts'
import { KEY_HELD_MS } from './charge.ts'
import { leftOf, sumOf } from './credit.ts'
import { once } from './idempotency.ts'
import type { BillingKit, Tx } from './model.ts'
import { causeOf, holdPayment, refundRest, settleRefund } from './refunded.ts'
import type { HeardRefund } from './refunded.ts'
import { readPayer } from './store/drivers.ts'
import { readPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { insertRefund, readRefund, readRefundsOf, takeToSettle } from './store/refunds.ts'
import type { RefundRow } from './store/refunds.ts'

const ASK_AGAIN_MS = MINUTE_MS
/** A bank takes days, and the gateway tells when it has answered; this is for what it did not tell. */
const ASK_BANK_MS = HOUR_MS
const AT_ONCE = 100

/**
 * Gives money of a payment back: the wish is written first, once for its key, then the gateway is asked. All that is left where no amount is given; what a
 * bank took for a dispute is not. A bank may need days, and a gateway that does not answer is asked again by `settleRefunds`. Refuses with `billing.not_found`,
 * `billing.refund_too_much` (`leftCents`), and with `billing.payment_failed` where the gateway gives nothing back.
 */
export async function refund(
  kit: BooksKit,
  actor: Actor,
  { key, ...wish }: Inputs['books']['refund'],
): Promise<void> {
  const write = (tx: Tx) => writeWish(kit, tx, actor, wish)
  const { id: driverId } = actor
  const { refundId } =
    driverId === null
      ? await kit.db.transaction().execute(write)
      : await once(kit.db, { scope: 'books.refund', driverId, key, body: wish }, write)
  const { state } = await askRefund(kit, refundId)
  if (state === 'failed') throw new AppError('billing.payment_failed', { reason: 'declined' })
}

async function writeWish(
  kit: BooksKit,
  tx: Tx,
  actor: Actor,
  { id: paymentId, amountCents, reason }: Omit<Inputs['books']['refund'], 'key'>,
): Promise<{ refundId: string }> {
  const held = await holdPayment(tx, paymentId)
  if (held === null) throw new AppError('billing.not_found')
  const { payment } = held
  const live = (await readRefundsOf(tx, [paymentId])).filter((each) => each.state !== 'failed')
  const leftCents = payment.state === 'paid' ? leftOf(payment, live) : 0
  const wanted = amountCents ?? leftCents
  if (wanted > leftCents || wanted === 0) throw new AppError('billing.refund_too_much', { leftCents })
  const refundId = kit.newId()
  const at = kit.clock.now()
  // Whether it gives everything back turns out when it settles: what is on its way before it may fail.
  const cause = causeOf(held, live, wanted)
  await insertRefund(tx, {
    id: refundId,
    paymentId,
    amountCents: wanted,
    cause,
    actor: actor.name,
    reason,
    at,
  })
  const driver = payment.driver_id === null ? null : await readPayer(tx, payment.driver_id)
  const details = { payment: payment.reference, amountCents: wanted, reason }
  await kit.recordAction(tx, actor, at, { action: 'payments.refund', driver, details })
  return { refundId }
}

/**
 * Asks the gateway for a refund that was written down, by its own key, so that it gives back once however often this is called, and lets it be so.
 * Answers the refund as it is then; unchanged where the gateway does not answer. Throws for one that does not exist.
 */
export async function askRefund(kit: BillingKit, refundId: string): Promise<RefundRow> {
  const row = await readRefund(kit.db, refundId)
  if (row === null) throw new Error(`there is no refund ${refundId}`)
  if (!isUnderWay(row)) return row
  const payment = (await readPayment(kit.db, row.payment_id))!
  const heard = row.refund_id === null ? await give(kit, row, payment) : await ask(kit, row.refund_id)
  if (heard === null) return row
  const settled = await kit.db.transaction().execute((tx) => settleRefund(kit, tx, refundId, heard))
  if (settled.state !== 'failed') return settled
  const text = `${payment.reference} was not given back: refund ${refundId} failed`
  kit.onFault(new Error(text), 'a refund failed')
  // Perhaps since it was given back at the gateway itself.
  const charge = await kit.cards.readCharge(payment.charge_id!)
  if (charge.outcome === 'done') await noticeRefunds(kit, payment.id, charge.value)
  return settled
}

/** Asks again about refunds that have not ended. What goes wrong with one is told, and does not keep the others waiting. */
export async function settleRefunds(kit: BillingKit): Promise<void> {
  const now = kit.clock.now()
  const ages = { before: now - ASK_AGAIN_MS, pendingBefore: now - ASK_BANK_MS }
  for (const id of await takeToSettle(kit.db, { now, ...ages, most: AT_ONCE })) {
    try {
      await askRefund(kit, id)
    } catch (error) {
      kit.onFault(error, `refund ${id} is not settled yet`)
    }
  }
}

/**
 * Enters what was given back at the gateway itself, as its charge says, like a refund of an operator's. Those of our own that have not ended are
 * asked about first, so that none of them is taken for one of the gateway's. Hearing the same again changes nothing. A payment that is not
 * paid here yet is left for when it is.
 */
export async function noticeRefunds(kit: BillingKit, paymentId: string, charge: Charge): Promise<void> {
  const waiting = (await readRefundsOf(kit.db, [paymentId])).filter(isUnderWay)
  for (const { id } of waiting) await askRefund(kit, id)
  const now = waiting.length === 0 ? charge : await readAgain(kit, charge.chargeId)
  if (now === null) return
  await kit.db.transaction().execute(async (tx) => {
    const held = await holdPayment(tx, paymentId)
    if (held?.payment.state !== 'paid') return
    const live = (await readRefundsOf(tx, [paymentId])).filter((each) => each.state !== 'failed')
    const amountCents = Math.min(now.refundedCents, held.payment.amount_cents) - sumOf(live)
    if (amountCents <= 0) return
    const id = kit.newId()
    await insertRefund(tx, {
      id,
      paymentId,
      amountCents,
      cause: causeOf(held, live, amountCents),
      actor: 'gateway',
      reason: 'given back at the gateway',
      at: kit.clock.now(),
    })
    await settleRefund(kit, tx, id, { state: 'succeeded', refundId: null })
    await refundRest(kit, tx, paymentId)
  })
}

async function give(kit: BillingKit, row: RefundRow, payment: PaymentRow): Promise<HeardRefund | null> {
  const chargeId = payment.charge_id!
  if (kit.clock.now() - row.created_at > KEY_HELD_MS) {
    const charge = await readAgain(kit, chargeId)
    if (charge === null) return null
    if (await wasGiven(kit, row, charge)) return { state: 'succeeded', refundId: null }
  }
  const answer = await kit.cards.refund({
    chargeId,
    amountCents: row.amount_cents,
    idempotencyKey: `refund:${row.id}`,
  })
  if (answer.outcome === 'unknown') return null
  if (answer.outcome === 'refused') return { state: 'failed', refundId: null }
  return answer.value
}

/** Whether the charge has given back more than our other refunds account for: so it did this one, whose answer was never heard. */
async function wasGiven(kit: BillingKit, row: RefundRow, { refundedCents }: Charge): Promise<boolean> {
  const others = (await readRefundsOf(kit.db, [row.payment_id])).filter(
    (each) => each.id !== row.id && (each.state === 'succeeded' || each.state === 'pending'),
  )
  return refundedCents - sumOf(others) >= row.amount_cents
}

async function ask(kit: BillingKit, refundId: string): Promise<HeardRefund | null> {
  const answer = await kit.cards.readRefund(refundId)
  return answer.outcome === 'done' ? answer.value : null
}

async function readAgain(kit: BillingKit, chargeId: string): Promise<Charge | null> {
  const answer = await kit.cards.readCharge(chargeId)
  return answer.outcome === 'done' ? answer.value : null
}

function isUnderWay({ state }: RefundRow): boolean {
  return state === 'open' || state === 'pending'
}
