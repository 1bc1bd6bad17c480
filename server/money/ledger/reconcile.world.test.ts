import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import type { BackOffice } from '../billing/testing/back-office.ts'
import { createAccounting } from '../billing/accounting.ts'
import { charge } from '../payments/gateway/testing.ts'

let backOffice: BackOffice
// One after the other: a difference that one test plants is not another's.
beforeEach(async () => {
  if (backOffice as BackOffice | undefined) await backOffice.stop()
  backOffice = await startBackOffice('2026-11-18T17:00:00Z')
})
after(() => backOffice.stop())

const run = (text: string) => sql.raw(text).execute(backOffice.deps.db)
const found = async () =>
  (await backOffice.accounting.reconcile()).differences.map(({ kind, reference, ours, theirs }) => [
    kind,
    reference,
    ours,
    theirs,
  ])
const rowCount = async () =>
  (await backOffice.deps.db.selectFrom('reconciliations').select('id').execute()).length
/** What the gateway kept is asked a while after a payment. */
async function syncFees(): Promise<void> {
  backOffice.harness.clock.add(MINUTE_MS)
  await backOffice.billing.sweeps.syncUnsettled()
}
/** A gateway that no one reaches. */
const keepSilent = async () => ({ outcome: 'unknown', reason: 'unreachable' }) as const
/** Past what is compared again and again. */
const later = () => backOffice.harness.clock.add(2 * HOUR_MS)

test('books in which nothing is wrong are clean: purchases, refunds, credit notes, a bank that takes its time', async () => {
  const id = await backOffice.harness.addDriver()
  await backOffice.buy(id)
  const second = await backOffice.buy(id)
  await backOffice.accounting.refund(backOffice.operator, {
    id: second.id,
    amountCents: 700,
    reason: 'x',
    key: randomUUID(),
  })
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  const paid = await backOffice.pay(id, number, await backOffice.saveBank(id))
  later()
  await backOffice.harness.gateway.settle()
  await syncFees()
  await backOffice.accounting.refund(backOffice.operator, { id: paid.id, reason: 'x', key: randomUUID() })
  await syncFees()
  const report = await backOffice.accounting.reconcile()
  assert.deepEqual([report.clean, report.gateway, report.differences], [true, true, []])
  assert.deepEqual([report.checked.payments, report.checked.charges], [3, 3])
  later()
  assert.equal(
    (await backOffice.accounting.reconcile()).clean,
    true,
    'what was compared before is not read again',
  )
  assert.deepEqual(backOffice.faults, [])
})

test('a charge whose answer and event both got lost is found and heard', async () => {
  const id = await backOffice.harness.addDriver()
  const methodId = await backOffice.harness.saveCard(id)
  backOffice.harness.loseAnswers(1)
  const { deps } = backOffice
  const lossy = createAccounting({
    ...deps,
    cards: { ...deps.cards, takeCharge: backOffice.harness.deps.cards.takeCharge },
  })
  const paid = await backOffice.buy(id, { methodId })
  assert.equal(paid.state, 'open')
  await lossy.sweeps.reconcileRecent()
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).state, 'paid')
  assert.equal((await backOffice.billing.readAccount(id)).active?.plan, 'advanced')
  assert.equal(await rowCount(), 0, 'what heals is no difference')
})

test('what was given back at the gateway itself is found and entered', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  await backOffice.refundThere(await backOffice.chargeOf(paid.id), 600)
  await backOffice.accounting.sweeps.reconcileRecent()
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, 600)
  await syncFees()
  assert.deepEqual(await found(), [])
})

test('a charge of no one, and a payment that the gateway does not know, are differences', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  await syncFees()
  const customer = await backOffice.deps.db.selectFrom('payers').selectAll().executeTakeFirstOrThrow()
  const stray = await charge(backOffice.harness.deps.cards, {
    amountCents: 900,
    customerId: customer.customer_id,
    methodId: (await backOffice.billing.listMethods(id))[0]!.id,
    idempotencyKey: 'by hand',
    metadata: { driverId: id, paymentId: 'no such payment' },
  })
  assert.ok(stray.outcome === 'succeeded')
  const [unknown, balance, ...more] = await found()
  assert.deepEqual(unknown, ['charge_unknown_here', stray.chargeId, null, 900])
  assert.deepEqual([balance?.[0], more], ['gateway_balance', []], 'and there lies more than we know of')
  await run(`update payments set charge_id = 'pi_none' where id = '${paid.id}'`)
  const kinds = (await found()).map(([kind, reference]) => [kind, reference])
  assert.ok(
    kinds.some(([kind, reference]) => kind === 'charge_unknown_there' && reference === paid.reference),
  )
})

test('another amount, and more given back than the gateway knows of', async () => {
  const id = await backOffice.harness.addDriver()
  const one = await backOffice.buy(id)
  backOffice.harness.clock.add(1)
  const two = await backOffice.buy(id)
  await run(`update payments set amount_cents = 2600 where id = '${one.id}'`)
  await backOffice.accounting.refund(backOffice.operator, {
    id: two.id,
    amountCents: 500,
    reason: 'x',
    key: randomUUID(),
  })
  await run(
    `update refunds set amount_cents = 600; update payments set refunded_cents = 600 where id = '${two.id}'`,
  )
  await syncFees()
  assert.deepEqual(await found(), [
    ['amount_differs', one.reference, 2_600, 2_606],
    ['refund_differs', two.reference, 600, 500],
  ])
})

test('money without service, and service without money', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  await syncFees()
  assert.deepEqual(await found(), [])
  await run(`update invoices set span_ms = null where kind = 'subscription'`)
  await run(`update invoices set state = 'paid' where number = '${number}'`)
  const wrong = [
    ['paid_without_service', paid.reference, 2_606, null],
    ['service_without_payment', number, 500, null],
  ]
  assert.deepEqual(await found(), wrong)
  await run(`update invoices set state = 'unpaid' where kind = 'subscription'`)
  assert.deepEqual(await found(), wrong)
  await run(`update invoices set state = 'credited' where kind = 'subscription'`)
  assert.deepEqual(await found(), wrong, 'credited, and the money never went back')
})

test('a balance that is not the sum of its entries, each time and not once', async () => {
  await backOffice.buy(await backOffice.harness.addDriver())
  await syncFees()
  await run(`update ledger_accounts set balance_cents = balance_cents + 1 where kind = 'refunds'`)
  const [drift, ...more] = await found()
  assert.deepEqual([drift?.[0], drift?.slice(2), more], ['balance_drift', [1, 0], []])
  assert.equal((await found()).length, 1)
  assert.equal(backOffice.faults.length, 1, 'and the operator is told once')
})

test('each minute only new differences are kept, and only comparing everything says that all is well again', async () => {
  const id = await backOffice.harness.addDriver()
  await backOffice.buy(id)
  await syncFees()
  await backOffice.accounting.reconcile()
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  await run(`update invoices set state = 'paid' where number = '${number}'`)
  for (let minutes = 0; minutes < 3; minutes++) {
    backOffice.harness.clock.add(MINUTE_MS)
    await backOffice.accounting.sweeps.reconcileRecent()
  }
  assert.deepEqual([await rowCount(), backOffice.faults.length], [2, 1])
  await run(`update invoices set state = 'unpaid' where number = '${number}'`)
  await backOffice.accounting.sweeps.reconcileRecent()
  assert.equal((await backOffice.accounting.readReconciliations()).last?.clean, false)
  await backOffice.accounting.sweeps.reconcileAll()
  const { last, found: before } = await backOffice.accounting.readReconciliations()
  assert.deepEqual([last?.clean, before.length], [true, 1])
})

test('a gateway that does not answer is said, and our own books are compared nevertheless', async () => {
  await backOffice.buy(await backOffice.harness.addDriver())
  await run(`update ledger_accounts set balance_cents = balance_cents + 1 where kind = 'refunds'`)
  const { deps } = backOffice
  const alone = createAccounting({ ...deps, cards: { ...deps.cards, listBalance: keepSilent } })
  const report = await alone.reconcile()
  assert.deepEqual(
    [report.gateway, report.clean, report.differences[0]?.kind],
    [false, false, 'balance_drift'],
  )
})

test('clean reports are kept for a week, those with differences for good', async () => {
  const number = await backOffice.invoiceWeek(await backOffice.harness.addDriver(), [['block', 500]])
  await backOffice.accounting.reconcile()
  await run(`update invoices set state = 'paid' where number = '${number}'`)
  await backOffice.accounting.reconcile()
  await run(`update invoices set state = 'unpaid' where number = '${number}'`)
  backOffice.harness.clock.add(8 * DAY_MS)
  await backOffice.accounting.reconcile()
  const rows = await backOffice.deps.db.selectFrom('reconciliations').select('clean').orderBy('id').execute()
  assert.deepEqual(
    rows.map((row) => row.clean),
    [false, true],
  )
})
