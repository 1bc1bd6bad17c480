import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { forgetPayer } from '../billing/anonymize.ts'
import { createBilling } from '../billing/operations.ts'
import { refusalOf, startBillingHarness, orderFor } from '../billing/testing/harness.ts'
import { insertCoupon } from '../invoices/store/coupons.ts'
import { lockInvoice } from '../invoices/store/invoices.ts'
import { readBalance } from '../ledger.ts'
import { lockPayer } from '../payers/store/drivers.ts'
import { syncPayment } from './charge.ts'
import { closedCards } from './gateway.ts'
import { readRefundsOf } from './store/refunds.ts'
import { untilLocked } from '../../db/testing.ts'

const ASKS = '4000002760003184'
/** Is saved, and declines when it is charged. */
const DECLINES = '4000000000000341'
/** Monday, November 23, 2026 at 0:00 in New York. */
const MONDAY = Date.parse('2026-11-23T05:00:00Z')

const harness = await startBillingHarness('2026-11-19T17:00:00Z')
after(() => harness.stop())
afterEach(() => harness.checkAccounts())

const remove = (driverId: string) =>
  harness.deps.db.transaction().execute(async (tx) => {
    await forgetPayer(tx, driverId)
    await tx.deleteFrom('drivers').where('id', '=', driverId).execute()
  })
/** A process that dies after a purchase was written. */
const setPlan = async () => assert.fail('died after the purchase was written')
/** A gateway that closes no charge. */
const cancelCharge = async () => ({ outcome: 'refused', reason: 'x' }) as const
/** A driver's browser pays by another card what was refused, which a gateway allows. */
async function confirmAgain(clientSecret: string, methodId: string): Promise<void> {
  const [id = ''] = clientSecret.split('_secret_')
  const body = new URLSearchParams({ client_secret: clientSecret, payment_method: methodId })
  const headers = { authorization: `Bearer ${harness.deps.gateway.publishableKey}` }
  const path = `/v1/payment_intents/${id}/confirm`
  const reply = await fetch(`${harness.gateway.url}${path}`, { method: 'POST', headers, body })
  assert.equal(reply.status, 200)
}
const invoiceOf = async (paymentId: string) =>
  await harness.deps.db
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select(['invoices.id', 'invoices.state', 'payments.state as paymentState', 'payments.refunded_cents'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow()

test('a charge whose answer was lost is not made again when the gateway has forgotten its key', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  const first = await harness.captured()
  harness.loseAnswers(1)
  const { id: paymentId, state } = await harness.billing.buy(id, orderFor(card))
  assert.equal(state, 'open')
  harness.clock.add(2 * DAY_MS)
  await harness.billing.sweeps.syncUnsettled()
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'paid')
  assert.equal((await harness.captured()).count, first.count + 1)
})

test('a try that reaches the gateway when it has forgotten the key takes no money twice', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  const first = await harness.captured()
  const { cards } = harness.deps
  const forget = async () => {
    harness.clock.add(25 * HOUR_MS)
    await harness.gateway.settle()
  }
  // Sent, its answer lost, and sent again a day later by one and the same call, as by a machine that slept
  // meanwhile.
  const slow = {
    ...cards,
    async openCharge(input: Parameters<typeof cards.openCharge>[0]) {
      await cards.openCharge(input)
      await forget()
      return await cards.openCharge(input)
    },
    async takeCharge(input: Parameters<typeof cards.takeCharge>[0]) {
      await cards.takeCharge(input)
      await forget()
      return await cards.takeCharge(input)
    },
  }
  const { state } = await createBilling({ ...harness.deps, cards: slow }).buy(id, orderFor(card))
  assert.equal(state, 'paid')
  assert.equal((await harness.captured()).count, first.count + 1)
})

test('a card that was declined cannot be charged by a try that arrives later', async () => {
  const id = await harness.addDriver()
  const { id: paymentId, state } = await harness.billing.buy(
    id,
    orderFor(await harness.saveCard(id, DECLINES)),
  )
  assert.equal(state, 'refused')
  const { charge_id: chargeId } = await harness.deps.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const good = await harness.saveCard(id)
  const late = { chargeId: chargeId!, methodId: good, idempotencyKey: randomUUID() }
  const outcome = await harness.deps.cards.takeCharge(late)
  assert.deepEqual(outcome, { outcome: 'refused', reason: 'payment_intent_unexpected_state' })
})

test('a driver who cancels a purchase that could not be carried out pays nothing once the gateway is back', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  const first = await harness.captured()
  for (const call of ['openCharge', 'takeCharge'] as const) {
    const cards = { ...harness.deps.cards, [call]: closedCards[call] }
    const down = createBilling({ ...harness.deps, cards })
    const { id: paymentId } = await down.buy(id, orderFor(card))
    assert.equal((await harness.billing.cancelPayment(id, paymentId)).state, 'canceled')
    assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'canceled')
  }
  assert.equal((await harness.captured()).count, first.count)
})

test('a request that could not be carried out for a day is canceled, and the next is free', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  const first = await harness.captured()
  const silent = { ...harness.deps.cards, takeCharge: closedCards.takeCharge }
  const { id: paymentId } = await createBilling({ ...harness.deps, cards: silent }).buy(id, orderFor(card))
  harness.clock.add(2 * DAY_MS)
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'canceled')
  assert.equal((await harness.captured()).count, first.count)
  assert.equal((await harness.billing.buy(id, orderFor(card))).state, 'paid')
})

test('a week closes also while a purchase waits for the bank', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id, ASKS)
  harness.clock.set(new Date(MONDAY - MINUTE_MS).toISOString())
  await harness.addBlock(id, MONDAY - HOUR_MS)
  const waiting = await harness.billing.buy(id, orderFor(card))
  assert.equal(waiting.state, 'needs_action')
  harness.clock.set(new Date(MONDAY).toISOString())
  await harness.billing.sweeps.closeWeeks()
  const { invoices } = await harness.billing.listInvoices(id, { limit: 10 })
  assert.deepEqual(
    invoices.map(({ kind, dueCents }) => [kind, dueCents]),
    [['week', 500]],
  )
  await harness.answerBank(waiting.action!.clientSecret, 'complete')
  assert.equal((await harness.billing.readPayment(id, waiting.id)).state, 'paid')
})

test('what a driver was buying when they left costs nothing, and money that comes goes back with no invoice', async () => {
  const [free, asked] = [await harness.addDriver(), await harness.addDriver()]
  await insertCoupon(harness.deps.db, {
    code: 'ALLFREE',
    cut: { kind: 'percent', percent: 100 },
    appliesTo: 'everything',
    from: 0,
    until: null,
    mostUses: null,
    actor: 'x',
    note: '',
    at: harness.clock.now(),
  })
  const waiting = await harness.billing.buy(asked, orderFor(await harness.saveCard(asked, ASKS)))
  const secret = waiting.action!.clientSecret
  const dying = createBilling({ ...harness.deps, accounts: { ...harness.deps.accounts, setPlan } })
  const gift = orderFor(await harness.saveCard(free), { coupon: 'ALLFREE', expectCents: 0 })
  await assert.rejects(dying.buy(free, gift), /died/)
  const [given] = (await harness.billing.readAccount(free)).underWay
  for (const id of [free, asked]) await remove(id)
  await harness.answerBank(secret, 'complete')
  harness.clock.add(MINUTE_MS)
  const gone = await readBalance(harness.deps.db, { kind: 'receivable.gone' })
  await harness.billing.sweeps.syncUnsettled()
  assert.deepEqual(
    [(await invoiceOf(given!.id)).paymentState, (await invoiceOf(waiting.id)).state],
    ['paid', 'abandoned'],
  )
  assert.deepEqual(
    (await readRefundsOf(harness.deps.db, [given!.id, waiting.id])).map(({ amount_cents: cents }) => cents),
    [2_606],
  )
  assert.equal(await readBalance(harness.deps.db, { kind: 'receivable.gone' }), gone - 2_500)
})

test('a purchase that was given up and paid late does not use its coupon a second time', async () => {
  const id = await harness.addDriver()
  const code = 'HALFONCE'
  await insertCoupon(harness.deps.db, {
    code,
    cut: { kind: 'percent', percent: 50 },
    appliesTo: 'everything',
    from: 0,
    until: null,
    mostUses: null,
    actor: 'x',
    note: '',
    at: harness.clock.now(),
  })
  const half = { coupon: code, expectCents: 1_318 }
  const first = await harness.billing.buy(id, orderFor(await harness.saveCard(id, ASKS), half))
  await harness.answerBank(first.action!.clientSecret, 'fail')
  // The charge is not closed there when it is given up here.
  const open = { ...harness.deps, cards: { ...harness.deps.cards, cancelCharge } }
  assert.equal((await syncPayment(open, first.id)).state, 'refused')
  const good = await harness.saveCard(id)
  assert.equal((await harness.billing.buy(id, orderFor(good, half))).state, 'paid')
  const { until } = (await harness.billing.readAccount(id)).active!
  await confirmAgain(first.action!.clientSecret, good)
  await syncPayment(harness.deps, first.id)
  assert.equal(
    (await harness.billing.readAccount(id)).active?.until,
    until,
    'no second week at half the price',
  )
  assert.equal((await invoiceOf(first.id)).state, 'abandoned')
  assert.deepEqual(
    (await readRefundsOf(harness.deps.db, [first.id])).map(({ amount_cents: cents }) => cents),
    [1_318],
  )
})

test('deleting an account and capturing its payment do not wait for each other', async () => {
  const id = await harness.addDriver()
  const waiting = await harness.billing.buy(id, orderFor(await harness.saveCard(id, ASKS)))
  const { id: invoiceId } = await invoiceOf(waiting.id)
  const leaving = await harness.deps.db.transaction().execute(async (tx) => {
    await lockPayer(tx, id)
    const removal = remove(id)
    await untilLocked(harness.deps.database.pool)
    await lockInvoice(tx, invoiceId)
    return { removal }
  })
  await leaving.removal
})

test('deleting an account and the payment of a friend they referred do not wait for each other', async () => {
  const [owner, friend] = [await harness.addDriver(), await harness.addDriver()]
  const joined = { friend_id: friend, driver_id: owner, joined_at: new Date(0) }
  await harness.deps.db.insertInto('referrals').values(joined).execute()
  let removal: Promise<void> | null = null
  const { notify } = harness.deps
  const announce: typeof notify.announce = async (tx, news) => {
    if (news.kind === 'credit_earned') {
      removal = remove(owner)
      await untilLocked(harness.deps.database.pool)
    }
    await notify.announce(tx, news)
  }
  const slow = createBilling({ ...harness.deps, notify: { ...notify, announce } })
  assert.equal((await slow.buy(friend, orderFor(await harness.saveCard(friend)))).state, 'paid')
  assert.ok(removal)
  await removal
})

test('a customer that is gone at the gateway is opened anew with the next card', async () => {
  const id = await harness.addDriver()
  const lost = await harness.saveCard(id)
  await harness.deps.db
    .updateTable('payers')
    .set({ customer_id: `cus_gone${randomUUID().slice(0, 8)}` })
    .where('driver_id', '=', id)
    .execute()
  assert.deepEqual(await harness.billing.listMethods(id), [])
  assert.equal(await refusalOf(harness.billing.buy(id, orderFor(lost))), 'billing.method_missing')
  assert.equal((await harness.billing.buy(id, orderFor(await harness.saveCard(id)))).state, 'paid')
})

test('weekly invoices are paid from the card that is shown as the default, chosen or not; without any it is off', async () => {
  const [one, none] = [await harness.addDriver(), await harness.addDriver()]
  for (const id of [one, none]) {
    await harness.saveCard(id)
    await harness.billing.setAutopay(id, true)
    await harness.addBlock(id, harness.clock.now())
  }
  await harness.deps.db
    .updateTable('payers')
    .set({ customer_id: `cus_gone${randomUUID().slice(0, 8)}` })
    .where('driver_id', '=', none)
    .execute()
  harness.clock.add(7 * DAY_MS)
  await harness.billing.sweeps.closeWeeks()
  await harness.billing.sweeps.payByThemselves()
  const stateOf = async (id: string) =>
    (await harness.billing.listInvoices(id, { limit: 1 })).invoices.map(({ state }) => state)
  assert.deepEqual([await stateOf(one), await stateOf(none)], [['paid'], ['unpaid']])
  assert.deepEqual(
    [(await harness.billing.readAccount(one)).autopay, (await harness.billing.readAccount(none)).autopay],
    [true, false],
  )
})

test('a zone that the database does not know keeps no one else from their invoice', async () => {
  const faults: string[] = []
  const [id, odd] = [await harness.addDriver(), await harness.addDriver()]
  await harness.deps.db.updateTable('drivers').set({ time_zone: 'AET' }).where('id', '=', odd).execute()
  await harness.addBlock(id, harness.clock.now())
  harness.clock.add(7 * DAY_MS)
  const onFault = (_: unknown, what: string) => void faults.push(what)
  await createBilling({ ...harness.deps, onFault }).sweeps.closeWeeks()
  assert.equal((await harness.billing.listInvoices(id, { limit: 1 })).invoices[0]?.dueCents, 500)
  assert.deepEqual(faults, ['a week is not closed yet'])
  await harness.deps.db.deleteFrom('drivers').where('id', '=', odd).execute()
})

test('a credit that goes back while a week is closed is not given away', async () => {
  const id = await harness.addDriver()
  await harness.addBlock(id, harness.clock.now())
  const friend = { friend_id: randomUUID(), driver_id: id, joined_at: new Date(0), earned_at: new Date(0) }
  await harness.deps.db.insertInto('referrals').values(friend).execute()
  harness.clock.add(7 * DAY_MS)
  const faults: string[] = []
  const onFault = (error: unknown) => void faults.push(String(error))
  const closing = await harness.deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('referrals')
      .set({ earned_at: null })
      .where('friend_id', '=', friend.friend_id)
      .execute()
    const work = createBilling({ ...harness.deps, onFault }).sweeps.closeWeeks()
    await untilLocked(harness.deps.database.pool)
    return { work }
  })
  await closing.work
  assert.match(faults.join(), /a credit was returned/)
  await harness.billing.sweeps.closeWeeks()
  const [invoice] = (await harness.billing.listInvoices(id, { limit: 1 })).invoices
  assert.deepEqual([invoice?.state, invoice?.dueCents], ['unpaid', 500])
})
