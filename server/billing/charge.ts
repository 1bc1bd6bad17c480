import { AppError } from '@madruga/core/errors.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Answer, Charge, ChargeOutcome, PaymentMethod } from './cards.ts'
import type { BillingKit, Payer } from './model.ts'
import { settlePayment } from './settle.ts'
import type { Heard } from './settle.ts'
import { insertPayer, readCustomer, replaceCustomer } from './store/payers.ts'
import { readPayment } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'

/** A gateway forgets keys after 24 hours at the earliest (docs.stripe.com/api/idempotent_requests); an hour less is safe. */
export const KEY_HELD_MS = 23 * HOUR_MS

/**
 * Asks the gateway what became of a payment, and lets it be so: charges it where that has not happened yet, by its own key, so that it is charged
 * once however often this is called, and reads the charge otherwise. One that the key cannot keep from being charged twice any more is looked
 * for, and given up where there is none. Answers the payment as it is then; unchanged where the gateway does not answer. Throws for one
 * that does not exist.
 */
export async function hearCharge(kit: BillingKit, paymentId: string): Promise<PaymentRow> {
  const payment = await readPayment(kit.db, paymentId)
  if (payment === null) throw new Error(`there is no payment ${paymentId}`)
  const said =
    payment.charge_id === null ? await askForMoney(kit, payment) : await readAgain(kit, payment.charge_id)
  const heard = said === null ? null : await closeRefused(kit, payment, said)
  if (heard === null) return payment
  const settled = await kit.db.transaction().execute((tx) => settlePayment(kit, tx, paymentId, heard))
  return settled!
}

/** Lets a payment be what its charge says, which was just read. */
export async function settleCharge(kit: BillingKit, paymentId: string, charge: Charge): Promise<void> {
  await kit.db.transaction().execute((tx) => settlePayment(kit, tx, paymentId, heardOf(charge)))
}

/** What `readCharge` says, as a payment hears it. */
export function heardOf(charge: Charge): Heard {
  const { chargeId, feeCents, reason, action } = charge
  const state = ({ succeeded: 'paid', failed: 'refused' } as const)[charge.state as 'succeeded' | 'failed']
  return {
    state: state ?? (charge.state as 'processing' | 'needs_action' | 'canceled'),
    chargeId,
    reason,
    action,
    feeCents,
  }
}

/**
 * Closes a charge that a bank refused after it had asked, before it counts as refused: the driver's browser knows its secret, and could pay later what is
 * given up here, with a coupon and credits that are free again. Answers what is so now; null where the gateway does not answer.
 */
export async function closeRefused(
  kit: BillingKit,
  payment: PaymentRow,
  heard: Heard,
): Promise<Heard | null> {
  if (heard.state !== 'refused' || payment.state !== 'needs_action' || heard.chargeId === null) return heard
  const answer = await kit.cards.cancelCharge(heard.chargeId)
  if (answer.outcome === 'unknown') return null
  return answer.outcome === 'refused' || answer.value.state === 'canceled' ? heard : heardOf(answer.value)
}

async function askForMoney(kit: BillingKit, payment: PaymentRow): Promise<Heard | null> {
  // It ended without a charge, and must not get one now.
  if (payment.state !== 'open') return null
  if (payment.amount_cents === 0) return { ...NOTHING, state: 'paid' }
  if (payment.customer_id === null || kit.clock.now() - payment.created_at > KEY_HELD_MS)
    return await findLate(kit, payment)
  const outcome = await kit.cards.charge({
    amountCents: payment.amount_cents,
    customerId: payment.customer_id,
    methodId: payment.method!.id,
    idempotencyKey: `payment:${payment.id}`,
    metadata: { driverId: payment.driver_id ?? '', paymentId: payment.id },
    ...(payment.off_session ? { offSession: true } : { returnUrl: `${kit.publicUrl}/#/payment` }),
  })
  // Asked before with other words, so that it may have been carried out.
  const asked = outcome.outcome === 'refused' && outcome.reason === 'key_reused'
  return asked ? await findLate(kit, payment) : heardFrom(outcome)
}

/** What became of a charge whose key the gateway may have forgotten: asked by it again, it might charge twice. Where there is none, nobody waits for one. */
async function findLate(kit: BillingKit, payment: PaymentRow): Promise<Heard | null> {
  // Of a driver who is gone; what was charged after all is heard of all the same, and goes back.
  if (payment.customer_id === null) return { ...NOTHING, state: 'canceled' }
  const answer = await kit.cards.findCharge({
    customerId: payment.customer_id,
    paymentId: payment.id,
    since: payment.created_at - HOUR_MS,
  })
  if (answer.outcome === 'unknown') return null
  const charge = answer.outcome === 'done' ? answer.value : null
  return charge === null ? { ...NOTHING, state: 'canceled' } : heardOf(charge)
}

const NOTHING = { chargeId: null, reason: null, action: null, feeCents: null }

function heardFrom(outcome: ChargeOutcome): Heard | null {
  switch (outcome.outcome) {
    case 'succeeded':
      return { ...NOTHING, state: 'paid', chargeId: outcome.chargeId }
    case 'processing':
      return { ...NOTHING, state: 'processing', chargeId: outcome.chargeId }
    case 'needs_action': {
      const { chargeId, clientSecret, url } = outcome
      return { ...NOTHING, state: 'needs_action', chargeId, action: { clientSecret, url } }
    }
    case 'declined':
      return { ...NOTHING, state: 'refused', chargeId: outcome.chargeId, reason: outcome.reason }
    case 'refused':
      return { ...NOTHING, state: 'refused', reason: outcome.reason }
    case 'unknown':
      return null
  }
}

async function readAgain(kit: BillingKit, chargeId: string): Promise<Heard | null> {
  const answer = await kit.cards.readCharge(chargeId)
  return answer.outcome === 'done' ? heardOf(answer.value) : null
}

/** The driver at the gateway, made there once. Refuses with `billing.gateway_unavailable`. */
export async function openCustomer(kit: BillingKit, payer: Payer): Promise<string> {
  const known = await readCustomer(kit.db, payer.id)
  if (known !== null) return known.customerId
  const answer = await kit.cards.createCustomer({
    driverId: payer.id,
    email: payer.email,
    name: payer.name,
    idempotencyKey: `customer:${payer.id}`,
  })
  if (answer.outcome !== 'done') throw new AppError('billing.gateway_unavailable')
  const { customerId } = answer.value
  await insertPayer(kit.db, payer.id, customerId, kit.clock.now())
  return customerId
}

/** Whether the gateway says that it has no such customer: deleted there, with all that was saved. */
export function isGone(answer: Answer<unknown>): boolean {
  return answer.outcome === 'refused' && answer.reason === 'resource_missing'
}

/** A driver whose customer is gone at the gateway gets another one there. Refuses with `billing.gateway_unavailable`. */
export async function reopenCustomer(kit: BillingKit, payer: Payer, goneId: string): Promise<string> {
  const answer = await kit.cards.createCustomer({
    driverId: payer.id,
    email: payer.email,
    name: payer.name,
    idempotencyKey: `customer:${payer.id}:${goneId}`,
  })
  if (answer.outcome !== 'done') throw new AppError('billing.gateway_unavailable')
  const { customerId } = answer.value
  await replaceCustomer(kit.db, payer.id, { goneId, customerId })
  return customerId
}

/** One of the driver's own saved cards or bank accounts. Refuses with `billing.method_missing` and `billing.gateway_unavailable`. */
export async function findMethod(
  kit: BillingKit,
  customerId: string,
  methodId: string,
): Promise<PaymentMethod> {
  const answer = await kit.cards.listPaymentMethods(customerId)
  if (isGone(answer)) throw new AppError('billing.method_missing')
  if (answer.outcome !== 'done') throw new AppError('billing.gateway_unavailable')
  const method = answer.value.find((each) => each.methodId === methodId)
  if (method === undefined) throw new AppError('billing.method_missing')
  return method
}
