import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { closedCards } from './cards.ts'
import { hearCharge } from './charge.ts'
import { createBilling } from './desk.ts'
import { readBalance } from './ledger.ts'
import { forgetPayer } from './store/farewell.ts'
import { lockPayer } from './store/drivers.ts'
import { insertCoupon } from './store/coupons.ts'
import { lockInvoice } from './store/invoices.ts'
import { readRefundsOf } from './store/refunds.ts'
import { refusalOf, startTill, wishFor } from './testing.ts'
import type { Till } from './testing.ts'

const ASKS = '4000002760003184'
/** Is saved, and declines when it is charged. */
const DECLINES = '4000000000000341'
/** Monday, November 23, 2026 at 0:00 in New York. */
const MONDAY = Date.parse('2026-11-23T05:00:00Z')

let till: Till
before(async () => {
  till = await startTill('2026-11-19T17:00:00Z')
})
after(() => till.stop())
afterEach(() => till.checkBooks())

const remove = (driverId: string) =>
  till.deps.db.transaction().execute(async (tx) => {
    await forgetPayer(tx, driverId)
    await tx.deleteFrom('drivers').where('id', '=', driverId).execute()
  })
/** A process that dies after a purchase was written. */
const setEdition = async () => assert.fail('died after the purchase was written')
/** A gateway that closes no charge. */
const cancelCharge = async () => ({ outcome: 'refused', reason: 'x' }) as const
/** A driver's browser pays by another card what was refused, which a gateway allows. */
async function confirmAgain(clientSecret: string, methodId: string): Promise<void> {
  const [id = ''] = clientSecret.split('_secret_')
  const body = new URLSearchParams({ client_secret: clientSecret, payment_method: methodId })
  const headers = { authorization: `Bearer ${till.deps.gateway.publishableKey}` }
  const path = `/v1/payment_intents/${id}/confirm`
  const reply = await fetch(`${till.gateway.url}${path}`, { method: 'POST', headers, body })
  assert.equal(reply.status, 200)
}
/** Until somebody waits for somebody else's row. */
async function waitForLock(): Promise<void> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(till.deps.db)).rows.length === 0);
}
const invoiceOf = async (paymentId: string) =>
  await till.deps.db
    .selectFrom('payments')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .select(['invoices.id', 'invoices.state', 'payments.state as paymentState', 'payments.refunded_cents'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow()

test('a charge whose answer was lost is not made again when the gateway has forgotten its key', async () => {
  const id = await till.addDriver()
  const card = await till.saveCard(id)
  const first = await till.captured()
  till.loseAnswers(1)
  const { id: paymentId, state } = await till.billing.buy(id, wishFor(card))
  assert.equal(state, 'open')
  till.clock.add(2 * DAY_MS)
  await till.billing.sweeps.askUnsettled()
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'paid')
  assert.equal((await till.captured()).count, first.count + 1)
})

test('a try that reaches the gateway when it has forgotten the key takes no money twice', async () => {
  const id = await till.addDriver()
  const card = await till.saveCard(id)
  const first = await till.captured()
  const { cards } = till.deps
  const forget = async () => {
    till.clock.add(25 * HOUR_MS)
    await till.gateway.settle()
  }
  // Sent, its answer lost, and sent again a day later by one and the same call, as by a machine that slept meanwhile.
  const slow = {
    ...cards,
    async openCharge(wish: Parameters<typeof cards.openCharge>[0]) {
      await cards.openCharge(wish)
      await forget()
      return await cards.openCharge(wish)
    },
    async takeCharge(wish: Parameters<typeof cards.takeCharge>[0]) {
      await cards.takeCharge(wish)
      await forget()
      return await cards.takeCharge(wish)
    },
  }
  const { state } = await createBilling({ ...till.deps, cards: slow }).buy(id, wishFor(card))
  assert.equal(state, 'paid')
  assert.equal((await till.captured()).count, first.count + 1)
})

test('a card that was declined cannot be charged by a try that arrives later', async () => {
  const id = await till.addDriver()
  const { id: paymentId, state } = await till.billing.buy(id, wishFor(await till.saveCard(id, DECLINES)))
  assert.equal(state, 'refused')
  const { charge_id: chargeId } = await till.deps.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const good = await till.saveCard(id)
  const late = { chargeId: chargeId!, methodId: good, idempotencyKey: randomUUID() }
  const outcome = await till.deps.cards.takeCharge(late)
  assert.deepEqual(outcome, { outcome: 'refused', reason: 'payment_intent_unexpected_state' })
})

test('whoever gives up a purchase that nobody could carry out pays nothing once the gateway is back', async () => {
  const id = await till.addDriver()
  const card = await till.saveCard(id)
  const first = await till.captured()
  for (const call of ['openCharge', 'takeCharge'] as const) {
    const cards = { ...till.deps.cards, [call]: closedCards[call] }
    const down = createBilling({ ...till.deps, cards })
    const { id: paymentId } = await down.buy(id, wishFor(card))
    assert.equal((await till.billing.cancelPayment(id, paymentId)).state, 'canceled')
    assert.equal((await till.billing.readPayment(id, paymentId)).state, 'canceled')
  }
  assert.equal((await till.captured()).count, first.count)
})

test('a wish that nobody could carry out for a day is given up, and the next is free', async () => {
  const id = await till.addDriver()
  const card = await till.saveCard(id)
  const first = await till.captured()
  const silent = { ...till.deps.cards, takeCharge: closedCards.takeCharge }
  const { id: paymentId } = await createBilling({ ...till.deps, cards: silent }).buy(id, wishFor(card))
  till.clock.add(2 * DAY_MS)
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'canceled')
  assert.equal((await till.captured()).count, first.count)
  assert.equal((await till.billing.buy(id, wishFor(card))).state, 'paid')
})

test('a week closes also while a purchase waits for the bank', async () => {
  const id = await till.addDriver()
  const card = await till.saveCard(id, ASKS)
  till.clock.set(new Date(MONDAY - MINUTE_MS).toISOString())
  await till.addBlock(id, MONDAY - HOUR_MS)
  const waiting = await till.billing.buy(id, wishFor(card))
  assert.equal(waiting.state, 'needs_action')
  till.clock.set(new Date(MONDAY).toISOString())
  await till.billing.sweeps.closeWeeks()
  const { invoices } = await till.billing.listInvoices(id, { limit: 10 })
  assert.deepEqual(
    invoices.map(({ kind, dueCents }) => [kind, dueCents]),
    [['week', 500]],
  )
  await till.answerBank(waiting.action!.clientSecret, 'complete')
  assert.equal((await till.billing.readPayment(id, waiting.id)).state, 'paid')
})

test('what a driver was buying when they left costs nothing, and money that comes goes back with no invoice', async () => {
  const [free, asked] = [await till.addDriver(), await till.addDriver()]
  await insertCoupon(till.deps.db, {
    code: 'ALLFREE',
    cut: { kind: 'percent', percent: 100 },
    appliesTo: 'everything',
    from: 0,
    until: null,
    mostUses: null,
    actor: 'x',
    note: '',
    at: till.clock.now(),
  })
  const waiting = await till.billing.buy(asked, wishFor(await till.saveCard(asked, ASKS)))
  const secret = waiting.action!.clientSecret
  const dying = createBilling({ ...till.deps, accounts: { ...till.deps.accounts, setEdition } })
  const gift = wishFor(await till.saveCard(free), { coupon: 'ALLFREE', expectCents: 0 })
  await assert.rejects(dying.buy(free, gift), /died/)
  const [given] = (await till.billing.readAccount(free)).underWay
  for (const id of [free, asked]) await remove(id)
  await till.answerBank(secret, 'complete')
  till.clock.add(MINUTE_MS)
  const gone = await readBalance(till.deps.db, { kind: 'receivable.gone' })
  await till.billing.sweeps.askUnsettled()
  assert.deepEqual(
    [(await invoiceOf(given!.id)).paymentState, (await invoiceOf(waiting.id)).state],
    ['paid', 'abandoned'],
  )
  assert.deepEqual(
    (await readRefundsOf(till.deps.db, [given!.id, waiting.id])).map(({ amount_cents: cents }) => cents),
    [2_606],
  )
  assert.equal(await readBalance(till.deps.db, { kind: 'receivable.gone' }), gone - 2_500)
})

test('a purchase that was given up and paid late does not use its coupon a second time', async () => {
  const id = await till.addDriver()
  const code = 'HALFONCE'
  await insertCoupon(till.deps.db, {
    code,
    cut: { kind: 'percent', percent: 50 },
    appliesTo: 'everything',
    from: 0,
    until: null,
    mostUses: null,
    actor: 'x',
    note: '',
    at: till.clock.now(),
  })
  const half = { coupon: code, expectCents: 1_318 }
  const first = await till.billing.buy(id, wishFor(await till.saveCard(id, ASKS), half))
  await till.answerBank(first.action!.clientSecret, 'fail')
  // The charge is not closed there when it is given up here.
  const open = { ...till.deps, cards: { ...till.deps.cards, cancelCharge } }
  assert.equal((await hearCharge(open, first.id)).state, 'refused')
  const good = await till.saveCard(id)
  assert.equal((await till.billing.buy(id, wishFor(good, half))).state, 'paid')
  const { until } = (await till.billing.readAccount(id)).active!
  await confirmAgain(first.action!.clientSecret, good)
  await hearCharge(till.deps, first.id)
  assert.equal((await till.billing.readAccount(id)).active?.until, until, 'no second week at half the price')
  assert.equal((await invoiceOf(first.id)).state, 'abandoned')
  assert.deepEqual(
    (await readRefundsOf(till.deps.db, [first.id])).map(({ amount_cents: cents }) => cents),
    [1_318],
  )
})

test('whoever leaves while a payment is taken and whoever takes it do not wait for each other', async () => {
  const id = await till.addDriver()
  const waiting = await till.billing.buy(id, wishFor(await till.saveCard(id, ASKS)))
  const { id: invoiceId } = await invoiceOf(waiting.id)
  const leaving = await till.deps.db.transaction().execute(async (tx) => {
    await lockPayer(tx, id)
    const removal = remove(id)
    await waitForLock()
    await lockInvoice(tx, invoiceId)
    return { removal }
  })
  await leaving.removal
})

test('whoever leaves while a friend whom they brought pays, and the friend, do not wait for each other', async () => {
  const [owner, friend] = [await till.addDriver(), await till.addDriver()]
  const joined = { friend_id: friend, driver_id: owner, joined_at: new Date(0) }
  await till.deps.db.insertInto('referrals').values(joined).execute()
  let removal: Promise<void> | null = null
  const { notify } = till.deps
  const announce: typeof notify.announce = async (tx, news) => {
    if (news.kind === 'credit_earned') {
      removal = remove(owner)
      await waitForLock()
    }
    await notify.announce(tx, news)
  }
  const slow = createBilling({ ...till.deps, notify: { ...notify, announce } })
  assert.equal((await slow.buy(friend, wishFor(await till.saveCard(friend)))).state, 'paid')
  assert.ok(removal)
  await removal
})

test('a customer that is gone at the gateway is opened anew with the next card', async () => {
  const id = await till.addDriver()
  const lost = await till.saveCard(id)
  await till.deps.db
    .updateTable('payers')
    .set({ customer_id: `cus_gone${randomUUID().slice(0, 8)}` })
    .where('driver_id', '=', id)
    .execute()
  assert.deepEqual(await till.billing.listMethods(id), [])
  assert.equal(await refusalOf(till.billing.buy(id, wishFor(lost))), 'billing.method_missing')
  assert.equal((await till.billing.buy(id, wishFor(await till.saveCard(id)))).state, 'paid')
})

test('weekly invoices are paid from the card that is shown as the default, chosen or not; without any it is off', async () => {
  const [one, none] = [await till.addDriver(), await till.addDriver()]
  for (const id of [one, none]) {
    await till.saveCard(id)
    await till.billing.setAutopay(id, true)
    await till.addBlock(id, till.clock.now())
  }
  await till.deps.db
    .updateTable('payers')
    .set({ customer_id: `cus_gone${randomUUID().slice(0, 8)}` })
    .where('driver_id', '=', none)
    .execute()
  till.clock.add(7 * DAY_MS)
  await till.billing.sweeps.closeWeeks()
  await till.billing.sweeps.payByThemselves()
  const stateOf = async (id: string) =>
    (await till.billing.listInvoices(id, { limit: 1 })).invoices.map(({ state }) => state)
  assert.deepEqual([await stateOf(one), await stateOf(none)], [['paid'], ['unpaid']])
  assert.deepEqual(
    [(await till.billing.readAccount(one)).autopay, (await till.billing.readAccount(none)).autopay],
    [true, false],
  )
})

test('a zone that the database does not know keeps nobody else from their invoice', async () => {
  const faults: string[] = []
  const [id, odd] = [await till.addDriver(), await till.addDriver()]
  await till.deps.db.updateTable('drivers').set({ time_zone: 'AET' }).where('id', '=', odd).execute()
  await till.addBlock(id, till.clock.now())
  till.clock.add(7 * DAY_MS)
  const onFault = (_: unknown, what: string) => void faults.push(what)
  await createBilling({ ...till.deps, onFault }).sweeps.closeWeeks()
  assert.equal((await till.billing.listInvoices(id, { limit: 1 })).invoices[0]?.dueCents, 500)
  assert.deepEqual(faults, ['a week is not closed yet'])
  await till.deps.db.deleteFrom('drivers').where('id', '=', odd).execute()
})

test('a credit that goes back while a week is closed is not given away', async () => {
  const id = await till.addDriver()
  await till.addBlock(id, till.clock.now())
  const friend = { friend_id: randomUUID(), driver_id: id, joined_at: new Date(0), earned_at: new Date(0) }
  await till.deps.db.insertInto('referrals').values(friend).execute()
  till.clock.add(7 * DAY_MS)
  const faults: string[] = []
  const onFault = (error: unknown) => void faults.push(String(error))
  const closing = await till.deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('referrals')
      .set({ earned_at: null })
      .where('friend_id', '=', friend.friend_id)
      .execute()
    const work = createBilling({ ...till.deps, onFault }).sweeps.closeWeeks()
    await waitForLock()
    return { work }
  })
  await closing.work
  assert.match(faults.join(), /a credit went back/)
  await till.billing.sweeps.closeWeeks()
  const [invoice] = (await till.billing.listInvoices(id, { limit: 1 })).invoices
  assert.deepEqual([invoice?.state, invoice?.dueCents], ['unpaid', 500])
})
