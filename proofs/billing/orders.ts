import { randomUUID } from 'node:crypto'
import { createBilling } from '@madruga/server/money/billing.ts'
import { forgetEvents } from '@madruga/server/money/payments.ts'
import { startBackOffice } from '@madruga/server/money/billing/testing/back-office.ts'
import type { BackOffice } from '@madruga/server/money/billing/testing/back-office.ts'
import type { Charge, PaymentMethod } from '@madruga/server/money/payments/gateway.ts'
import { SECRET_KEY, WEBHOOK_SECRET } from '@madruga/server/money/billing/testing/harness.ts'
import { signBody } from '@madruga/simulator/cards/webhooks.ts'
import { permutations } from '@madruga/core/payments/testing.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Verdict } from './storm/invariants.ts'

/** An event as the gateway writes it, and what its charge was when it was written. */
type Caught = { id: string; type: string; body: string; asOf: Charge }
/** The life of one payment, as its events tell it. */
type Life = { name: string; paymentId: string; chargeId: string; events: Caught[] }
type Telling = 'how it ended' | 'how it was then'

const AT_ONCE = 4
const ASKS = '4000002760003184'
const BANK_FAILS = '000111111116'
const LIVES = {
  'a card whose bank asks, given back': [
    'payment_intent.created',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
  ],
  'a bank debit, given back': [
    'payment_intent.processing',
    'payment_intent.succeeded',
    'refund.created',
    'charge.refunded',
    'refund.updated',
  ],
  'a bank debit that fails': [
    'payment_intent.created',
    'charge.pending',
    'payment_intent.processing',
    'charge.failed',
    'payment_intent.payment_failed',
  ],
} as const

/**
 * Tells the events of a payment to fresh ones in all 120 orders, each event twice: all end alike. Once with a
 * gateway that answers how the charge ended, and once with one that answers how it was at that event, as when
 * events are taken long after they were asked about. `fourthsFrom`: one life, the second way, which is
 * harder, in each fourth order from this one on.
 */
export async function proveOrders(fourthsFrom: number | null): Promise<Verdict[]> {
  const backOffice = await startBackOffice('2026-11-18T17:00:00Z')
  try {
    const lives = await live(backOffice)
    if (fourthsFrom !== null)
      return [await tellInOrders(backOffice, lives[0]!, 'how it was then', fourthsFrom)]
    const verdicts: Verdict[] = []
    for (const life of lives)
      for (const telling of ['how it ended', 'how it was then'] as const)
        verdicts.push(await tellInOrders(backOffice, life, telling, null))
    return verdicts
  } finally {
    await backOffice.stop()
  }
}

/** Lets each payment live once at the gateway, and catches what it tells. */
async function live(backOffice: BackOffice): Promise<Life[]> {
  const { harness } = backOffice
  const [asked, debited, failing] = Object.keys(LIVES) as (keyof typeof LIVES)[]
  const id = await harness.addDriver()
  const card = await begin(backOffice, asked!, await harness.saveCard(id, ASKS), id)
  const { action } = await harness.billing.readPayment(id, card.paymentId)
  await harness.answerBank(action!.clientSecret, 'complete')
  await harness.billing.readPayment(id, card.paymentId)
  await catchEvents(backOffice, card)
  await backOffice.refundThere(card.chargeId)
  await catchEvents(backOffice, card)
  const bank = await begin(backOffice, debited!, await backOffice.saveBank(id), id)
  await backOffice.letBanksAnswer(5 * DAY_MS)
  await catchEvents(backOffice, bank)
  await backOffice.refundThere(bank.chargeId)
  await catchEvents(backOffice, bank)
  await backOffice.letBanksAnswer(5 * DAY_MS)
  await catchEvents(backOffice, bank)
  const refused = await begin(backOffice, failing!, await backOffice.saveBank(id, BANK_FAILS), id)
  await backOffice.letBanksAnswer(5 * DAY_MS)
  await catchEvents(backOffice, refused)
  return [card, bank, refused]
}

async function begin(
  backOffice: BackOffice,
  name: keyof typeof LIVES,
  methodId: string,
  driverId: string,
): Promise<Life> {
  const { id: paymentId } = await backOffice.buy(driverId, { methodId })
  const life: Life = { name, paymentId, chargeId: await backOffice.chargeOf(paymentId), events: [] }
  await catchEvents(backOffice, life)
  return life
}

async function catchEvents({ harness, deps }: BackOffice, life: Life): Promise<void> {
  const answer = await deps.cards.readCharge(life.chargeId)
  if (answer.outcome !== 'done') throw new Error(`the gateway does not know ${life.chargeId}`)
  const headers = { authorization: `Bearer ${SECRET_KEY}` }
  const reply = await fetch(`${harness.gateway.url}/v1/events?limit=100`, { headers })
  const { data } = (await reply.json()) as { data: { id: string; type: string }[] }
  const wanted: readonly string[] = LIVES[life.name as keyof typeof LIVES]
  for (const event of data.toReversed()) {
    const body = JSON.stringify(event)
    const known = life.events.some((each) => each.id === event.id)
    if (known || !body.includes(life.chargeId) || !wanted.includes(event.type)) continue
    life.events.push({ id: event.id, type: event.type, body, asOf: answer.value })
  }
}

async function tellInOrders(
  backOffice: BackOffice,
  life: Life,
  telling: Telling,
  fourthsFrom: number | null,
): Promise<Verdict> {
  const verdict: Verdict = {
    name: `orders of five events, each twice, end alike: ${life.name}; the gateway says ${telling}`,
    checked: 0,
    broken: 0,
    examples: [],
  }
  if (life.events.length !== 5) throw new Error(`${life.name} has ${life.events.length} events, not five`)
  const tellOnce = (order: readonly Caught[]) =>
    // Each twice at once, and none of them again: a last one that tells all would hide what was missed.
    tell(
      backOffice,
      life,
      order.flatMap((event) => [event, event]),
      telling,
    )
  const expected = await tellOnce(life.events)
  const isTold = (index: number) => fourthsFrom === null || (index + fourthsFrom) % 4 === 0
  const orders = permutations(life.events)
    .filter((_, index) => isTold(index))
    .values()
  const worker = async (): Promise<void> => {
    for (const order of orders) {
      const ended = await tellOnce(order)
      verdict.checked++
      if (ended === expected) continue
      verdict.broken++
      const types = order.map((event) => event.type).join(', ')
      if (verdict.examples.length < 3) verdict.examples.push(`${types}: ${ended}, not ${expected}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await forgetEvents(backOffice.deps.db, backOffice.harness.clock.now() + 365 * DAY_MS)
  return verdict
}

/**
 * A fresh payment whose own answer was lost hears of itself by these events alone; answers where it stands in
 * the end.
 */
async function tell(
  { harness, deps }: BackOffice,
  life: Life,
  told: readonly Caught[],
  telling: Telling,
): Promise<string> {
  const driverId = await harness.addDriver()
  const chargeId = `pi_${randomUUID()}`
  const last = life.events.at(-1)!
  let now = last.asOf
  const metadata = { driverId, paymentId: '' }
  const method: PaymentMethod = {
    methodId: 'pm_1',
    kind: life.name.startsWith('a card') ? 'card' : 'bank',
    brand: 'visa',
    last4: '4242',
    expires: null,
    fingerprint: null,
  }
  const billing = createBilling({
    ...deps,
    cards: {
      ...deps.cards,
      createCustomer: async () => ({ outcome: 'done', value: { customerId: `cus_${driverId}` } }),
      listPaymentMethods: async () => ({ outcome: 'done', value: [method] }),
      openCharge: async () => ({ outcome: 'unknown', reason: 'lost' }),
      readCharge: async () => ({ outcome: 'done', value: { ...now, chargeId, metadata } }),
    },
  })
  // What the caught payments bought, so that what went back is all of it.
  const input = { plan: 'advanced', days: 7, coupon: '' } as const
  const { totalCents } = await billing.quote(driverId, { ...input, methodKind: method.kind })
  const key = randomUUID()
  const bought = await billing.buy(driverId, { ...input, methodId: 'pm_1', key, expectCents: totalCents })
  metadata.paymentId = bought.id
  for (const event of told) {
    if (telling === 'how it was then') now = event.asOf
    const body = event.body
      .replaceAll(life.chargeId, chargeId)
      .replaceAll(life.paymentId, bought.id)
      .replaceAll(event.id, `${event.id}${driverId}`)
    const outcome = await billing.takeWebhook(body, signBody(body, WEBHOOK_SECRET, harness.clock.now()))
    if (outcome !== 'taken') throw new Error(`an event of the gateway's own is ${outcome}`)
  }
  return await describeEnd(harness.deps, driverId)
}

const END = `
  select (select json_agg(json_build_array(state, amount_cents, refunded_cents, gateway_fee_cents, reason)) from payments where driver_id = $1) as payments,
    (select json_agg(json_build_array(state, due_cents, credited_cents, span_ms)) from invoices where driver_id = $1) as invoices,
    (select json_agg(json_build_array(r.state, r.amount_cents, r.cause) order by r.created_at) from refunds r join payments p on p.id = r.payment_id
      where p.driver_id = $1) as refunds,
    (select json_agg(extract(epoch from until_at - from_at)) from subscription_periods where driver_id = $1) as spans,
    (select json_agg(kind order by kind) from notifications where driver_id = $1) as news,
    (select json_agg(kind order by kind) from ledger_entries where driver_id = $1) as ledger,
    (select balance_cents from ledger_accounts where driver_id = $1) as balance`

async function describeEnd(
  { database }: BackOffice['deps'] | BackOffice['harness']['deps'],
  driverId: string,
): Promise<string> {
  const { rows } = await database.pool.query<Record<string, unknown>>(END, [driverId])
  return JSON.stringify(rows[0])
}
