import { inSpan } from '../kit/tracing.ts'
import { applyChargeReading } from './apply-reading.ts'
import { closeRefused, readingOf } from './charge.ts'
import { recordDisputes } from './disputes.ts'
import type { CardEvent } from './gateway.ts'
import type { PaymentsDeps } from './model.ts'
import { noticeRefunds } from './refunds.ts'
import { findByCharge, readPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { receiveOnce } from './store/received.ts'

/**
 * Takes an event that the gateway tells: it is a hint, and what counts is what the gateway answers when it is
 * asked. Its effect and the note that it had it are one transaction. Rejects when the gateway does not
 * answer, so that it tells the event again.
 */
export async function takeWebhook(
  deps: PaymentsDeps,
  rawBody: string | Uint8Array,
  signature: string,
): Promise<'taken' | 'forged'> {
  const webhook = deps.cards.verifyWebhook(rawBody, signature)
  if (webhook.outcome === 'forged') return 'forged'
  const { event } = webhook
  const payment = await findPayment(deps, event)
  if (payment === null) return 'taken'
  const about = { subject: payment.id, attributes: { event: event.kind } }
  await inSpan(deps.tracing, 'payment.webhook', about, () => syncFromEvent(deps, event, payment))
  return 'taken'
}

async function syncFromEvent(deps: PaymentsDeps, event: CardEvent, payment: PaymentRow): Promise<void> {
  const chargeId = payment.charge_id ?? chargeOf(event)!
  const answer = await deps.cards.readCharge(chargeId)
  if (answer.outcome !== 'done')
    throw new Error(`the gateway does not say how a charge stands: ${answer.reason}`)
  const charge = answer.value
  const reading = await closeRefused(deps, payment, readingOf(charge))
  if (reading === null) throw new Error('the gateway does not close a charge that was refused')
  const received = { id: event.eventId, kind: event.kind, at: event.at }
  await receiveOnce(deps.db, received, async (tx) => {
    await applyChargeReading(deps, tx, payment.id, reading)
  })
  await noticeRefunds(deps, payment.id, charge)
  if (event.kind === 'dispute_changed') await syncDisputes(deps, payment.id, chargeId)
}

async function syncDisputes(deps: PaymentsDeps, paymentId: string, chargeId: string): Promise<void> {
  const answer = await deps.cards.listDisputes(chargeId)
  if (answer.outcome !== 'done')
    throw new Error(`the gateway does not say how a dispute stands: ${answer.reason}`)
  await recordDisputes(deps, paymentId, answer.value)
}

function chargeOf(event: CardEvent): string | null {
  if (event.kind === 'charge_changed') return event.charge.chargeId
  if (event.kind === 'charge_refunded' || event.kind === 'dispute_changed') return event.chargeId
  return event.kind === 'refund_changed' ? event.refund.chargeId : null
}

/** The payment that an event is about; null where it is about none of ours. */
async function findPayment({ db, cards }: PaymentsDeps, event: CardEvent): Promise<PaymentRow | null> {
  const chargeId = chargeOf(event)
  if (chargeId === null) return null
  const known = await findByCharge(db, chargeId)
  if (known !== null) return known
  // Told before we heard the answer to our own call.
  if (event.kind === 'charge_changed') return await readPayment(db, event.charge.metadata['paymentId'] ?? '')
  const answer = await cards.readCharge(chargeId)
  if (answer.outcome === 'unknown')
    throw new Error(`the gateway does not say what a charge was for: ${answer.reason}`)
  return answer.outcome === 'done' ? await readPayment(db, answer.value.metadata['paymentId'] ?? '') : null
}
