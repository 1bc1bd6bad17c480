import type { Inputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { sumCents } from '@madruga/core/money.ts'
import { isUnderWay, noticeRefund, requestRefund, decideRefund } from '@madruga/core/payments.ts'
import type { RefundReading } from '@madruga/core/payments.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { once } from '../payers.ts'
import type { Actor, Audit, Tx } from '../payers.ts'
import { KEY_HELD_MS } from './charge.ts'
import { refundRest, applyDecision } from './execute.ts'
import { holdPayment, holdWithRefunds } from './facts.ts'
import { valueOf } from './gateway.ts'
import type { Charge } from './gateway.ts'
import type { PaymentsDeps } from './model.ts'
import { readPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { insertRefund, readRefund, readRefundsOf, takeToSettle, changeRefund } from './store/refunds.ts'
import type { RefundRow } from './store/refunds.ts'

const ASK_AGAIN_MS = MINUTE_MS
/** A bank takes days, and the gateway tells when it has answered; this is for what it did not tell. */
const ASK_BANK_MS = HOUR_MS
const AT_ONCE = 100

/**
 * Gives money of a payment back: the request is written first, once for its key, then the gateway is asked.
 * All that is left where no amount is given; what a bank took for a dispute is not. A bank may need days, and
 * a gateway that does not answer is asked again by `syncRefunds`. Refuses with `billing.not_found`,
 * `billing.refund_too_much` (`leftCents`), and with `billing.payment_failed` where the gateway gives nothing
 * back.
 */
export async function refund(
  deps: PaymentsDeps & Audit,
  actor: Actor,
  { key, ...input }: Inputs['accounting']['refund'],
): Promise<void> {
  const write = (tx: Tx) => writeRefund(deps, tx, actor, input)
  const { id: driverId } = actor
  const { refundId } =
    driverId === null
      ? await deps.db.transaction().execute(write)
      : await once(deps.db, { scope: 'accounting.refund', driverId, key, body: input }, write)
  const { state } = await askRefund(deps, refundId)
  if (state === 'failed') throw new AppError('billing.payment_failed', { reason: 'declined' })
}

async function writeRefund(
  deps: PaymentsDeps & Audit,
  tx: Tx,
  actor: Actor,
  { id: paymentId, amountCents: askedCents, reason }: Omit<Inputs['accounting']['refund'], 'key'>,
): Promise<{ refundId: string }> {
  const hold = await holdWithRefunds(tx, paymentId)
  if (hold === null) throw new AppError('billing.not_found')
  const { payment, facts } = hold
  const request = requestRefund(facts.payment, facts.invoice, askedCents)
  if (request.outcome === 'refused')
    throw new AppError('billing.refund_too_much', { leftCents: request.leftCents })
  const { amountCents, cause } = request
  const refundId = deps.newId()
  const at = deps.clock.now()
  await insertRefund(tx, { id: refundId, paymentId, amountCents, cause, actor: actor.name, reason, at })
  const driver = hold.payer
  const details = { payment: payment.reference, amountCents, reason }
  await deps.recordAction(tx, actor, at, { action: 'payments.refund', driver, details })
  return { refundId }
}

/**
 * Asks the gateway for a refund that was written down, by its own key, so that it gives back once however
 * often this is called, and lets it be so. Answers the refund as it is then; unchanged where the gateway does
 * not answer. Throws for one that does not exist.
 */
export async function askRefund(deps: PaymentsDeps, refundId: string): Promise<RefundRow> {
  const row = await readRefund(deps.db, refundId)
  if (row === null) throw new Error(`there is no refund ${refundId}`)
  if (!isUnderWay(row)) return row
  const payment = (await readPayment(deps.db, row.payment_id))!
  const reading =
    row.refund_id === null
      ? await give(deps, row, payment)
      : valueOf(await deps.cards.readRefund(row.refund_id))
  if (reading === null) return row
  const result = await deps.db.transaction().execute((tx) => applyRefundReading(deps, tx, refundId, reading))
  if (result.state !== 'failed') return result
  const text = `${payment.reference} was not given back: refund ${refundId} failed`
  deps.onFault(new Error(text), 'a refund failed')
  // Perhaps since it was given back at the gateway itself.
  const charge = valueOf(await deps.cards.readCharge(payment.charge_id!))
  if (charge !== null) await noticeRefunds(deps, payment.id, charge)
  return result
}

/**
 * Asks again about refunds that have not ended. What goes wrong with one is told, and does not keep the
 * others waiting.
 */
export async function syncRefunds(deps: PaymentsDeps): Promise<void> {
  const now = deps.clock.now()
  const ages = { before: now - ASK_AGAIN_MS, pendingBefore: now - ASK_BANK_MS }
  for (const id of await takeToSettle(deps.db, { now, ...ages, most: AT_ONCE })) {
    try {
      await askRefund(deps, id)
    } catch (error) {
      deps.onFault(error, `refund ${id} is not settled yet`)
    }
  }
}

/**
 * Enters what was given back at the gateway itself, as its charge says, like a refund of an operator's. Those
 * of our own that have not ended are asked about first, so that none of them is taken for one of the
 * gateway's. Hearing the same again changes nothing. A payment that is not paid here yet is left for when it
 * is.
 */
export async function noticeRefunds(deps: PaymentsDeps, paymentId: string, charge: Charge): Promise<void> {
  const waiting = (await readRefundsOf(deps.db, [paymentId])).filter(isUnderWay)
  for (const { id } of waiting) await askRefund(deps, id)
  const now = waiting.length === 0 ? charge : valueOf(await deps.cards.readCharge(charge.chargeId))
  if (now === null) return
  await deps.db.transaction().execute(async (tx) => {
    const hold = await holdWithRefunds(tx, paymentId)
    if (hold === null) return
    const notice = noticeRefund(hold.facts.payment, hold.facts.invoice, now.refundedCents)
    if (notice === null) return
    const id = deps.newId()
    const at = deps.clock.now()
    const by = { actor: 'gateway', reason: 'given back at the gateway' }
    await insertRefund(tx, { id, paymentId, ...notice, ...by, at })
    await applyRefundReading(deps, tx, id, { state: 'succeeded', refundId: null })
    await refundRest(deps, tx, { ...(await holdPayment(tx, paymentId))!, at })
  })
}

async function give(deps: PaymentsDeps, row: RefundRow, payment: PaymentRow): Promise<RefundReading | null> {
  const chargeId = payment.charge_id!
  if (deps.clock.now() - row.created_at > KEY_HELD_MS) {
    const charge = valueOf(await deps.cards.readCharge(chargeId))
    if (charge === null) return null
    if (await wasGiven(deps, row, charge)) return { state: 'succeeded', refundId: null }
  }
  const answer = await deps.cards.refund({
    chargeId,
    amountCents: row.amount_cents,
    idempotencyKey: `refund:${row.id}`,
  })
  if (answer.outcome === 'unknown') return null
  if (answer.outcome === 'refused') return { state: 'failed', refundId: null }
  return answer.value
}

/**
 * Whether the charge has given back more than our other refunds account for: so it did this one, whose answer
 * was never heard.
 */
async function wasGiven(deps: PaymentsDeps, row: RefundRow, { refundedCents }: Charge): Promise<boolean> {
  const others = (await readRefundsOf(deps.db, [row.payment_id])).filter(
    (each) => each.id !== row.id && (each.state === 'succeeded' || each.state === 'pending'),
  )
  const givenCents = sumCents(others.map((each) => each.amount_cents))
  return refundedCents - givenCents >= row.amount_cents
}

/**
 * Applies a reading of a refund, with all that `decideRefund` says comes of it, in one transaction of the
 * caller's. Locks like `applyChargeReading`. Answers the refund as it is then.
 */
async function applyRefundReading(
  deps: PaymentsDeps,
  tx: Tx,
  refundId: string,
  reading: RefundReading,
): Promise<RefundRow> {
  const { payment_id: paymentId } = (await readRefund(tx, refundId))!
  const hold = (await holdWithRefunds(tx, paymentId))!
  // Again, now that no one else can change it.
  const row = (await readRefund(tx, refundId))!
  const at = deps.clock.now()
  const { actor, reason } = row
  const entry = hold.facts.payment.refunds.find(({ id }) => id === refundId)!
  const decision = decideRefund(hold.facts, { ...entry, actor, reason }, reading, at)
  if (Object.keys(decision.refund).length === 0) return row
  const after = await changeRefund(tx, refundId, decision.refund)
  await applyDecision(deps, tx, hold, decision, at)
  return after
}
