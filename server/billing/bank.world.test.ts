import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { signBody } from '../../simulator/cards/webhooks.ts'
import { startOffice } from './books/testing.ts'
import type { Office } from './books/testing.ts'
import { sql } from 'kysely'
import { closedCards } from './cards.ts'
import { createBilling } from './desk.ts'
import { askUnsettled } from './unsettled.ts'
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from './testing.ts'
import type { Till } from './testing.ts'

const ASKS = '4000002760003184'
const BANK_FAILS = '000111111116'

let office: Office
let till: Till
before(async () => {
  office = await startOffice('2026-11-18T17:00:00Z')
  till = office.till
})
after(() => office.stop())
afterEach(() => till.checkBooks())

test('a bank that refuses in the end leaves a refused payment, which the driver is told, and what was being bought is free again', async () => {
  const id = await till.addDriver()
  const payment = await office.buy(id, { methodId: await office.saveBank(id, BANK_FAILS) })
  assert.equal(payment.state, 'processing')
  await office.letBanksAnswer(5 * DAY_MS)
  const { state, reason } = await till.billing.readPayment(id, payment.id)
  assert.deepEqual([state, reason], ['refused', 'bank_declined'])
  assert.equal((await till.newsOf(id))[0], 'payment_failed')
  assert.equal((await office.buy(id)).state, 'paid')
})

test('a debit that failed before anything else of it was heard is told all the same', async () => {
  const id = await till.addDriver()
  const bank = await office.saveBank(id, BANK_FAILS)
  till.loseAnswers(1)
  assert.equal((await office.buy(id, { methodId: bank })).state, 'open')
  await office.letBanksAnswer(5 * DAY_MS)
  assert.equal((await till.newsOf(id))[0], 'payment_failed')
})

test('a week closes while a bank takes its days over a purchase', async () => {
  const id = await till.addDriver()
  await till.addBlock(id, till.clock.now())
  assert.equal((await office.buy(id, { methodId: await office.saveBank(id) })).state, 'processing')
  till.clock.add(7 * DAY_MS)
  await till.billing.sweeps.closeWeeks()
  const { invoices } = await till.billing.listInvoices(id, { limit: 10 })
  assert.deepEqual(
    invoices.map(({ kind, dueCents }) => [kind, dueCents]),
    [['week', 500]],
  )
  await office.letBanksAnswer(HOUR_MS)
  assert.notEqual((await till.billing.readAccount(id)).active, null)
})

test('a bank’s question can be answered although our own call for it was never heard', async () => {
  const id = await till.addDriver()
  const card = await till.saveCard(id, ASKS)
  till.loseAnswers(1)
  const { id: paymentId, state } = await office.buy(id, { methodId: card })
  assert.equal(state, 'open')
  // Told by an event before the call is made again.
  const headers = { authorization: `Bearer ${SECRET_KEY}` }
  const listed = await fetch(`${till.gateway.url}/v1/payment_intents?limit=1`, { headers })
  const { data } = (await listed.json()) as { data: object[] }
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.requires_action',
    created: Math.floor(till.clock.now() / 1000),
    data: { object: data[0] },
  }
  const body = JSON.stringify(event)
  const signature = signBody(body, WEBHOOK_SECRET, till.clock.now())
  assert.equal(await till.billing.takeWebhook(body, signature), 'taken')
  const { action } = await till.billing.readPayment(id, paymentId)
  assert.ok(action)
  await till.answerBank(action.clientSecret, 'complete')
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'paid')
})

test('an answer that was lost is heard after the gateway forgot its key: one charge', async () => {
  const id = await till.addDriver()
  const card = await till.saveCard(id)
  const earlier = await till.captured()
  till.loseAnswers(1)
  const { id: paymentId } = await office.buy(id, { methodId: card })
  await office.letBanksAnswer(26 * HOUR_MS)
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'paid')
  assert.equal((await till.captured()).count, earlier.count + 1)
})

test('a charge that the gateway never heard of in a day is not made a day late', async () => {
  const id = await till.addDriver()
  const card = await till.saveCard(id)
  const earlier = await till.captured()
  const { cards } = office.deps
  const silent = createBilling({ ...office.deps, cards: { ...cards, takeCharge: closedCards.takeCharge } })
  const wish = { tier: 'advanced', days: 7, coupon: '', methodId: card, expectCents: 2_606 } as const
  const { id: paymentId } = await silent.buy(id, { ...wish, key: randomUUID() })
  await office.letBanksAnswer(26 * HOUR_MS)
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'canceled')
  assert.deepEqual(await till.captured(), earlier)
})

test('what an operator took back is not invoiced again on the next Monday', async () => {
  const id = await till.addDriver()
  await till.addBlock(id, till.clock.now())
  till.clock.add(7 * DAY_MS)
  await till.billing.sweeps.closeWeeks()
  const [invoice] = (await till.billing.readAccount(id)).unpaid
  const wish = { number: invoice!.number, reason: 'a mistake of ours', key: randomUUID() }
  await office.books.creditInvoice(office.operator, wish)
  till.clock.add(7 * DAY_MS)
  await till.billing.sweeps.closeWeeks()
  assert.deepEqual((await till.billing.readAccount(id)).unpaid, [])
})

test('what a bank refused after it asked cannot be paid behind our back, with a coupon that is free again', async () => {
  const id = await till.addDriver()
  const { id: paymentId, action } = await office.buy(id, { methodId: await till.saveCard(id, ASKS) })
  const { clientSecret } = action!
  await till.answerBank(clientSecret, 'fail')
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'refused')
  const earlier = await till.captured()
  const [intent = ''] = clientSecret.split('_secret_')
  const reply = await fetch(`${till.gateway.url}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  assert.equal(reply.status, 400)
  await office.letBanksAnswer(HOUR_MS)
  assert.deepEqual(await till.captured(), earlier)
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'refused')
})

/** A weekly invoice of $5 that a debit was begun for, of which its bank says nothing for ten days. */
async function leaveSilent(): Promise<{ id: string; number: string; paymentId: string }> {
  const id = await till.addDriver()
  const number = await office.invoiceWeek(id, [['block', 500]])
  const { id: paymentId, state } = await office.pay(id, number, await office.saveBank(id))
  assert.equal(state, 'processing')
  till.clock.add(10 * DAY_MS)
  office.faults.splice(0)
  await freeSilent()
  return { id, number, paymentId }
}
/** A refund to a bank account takes days too. */
const letRefundsArrive = async () => {
  for (let round = 0; round < 2; round++) {
    till.clock.add(HOUR_MS)
    await office.books.sweeps.settleRefunds()
    await office.letBanksAnswer(5 * DAY_MS)
  }
  till.clock.add(HOUR_MS)
  await office.books.sweeps.settleRefunds()
}
/** The sweep, of a gateway that has heard of nothing new. */
const freeSilent = () => askUnsettled({ ...office.deps, cards: closedCards })

test('a debit of which the bank says nothing for ten days holds its invoice off no more: operator and driver are told once', async () => {
  const { id, number } = await leaveSilent()
  await freeSilent()
  assert.equal(office.faults.filter((text) => text.includes('P-')).length, 1)
  assert.equal((await till.newsOf(id)).filter((kind) => kind === 'payment_failed').length, 1)
  const [open] = (await till.billing.readAccount(id)).unpaid
  assert.deepEqual(
    [open?.number, open?.underWay, open?.suspendsAt],
    [number, null, till.clock.now() + 5 * DAY_MS],
  )
})

test('paid otherwise and arrived after all: the debit goes back, and nobody paid twice', async () => {
  const { id, number, paymentId } = await leaveSilent()
  assert.equal((await office.pay(id, number)).state, 'paid')
  await office.letBanksAnswer(HOUR_MS)
  await till.billing.readPayment(id, paymentId)
  await letRefundsArrive()
  const { state, amountCents, refundedCents } = await till.billing.readPayment(id, paymentId)
  assert.deepEqual([state, refundedCents], ['paid', amountCents])
  assert.equal(await office.owes(id), 0)
})

test('not paid otherwise, a debit that arrives late pays its invoice', async () => {
  const { id } = await leaveSilent()
  await office.letBanksAnswer(HOUR_MS)
  await till.billing.sweeps.askUnsettled()
  assert.deepEqual((await till.billing.readAccount(id)).unpaid, [])
  assert.equal(await office.owes(id), 0)
})

test('a purchase whose debit is silent may be made otherwise; the debit that arrives then goes back', async () => {
  const id = await till.addDriver()
  const silent = await office.buy(id, { methodId: await office.saveBank(id) })
  till.clock.add(10 * DAY_MS)
  await freeSilent()
  assert.deepEqual((await till.billing.readAccount(id)).underWay, [])
  assert.equal((await office.buy(id)).state, 'paid')
  await office.letBanksAnswer(HOUR_MS)
  await till.billing.readPayment(id, silent.id)
  await letRefundsArrive()
  const { state, amountCents, refundedCents } = await till.billing.readPayment(id, silent.id)
  assert.deepEqual([state, refundedCents], ['paid', amountCents])
  assert.equal(await office.owes(id), 0)
  assert.equal((await till.billing.readAccount(id)).ahead.length, 0)
})

/** Why payments of a driver failed, as they were told. */
const reasonOf = async (id: string) => {
  const { rows } = await sql<{ reason: string }>`
    select params->>'reason' as reason from notifications where driver_id = ${id} and kind = 'payment_failed'`.execute(
    office.deps.db,
  )
  return rows.map((row) => row.reason)
}

test('a debit that its driver gave up is no news, and one that nobody confirmed was refused by no bank', async () => {
  const begin = async () => {
    const id = await till.addDriver()
    const bank = await office.saveBank(id)
    till.loseAnswers(1)
    const { id: paymentId, state } = await office.buy(id, { methodId: bank })
    assert.equal(state, 'open')
    await office.deps.db
      .updateTable('payments')
      .set({ state: 'needs_action', charge_id: null })
      .where('id', '=', paymentId)
      .execute()
    return { id, paymentId }
  }
  const left = await begin()
  assert.equal((await till.billing.cancelPayment(left.id, left.paymentId)).state, 'canceled')
  assert.deepEqual(await reasonOf(left.id), [])
  const forgotten = await begin()
  till.clock.add(2 * HOUR_MS)
  await till.billing.sweeps.askUnsettled()
  assert.deepEqual(await reasonOf(forgotten.id), ['given_up'])
})
