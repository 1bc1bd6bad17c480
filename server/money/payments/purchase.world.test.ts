import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { refusalOf, startBillingHarness, orderFor } from '../billing/testing/harness.ts'
import { readBalance } from '../ledger.ts'

const START = '2026-11-18T17:00:00Z'
const DECLINES_LATER = '4000000000000341'
const ASKS = '4000002760003184'

const harness = await startBillingHarness(START)
after(() => harness.stop())
afterEach(() => harness.checkAccounts())

const planNumberOf = async (driverId: string) =>
  (
    await harness.deps.db
      .selectFrom('drivers')
      .select('plan_number')
      .where('id', '=', driverId)
      .executeTakeFirstOrThrow()
  ).plan_number

test('a week of advanced is paid, active at once, and stands in the books to the cent', async () => {
  const id = await harness.addDriver()
  const payment = await harness.billing.buy(id, orderFor(await harness.saveCard(id)))
  assert.deepEqual([payment.state, payment.amountCents, payment.feeCents], ['paid', 2_606, 106])
  assert.match(payment.reference, /^P-/)
  const { active } = await harness.billing.readAccount(id)
  assert.deepEqual(active, {
    plan: 'advanced',
    from: harness.clock.now(),
    until: harness.clock.now() + 7 * DAY_MS,
  })
  assert.equal(await planNumberOf(id), 1)
  assert.equal(await readBalance(harness.deps.db, { kind: 'receivable', driverId: id }), 0)
  assert.deepEqual(await harness.newsOf(id), ['payment_received'])
  const { invoices } = await harness.billing.listInvoices(id, { limit: 10 })
  assert.deepEqual(
    invoices.map(({ kind, state, dueCents }) => [kind, state, dueCents]),
    [['subscription', 'paid', 2_500]],
  )
})

test('the same request sent twenty times at once, and again later, is one charge', async () => {
  const id = await harness.addDriver()
  const mine = orderFor(await harness.saveCard(id))
  const first = await harness.captured()
  const sent = await Promise.all(Array.from({ length: 20 }, () => refusalOf(harness.billing.buy(id, mine))))
  assert.ok(
    sent.every((code) => ['nothing', 'billing.in_progress'].includes(code)),
    sent.join(),
  )
  const again = await harness.billing.buy(id, mine)
  assert.equal(again.state, 'paid')
  assert.equal((await harness.captured()).count - first.count, 1)
})

test('the same request is answered with its payment again although its card is gone', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  const mine = orderFor(card)
  const paid = await harness.billing.buy(id, mine)
  await harness.billing.removeMethod(id, card)
  assert.equal((await harness.billing.buy(id, mine)).id, paid.id)
  assert.equal(await refusalOf(harness.billing.buy(id, { ...mine, days: 14 })), 'billing.key_reused')
})

test('purchases add up: nothing that was paid for is lost', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  await harness.billing.buy(id, orderFor(card, { days: 14, expectCents: 5_180 }))
  await harness.billing.buy(id, orderFor(card, { plan: 'professional', expectCents: 3_635 }))
  const { active, ahead } = await harness.billing.readAccount(id)
  assert.equal(active?.plan, 'professional')
  assert.deepEqual(
    ahead.map(({ plan, from, until }) => [plan, (until - from) / DAY_MS]),
    [['advanced', 14]],
  )
  assert.equal(await planNumberOf(id), 2)
})

test('a refused card buys nothing, and the next one does', async () => {
  const id = await harness.addDriver()
  const bad = await harness.billing.buy(id, orderFor(await harness.saveCard(id, DECLINES_LATER)))
  assert.deepEqual([bad.state, bad.reason], ['refused', 'declined'])
  assert.equal((await harness.billing.readAccount(id)).active, null)
  assert.deepEqual((await harness.billing.listInvoices(id, { limit: 10 })).invoices, [])
  const good = await harness.billing.buy(id, orderFor(await harness.saveCard(id)))
  assert.equal(good.state, 'paid')
})

test('a bank that asks is waited for: another purchase meanwhile is refused, and giving up frees it', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id, ASKS)
  const payment = await harness.billing.buy(id, orderFor(card))
  assert.equal(payment.state, 'needs_action')
  assert.ok(payment.action?.clientSecret)
  assert.equal(await refusalOf(harness.billing.buy(id, orderFor(card))), 'billing.under_way')
  assert.equal((await harness.billing.readAccount(id)).underWay[0]?.id, payment.id)
  const canceled = await harness.billing.cancelPayment(id, payment.id)
  assert.equal(canceled.state, 'canceled')
  assert.equal((await harness.billing.buy(id, orderFor(await harness.saveCard(id)))).state, 'paid')
})

test('a purchase that the bank lets through is active, and one that it does not is refused', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id, ASKS)
  const first = await harness.billing.buy(id, orderFor(card))
  await harness.answerBank(first.action!.clientSecret, 'fail')
  assert.equal((await harness.billing.readPayment(id, first.id)).state, 'refused')
  const second = await harness.billing.buy(id, orderFor(card))
  await harness.answerBank(second.action!.clientSecret, 'complete')
  assert.equal((await harness.billing.readPayment(id, second.id)).state, 'paid')
  assert.equal((await harness.billing.readAccount(id)).active?.plan, 'advanced')
})

test('a question of the bank that no one answers is taken back after an hour', async () => {
  const id = await harness.addDriver()
  const payment = await harness.billing.buy(id, orderFor(await harness.saveCard(id, ASKS)))
  harness.clock.add(HOUR_MS)
  await harness.billing.sweeps.syncUnsettled()
  assert.equal((await harness.billing.readPayment(id, payment.id)).state, 'canceled')
})

test('an answer of the gateway that is lost is heard when it is asked again: one charge, and the time is there', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  const first = await harness.captured()
  harness.loseAnswers(1)
  const payment = await harness.billing.buy(id, orderFor(card))
  assert.equal(payment.state, 'open')
  assert.equal(await refusalOf(harness.billing.buy(id, orderFor(card))), 'billing.under_way')
  harness.clock.add(20_000)
  await harness.billing.sweeps.syncUnsettled()
  assert.equal((await harness.billing.readPayment(id, payment.id)).state, 'paid')
  assert.equal((await harness.billing.readAccount(id)).active?.plan, 'advanced')
  assert.equal((await harness.captured()).count - first.count, 1)
})

test('nothing is charged that the driver did not see', async () => {
  const id = await harness.addDriver()
  const card = await harness.saveCard(id)
  assert.equal(
    await refusalOf(harness.billing.buy(id, orderFor(card, { expectCents: 2_500 }))),
    'billing.prices_stale',
  )
  assert.equal(await refusalOf(harness.billing.buy(id, orderFor('pm_other'))), 'billing.method_missing')
  const other = await harness.addDriver()
  await harness.saveCard(other)
  assert.equal(await refusalOf(harness.billing.buy(other, orderFor(card))), 'billing.method_missing')
  const spark = await harness.addDriver({ variant: 'spark' })
  assert.equal(await refusalOf(harness.billing.buy(spark, orderFor(card))), 'billing.no_plans')
})

test('what the gateway keeps is asked for and stands in the books', async () => {
  const id = await harness.addDriver()
  await harness.billing.buy(id, orderFor(await harness.saveCard(id)))
  harness.clock.add(20_000)
  await harness.billing.sweeps.syncUnsettled()
  const { rows } = await harness.deps.database.pool.query<{ n: number }>(
    'select count(*)::int as n from payments where state = $1 and amount_cents > 0 and gateway_fee_cents is null',
    ['paid'],
  )
  assert.equal(rows[0]?.n, 0)
})

test('another driver’s payments and invoices are not found', async () => {
  const [mine, theirs] = [await harness.addDriver(), await harness.addDriver()]
  const payment = await harness.billing.buy(mine, orderFor(await harness.saveCard(mine)))
  assert.equal(await refusalOf(harness.billing.readPayment(theirs, payment.id)), 'billing.not_found')
  const number = payment.what.number!
  assert.equal(await refusalOf(harness.billing.readInvoice(theirs, number)), 'billing.not_found')
  assert.equal((await harness.billing.readInvoice(mine, number)).payments[0]?.id, payment.id)
  const found = await harness.billing.listPayments(mine, { text: payment.reference.slice(3), limit: 10 })
  assert.equal(found.payments.length, 1)
  assert.equal((await harness.billing.listPayments(mine, { text: '%', limit: 10 })).payments.length, 0)
})
