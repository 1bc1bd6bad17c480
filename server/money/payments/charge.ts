import type { ChargeReading } from '@madruga/core/payments.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { inSpan } from '../../kit/tracing.ts'
import { applyChargeReading } from './apply-reading.ts'
import { isGone } from './customers.ts'
import { valueOf } from './gateway.ts'
import type { Charge, ChargeOutcome } from './gateway.ts'
import type { PaymentsDeps } from './model.ts'
import { isUnderWay, keepCharge, readPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'

/**
 * A gateway forgets keys after 24 hours at the earliest (docs.stripe.com/api/idempotent_requests); an hour
 * less is safe.
 */
export const KEY_HELD_MS = 23 * HOUR_MS

/**
 * Asks the gateway what became of a payment, and lets it be so: takes its money where that has not happened
 * yet, and reads the charge otherwise. A payment has one charge, and a charge gives its money once, so that
 * it is paid once however often and late this is called. What could not be taken for most of a day is closed.
 * Answers the payment as it is then; unchanged where the gateway does not answer. Throws for one that does
 * not exist.
 */
export async function syncPayment(deps: PaymentsDeps, paymentId: string): Promise<PaymentRow> {
  return await inSpan(deps.tracing, 'payment.sync', { subject: paymentId }, () => sync(deps, paymentId))
}

async function sync(deps: PaymentsDeps, paymentId: string): Promise<PaymentRow> {
  const payment = await readPayment(deps.db, paymentId)
  if (payment === null) throw new Error(`there is no payment ${paymentId}`)
  const said = payment.state === 'open' ? await askForMoney(deps, payment) : await readAgain(deps, payment)
  const reading = said === null ? null : await closeRefused(deps, payment, said)
  if (reading === null) return payment
  const settled = await deps.db
    .transaction()
    .execute((tx) => applyChargeReading(deps, tx, paymentId, reading))
  return settled!
}

/** Lets a payment be what its charge says, which was just read. */
export async function applyCharge(deps: PaymentsDeps, paymentId: string, charge: Charge): Promise<void> {
  await deps.db.transaction().execute((tx) => applyChargeReading(deps, tx, paymentId, readingOf(charge)))
}

/** What `readCharge` says, as a payment hears it. */
export function readingOf(charge: Charge): ChargeReading {
  const { chargeId, feeCents, reason, action } = charge
  const state = ({ succeeded: 'paid', failed: 'refused' } as const)[charge.state as 'succeeded' | 'failed']
  return {
    state: state ?? (charge.state as 'open' | 'processing' | 'needs_action' | 'canceled'),
    chargeId,
    reason,
    action,
    feeCents,
  }
}

/**
 * Closes a charge that was refused, before it counts as refused: a driver's browser knows the secret of one
 * whose bank asked, and a try of ours may still be on its way. Either could pay later what is given up here,
 * with a coupon and credits that are free again. Answers what is so now; null where the gateway does not
 * answer.
 */
export async function closeRefused(
  deps: PaymentsDeps,
  payment: PaymentRow,
  reading: ChargeReading,
): Promise<ChargeReading | null> {
  if (reading.state !== 'refused' || reading.chargeId === null || !isUnderWay(payment)) return reading
  const answer = await deps.cards.cancelCharge(reading.chargeId)
  if (answer.outcome === 'unknown') return null
  return answer.outcome === 'refused' || answer.value.state === 'canceled' ? reading : readingOf(answer.value)
}

async function askForMoney(deps: PaymentsDeps, payment: PaymentRow): Promise<ChargeReading | null> {
  if (payment.amount_cents === 0) return { ...NOTHING, state: 'paid' }
  // A key that is forgotten opens a second charge, or asks a card again that was refused; and a driver who is
  // gone pays nothing.
  if (payment.customer_id === null || deps.clock.now() - payment.created_at > KEY_HELD_MS)
    return await closeCharge(deps, payment)
  const opened = payment.charge_id ?? (await openCharge(deps, payment))
  if (opened === null || typeof opened !== 'string') return opened
  const outcome = await deps.cards.takeCharge({
    chargeId: opened,
    methodId: payment.method!.id,
    idempotencyKey: `payment:${payment.id}:take`,
    ...(payment.off_session ? { offSession: true } : { returnUrl: `${deps.publicUrl}/#/payment` }),
  })
  if (outcome.outcome !== 'refused') return readingFrom(opened, outcome)
  // Taken or closed by another call, or not to be had: which of them, closing it tells.
  const closed = await closeCharge(deps, { charge_id: opened })
  if (closed?.state !== 'canceled' || outcome.reason === ENDED_THERE) return closed
  return { ...closed, state: 'refused', reason: outcome.reason }
}

/**
 * Opens the payment's charge and writes it down before its money is asked for. Answers its id; what to hear
 * where there is none.
 */
async function openCharge(deps: PaymentsDeps, payment: PaymentRow): Promise<string | ChargeReading | null> {
  const answer = await deps.cards.openCharge({
    amountCents: payment.amount_cents,
    customerId: payment.customer_id!,
    methodId: payment.method!.id,
    idempotencyKey: `payment:${payment.id}`,
    metadata: { driverId: payment.driver_id ?? '', paymentId: payment.id },
  })
  if (answer.outcome === 'unknown') return null
  if (answer.outcome === 'refused') return { ...NOTHING, state: 'refused', reason: answer.reason }
  // The first one that is written down is the payment's; null where it has ended meanwhile.
  return await keepCharge(deps.db, payment.id, answer.value.chargeId)
}

/**
 * Closes a payment's charge, so that no one can pay it any more; answers what is so then, which may be that
 * it was paid, and null where the gateway does not say.
 */
export async function closeCharge(
  deps: PaymentsDeps,
  { charge_id: chargeId }: Pick<PaymentRow, 'charge_id'>,
): Promise<ChargeReading | null> {
  // Money is asked for only of a charge that is written down.
  if (chargeId === null) return { ...NOTHING, state: 'canceled' }
  const answer = await deps.cards.cancelCharge(chargeId)
  if (answer.outcome === 'done') return readingOf(answer.value)
  return isGone(answer) ? { ...NOTHING, chargeId, state: 'canceled' } : null
}

/**
 * What a gateway says that is asked for the money of a charge which somebody took or closed before
 * (docs.stripe.com/error-codes).
 */
const ENDED_THERE = 'payment_intent_unexpected_state'
const NOTHING = { chargeId: null, reason: null, action: null, feeCents: null }

function readingFrom(
  chargeId: string,
  outcome: Exclude<ChargeOutcome, { outcome: 'refused' }>,
): ChargeReading | null {
  const reading = { ...NOTHING, chargeId }
  switch (outcome.outcome) {
    case 'succeeded':
      return { ...reading, state: 'paid' }
    case 'processing':
      return { ...reading, state: 'processing' }
    case 'needs_action': {
      const { clientSecret, url } = outcome
      return { ...reading, state: 'needs_action', action: { clientSecret, url } }
    }
    case 'declined':
      return { ...reading, state: 'refused', reason: outcome.reason }
    case 'unknown':
      return null
  }
}

async function readAgain(
  deps: PaymentsDeps,
  { charge_id: chargeId }: PaymentRow,
): Promise<ChargeReading | null> {
  // It ended without a charge.
  if (chargeId === null) return null
  const charge = valueOf(await deps.cards.readCharge(chargeId))
  return charge && readingOf(charge)
}
