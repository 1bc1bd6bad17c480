import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { sql } from 'kysely'
import { signBody } from '../../../simulator/cards/webhooks.ts'
import { createBilling } from '../billing/operations.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import type { BackOffice } from '../billing/testing/back-office.ts'
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from '../billing/testing/harness.ts'
import type { BillingHarness } from '../billing/testing/harness.ts'
import { closedCards } from './gateway.ts'
import { syncUnsettled } from './sync-unsettled.ts'

const ASKS = '4000002760003184'
const BANK_FAILS = '000111111116'

let backOffice: BackOffice
let harness: BillingHarness
before(async () => {
  backOffice = await startBackOffice('2026-11-18T17:00:00Z')
  harness = backOffice.harness
})
after(() => backOffice.stop())
afterEach(() => harness.checkAccounts())

test('a bank that refuses in the end leaves a refused payment, which the driver is told, and what was being bought is free again', async () => {
  const id = await harness.addDriver()
  const payment = await backOffice.buy(id, { methodId: await backOffice.saveBank(id, BANK_FAILS) })
  assert.equal(payment.state, 'processing')
  await backOffice.letBanksAnswer(5 * DAY_MS)
  const { state, reason } = await harness.billing.readPayment(id, payment.id)
  assert.deepEqual([state, reason], ['refused', 'bank_declined'])
  assert.equal((await harness.newsOf(id))[0], 'payment_failed')
  assert.equal((await backOffice.buy(id)).state, 'paid')
})

test('a debit that failed before anything else of it was heard is still told', async () => {
  const id = await harness.addDriver()
  const bank = await backOffice.saveBank(id, BANK_FAILS)
  harness.loseAnswers(1)
  assert.equal((await backOffice.buy(id, { methodId: bank })).state, 'open')
  await backOffice.letBanksAnswer(5 * DAY_MS)
  assert.equal((await harness.newsOf(id))[0], 'payment_failed')
})

test('a week closes while a bank takes its days over a purchase', async () => {
  const id = await harness.addDriver()
  await harness.addBlock(id, harness.clock.now())
  assert.equal((await backOffice.buy(id, { methodId: await backOffice.saveBank(id) })).state, 'processing')
  harness.clock.add(7 * DAY_MS)
  await harness.billing.sweeps.closeWeeks()
  const { invoices } = await harness.billing.listInvoices(id, { limit: 10 })
  assert.deepEqual(
    invoices.map(({ kind, dueCents }) => [kind, dueCents]),
    [['week', 500]],
  )
  await backOffice.letBanksAnswer(HOUR_MS)
  assert.notEqual((await harness.billing.readAccount(id)).active, null)
})

test('a bank’s question can be answered although our own call for it was never heard', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id, ASKS)
  harness.loseAnswers(1)
  const { id: paymentId, state } = await backOffice.buy(id, { methodId: card })
  assert.equal(state, 'open')
  // Told by an event before the call is made again.
  const headers = { authorization: `Bearer ${SECRET_KEY}` }
  const listed = await fetch(`${harness.gateway.url}/v1/payment_intents?limit=1`, { headers })
  const { data } = (await listed.json()) as { data: object[] }
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.requires_action',
    created: Math.floor(harness.clock.now() / 1000),
    data: { object: data[0] },
  }
  const body = JSON.stringify(event)
  const signature = signBody(body, WEBHOOK_SECRET, harness.clock.now())
  assert.equal(await harness.billing.takeWebhook(body, signature), 'taken')
  const { action } = await harness.billing.readPayment(id, paymentId)
  assert.ok(action)
  await harness.answerBank(action.clientSecret, 'complete')
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'paid')
})

test('an answer that was lost is heard after the gateway forgot its key: one charge', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  const earlier = await harness.captured()
  harness.loseAnswers(1)
  const { id: paymentId } = await backOffice.buy(id, { methodId: card })
  await backOffice.letBanksAnswer(26 * HOUR_MS)
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'paid')
  assert.equal((await harness.captured()).count, earlier.count + 1)
})

test('a charge that the gateway never heard of in a day is not made a day late', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  const earlier = await harness.captured()
  const { cards } = backOffice.deps
  const silent = createBilling({
    ...backOffice.deps,
    cards: { ...cards, takeCharge: closedCards.takeCharge },
  })
  const input = { plan: 'advanced', days: 7, coupon: '', methodId: card, expectCents: 2_606 } as const
  const { id: paymentId } = await silent.buy(id, { ...input, key: randomUUID() })
  await backOffice.letBanksAnswer(26 * HOUR_MS)
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'canceled')
  assert.deepEqual(await harness.captured(), earlier)
})

test('what an operator took back is not invoiced again on the next Monday', async () => {
  const id = await harness.addDriver()
  await harness.addBlock(id, harness.clock.now())
  harness.clock.add(7 * DAY_MS)
  await harness.billing.sweeps.closeWeeks()
  const [invoice] = (await harness.billing.readAccount(id)).unpaid
  const input = { number: invoice!.number, reason: 'a mistake of ours', key: randomUUID() }
  await backOffice.accounting.creditInvoice(backOffice.operator, input)
  harness.clock.add(7 * DAY_MS)
  await harness.billing.sweeps.closeWeeks()
  assert.deepEqual((await harness.billing.readAccount(id)).unpaid, [])
})

test('what a bank refused after it asked cannot be paid behind our back, with a coupon that is free again', async () => {
  const id = await harness.addDriver()
  const { id: paymentId, action } = await backOffice.buy(id, { methodId: await harness.saveCard(id, ASKS) })
  const { clientSecret } = action!
  await harness.answerBank(clientSecret, 'fail')
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'refused')
  const earlier = await harness.captured()
  const [intent = ''] = clientSecret.split('_secret_')
  const reply = await fetch(`${harness.gateway.url}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  assert.equal(reply.status, 400)
  await backOffice.letBanksAnswer(HOUR_MS)
  assert.deepEqual(await harness.captured(), earlier)
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'refused')
})

/** A weekly invoice of $5 that a debit was begun for, of which its bank says nothing for ten days. */
async function leaveSilent(): Promise<{ id: string; number: string; paymentId: string }> {
  const id = await harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  const { id: paymentId, state } = await backOffice.pay(id, number, await backOffice.saveBank(id))
  assert.equal(state, 'processing')
  harness.clock.add(10 * DAY_MS)
  backOffice.faults.splice(0)
  await freeSilent()
  return { id, number, paymentId }
}
/** A refund to a bank account takes days too. */
const letRefundsArrive = async () => {
  for (let round = 0; round < 2; round++) {
    harness.clock.add(HOUR_MS)
    await backOffice.accounting.sweeps.syncRefunds()
    await backOffice.letBanksAnswer(5 * DAY_MS)
  }
  harness.clock.add(HOUR_MS)
  await backOffice.accounting.sweeps.syncRefunds()
}
/** The sweep, of a gateway that has heard of nothing new. */
const freeSilent = () => syncUnsettled({ ...backOffice.deps, cards: closedCards })

test('a debit of which the bank says nothing for ten days holds its invoice off no more: operator and driver are told once', async () => {
  const { id, number } = await leaveSilent()
  await freeSilent()
  assert.equal(backOffice.faults.filter((text) => text.includes('P-')).length, 1)
  assert.equal((await harness.newsOf(id)).filter((kind) => kind === 'payment_failed').length, 1)
  const [open] = (await harness.billing.readAccount(id)).unpaid
  assert.deepEqual(
    [open?.number, open?.underWay, open?.suspendsAt],
    [number, null, harness.clock.now() + 5 * DAY_MS],
  )
})

test('paid otherwise and arrived after all: the debit goes back, and no one paid twice', async () => {
  const { id, number, paymentId } = await leaveSilent()
  assert.equal((await backOffice.pay(id, number)).state, 'paid')
  await backOffice.letBanksAnswer(HOUR_MS)
  await harness.billing.readPayment(id, paymentId)
  await letRefundsArrive()
  const { state, amountCents, refundedCents } = await harness.billing.readPayment(id, paymentId)
  assert.deepEqual([state, refundedCents], ['paid', amountCents])
  assert.equal(await backOffice.owes(id), 0)
})

test('not paid otherwise, a debit that arrives late pays its invoice', async () => {
  const { id } = await leaveSilent()
  await backOffice.letBanksAnswer(HOUR_MS)
  await harness.billing.sweeps.syncUnsettled()
  assert.deepEqual((await harness.billing.readAccount(id)).unpaid, [])
  assert.equal(await backOffice.owes(id), 0)
})

test('a purchase whose debit is silent may be made otherwise; the debit that arrives then goes back', async () => {
  const id = await harness.addDriver()
  const silent = await backOffice.buy(id, { methodId: await backOffice.saveBank(id) })
  harness.clock.add(10 * DAY_MS)
  await freeSilent()
  assert.deepEqual((await harness.billing.readAccount(id)).underWay, [])
  assert.equal((await backOffice.buy(id)).state, 'paid')
  await backOffice.letBanksAnswer(HOUR_MS)
  await harness.billing.readPayment(id, silent.id)
  await letRefundsArrive()
  const { state, amountCents, refundedCents } = await harness.billing.readPayment(id, silent.id)
  assert.deepEqual([state, refundedCents], ['paid', amountCents])
  assert.equal(await backOffice.owes(id), 0)
  assert.equal((await harness.billing.readAccount(id)).ahead.length, 0)
})

/** Why payments of a driver failed, as they were told. */
const reasonOf = async (id: string) => {
  const { rows } = await sql<{ reason: string }>`
    select params->>'reason' as reason from notifications where driver_id = ${id} and kind = 'payment_failed'`.execute(
    backOffice.deps.db,
  )
  return rows.map((row) => row.reason)
}

test('a debit that its driver gave up is no news, and one that no one confirmed was refused by no bank', async () => {
  const begin = async () => {
    const id = await harness.addDriver()
    const bank = await backOffice.saveBank(id)
    harness.loseAnswers(1)
    const { id: paymentId, state } = await backOffice.buy(id, { methodId: bank })
    assert.equal(state, 'open')
    await backOffice.deps.db
      .updateTable('payments')
      .set({ state: 'needs_action', charge_id: null })
      .where('id', '=', paymentId)
      .execute()
    return { id, paymentId }
  }
  const left = await begin()
  assert.equal((await harness.billing.cancelPayment(left.id, left.paymentId)).state, 'canceled')
  assert.deepEqual(await reasonOf(left.id), [])
  const forgotten = await begin()
  harness.clock.add(2 * HOUR_MS)
  await harness.billing.sweeps.syncUnsettled()
  assert.deepEqual(await reasonOf(forgotten.id), ['given_up'])
})
