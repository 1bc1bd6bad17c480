import { randomUUID } from 'node:crypto'
import type { Outputs } from '@madruga/core/contract.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { pick } from '../../../chaos/random.ts'
import type { Random } from '../../../chaos/random.ts'
import type { BillingOperation, Storm } from '../model.ts'
import { KEYS } from '../keys.ts'
import { callGateway } from './cards.ts'

/** An operator gives money back, all of it or a part, sometimes by a double click. */
export const refund: BillingOperation = async (storm, _driver, dice) => {
  const payment = await pickPaid(storm, dice)
  if (payment === null) return
  const left = payment.amountCents - payment.refundedCents
  const part = dice() < 0.5 ? {} : { amountCents: 1 + Math.floor(dice() * left) }
  const body = { ...part, reason: 'a storm', key: randomUUID() }
  await click(dice, () =>
    storm.people.operator.insist('POST', `/api/accounting/payments/${payment.id}/refund`, body),
  )
}

/** Money is given back at the gateway itself, and no one tells us but its events. */
export const refundThere: BillingOperation = async (storm, _driver, dice) => {
  const payment = await pickPaid(storm, dice)
  if (payment === null || payment.chargeId === null) return
  const left = payment.amountCents - payment.refundedCents
  const amount = String(1 + Math.floor(dice() * left))
  await callGateway(storm, '/v1/refunds', { payment_intent: payment.chargeId, amount }, KEYS.secretKey)
}

/** At the gateway an operator answers what a driver's bank took back; some answers win it back. */
export const answerDispute: BillingOperation = async (storm, _driver, dice) => {
  const url = `${storm.fleet.gatewayUrl}/v1/disputes?limit=100`
  const headers = { authorization: `Bearer ${KEYS.secretKey}` }
  const reply = await fetch(url, { headers }).catch(() => null)
  const listed = (await reply?.json().catch(() => null)) as { data: { id: string; status: string }[] } | null
  const open = listed?.data.filter(({ status }) => status === 'needs_response') ?? []
  if (open.length === 0) return
  const text = dice() < 0.6 ? 'winning_evidence' : 'losing_evidence'
  const form = { 'evidence[uncategorized_text]': text }
  await callGateway(storm, `/v1/disputes/${pick(dice, open).id}`, form, KEYS.secretKey)
}

/** An operator takes an invoice back as a whole. */
export const creditInvoice: BillingOperation = async (storm, _driver, dice) => {
  const state = pick(dice, ['paid', 'paid', 'unpaid'])
  const { operator } = storm.people
  const reply = await operator.insist<Outputs['accounting']['invoices']>(
    'GET',
    `/api/accounting/invoices?state=${state}&limit=50`,
  )
  if (reply?.status !== 200 || reply.body.invoices.length === 0) return
  const { number } = pick(dice, reply.body.invoices)
  const body = { reason: 'a storm', key: randomUUID() }
  await click(dice, () => operator.insist('POST', `/api/accounting/invoices/${number}/credit`, body))
}

/** Few uses each, so that drivers race for the last one. */
export const makeCoupon: BillingOperation = async (storm, _driver, dice) => {
  const code = `STORM-${storm.coupons.length + 1}-${Math.floor(dice() * 1_000)}`
  const now = storm.fleet.clock.now()
  const percent = pick(dice, [10, 25, 50, 99, 100])
  const reply = await storm.people.operator.insist('POST', '/api/accounting/coupons', {
    code,
    cut:
      dice() < 0.6 ? { kind: 'percent', percent } : { kind: 'amount', cents: pick(dice, [100, 999, 2_480]) },
    appliesTo: pick(dice, ['subscriptions', 'everything']),
    from: now - DAY_MS,
    until: dice() < 0.5 ? null : now + 20 * DAY_MS,
    mostUses: dice() < 0.8 ? 1 + Math.floor(dice() * 8) : null,
  })
  if (reply?.status === 200) storm.coupons.push(code)
}

export const stopCoupon: BillingOperation = async (storm, _driver, dice) => {
  if (storm.coupons.length === 0) return
  const code = pick(dice, storm.coupons)
  await storm.people.operator.ask('POST', `/api/accounting/coupons/${code}/stop`, { reason: 'a storm' })
}

/**
 * Events get lost, come twice, late or in the wrong order; answers get lost after what was asked for was
 * done.
 */
export const setFaults: BillingOperation = async (storm, _driver, dice) => {
  const some = (most: number) => (dice() < 0.5 ? Math.floor(dice() * most) : 0)
  const faults = {
    drop: some(6),
    duplicate: some(20),
    reorder: some(6),
    loseReplies: some(4),
    delayMs: dice() < 0.4 ? Math.floor(dice() * DAY_MS) : 0,
  }
  await putFaults(storm, faults)
}

/** Sets what goes wrong at the gateway from now on; what is left out does not. */
export async function putFaults({ fleet }: Storm, faults: Record<string, number>): Promise<void> {
  const headers = { authorization: `Bearer ${KEYS.secretKey}` }
  const body = JSON.stringify(faults)
  const url = `${fleet.gatewayUrl}/control/faults`
  const reply = await fetch(url, { method: 'PUT', headers, body }).catch(() => null)
  await reply?.arrayBuffer().catch(() => null)
}

async function pickPaid({ people }: Storm, dice: Random) {
  const reply = await people.operator.insist<Outputs['accounting']['payments']>(
    'GET',
    '/api/accounting/payments?limit=60',
  )
  if (reply?.status !== 200) return null
  const paid = reply.body.payments.filter(
    (each) => each.state === 'paid' && each.refundedCents < each.amountCents,
  )
  return paid.length === 0 ? null : pick(dice, paid)
}

async function click(dice: Random, send: () => Promise<unknown>): Promise<void> {
  await Promise.all(dice() < 0.3 ? [send(), send()] : [send()])
}
