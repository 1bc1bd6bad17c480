import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { DAY_MS } from '@madruga/core/time.ts'
import { signBody } from '../../../simulator/cards/webhooks.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import { refusalOf, SECRET_KEY, WEBHOOK_SECRET } from '../billing/testing/harness.ts'
import { readCreditNotes } from '../invoices/store/credit-notes.ts'
import { syncPayment } from './charge.ts'
import { noticeRefunds } from './refunds.ts'
import { insertPayment, readPayment } from './store/payments.ts'
import { readRefundsOf } from './store/refunds.ts'

const backOffice = await startBackOffice('2026-11-18T17:00:00Z')
after(() => backOffice.stop())
afterEach(() => backOffice.harness.checkAccounts())

const noteCount = async (paymentId: string): Promise<number> => {
  const { invoice_id: invoiceId } = (await readPayment(backOffice.deps.db, paymentId))!
  return (await readCreditNotes(backOffice.deps.db, invoiceId)).length
}

test('what is given back at the gateway itself is entered likewise, once', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  const chargeId = await backOffice.chargeOf(paid.id)
  const notice = async () => {
    const answer = await backOffice.deps.cards.readCharge(chargeId)
    assert.ok(answer.outcome === 'done')
    await Promise.all([1, 2, 3].map(() => noticeRefunds(backOffice.deps, paid.id, answer.value)))
  }
  await backOffice.refundThere(chargeId, 600)
  await notice()
  await notice()
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, 600)
  backOffice.harness.clock.add(1)
  await backOffice.refundThere(chargeId)
  await notice()
  const refunds = await readRefundsOf(backOffice.deps.db, [paid.id])
  assert.deepEqual(
    refunds.map(({ actor, amount_cents: cents, state, cause }) => [actor, cents, state, cause]),
    [
      ['gateway', 600, 'succeeded', 'credited'],
      ['gateway', 2_006, 'succeeded', 'credited'],
    ],
  )
  assert.deepEqual([await noteCount(paid.id), await backOffice.owes(id)], [1, 0])
})

test('our own refund whose answer got lost is not taken for one of the gateway', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  backOffice.loseRefunds(1)
  await backOffice.refund(paid.id, 700)
  const answer = await backOffice.deps.cards.readCharge(await backOffice.chargeOf(paid.id))
  assert.ok(answer.outcome === 'done' && answer.value.refundedCents === 700)
  await noticeRefunds(backOffice.deps, paid.id, answer.value)
  const refunds = await readRefundsOf(backOffice.deps.db, [paid.id])
  assert.deepEqual(
    refunds.map(({ actor, amount_cents: cents, state }) => [actor, cents, state]),
    [['olga@example.com', 700, 'succeeded']],
  )
})

test('what was paid twice goes back once, and what was bought stays until the other goes back too', async () => {
  for (const first of ['the service', 'the operator', 'the operator, since the gateway failed']) {
    const id = await backOffice.harness.addDriver()
    const number = await backOffice.invoiceWeek(id, [['block', 500]])
    const paid = await backOffice.pay(id, number)
    const { invoice_id: invoiceId, ...row } = (await readPayment(backOffice.deps.db, paid.id))!
    backOffice.harness.clock.add(1)
    const twice = { id: randomUUID(), reference: backOffice.deps.newReference() }
    await insertPayment(backOffice.deps.db, {
      ...twice,
      customer_id: row.customer_id,
      method: row.method,
      amount_cents: row.amount_cents,
      fee_cents: row.fee_cents,
      off_session: false,
      driverId: id,
      invoiceId,
      at: backOffice.harness.clock.now(),
    })
    assert.equal((await syncPayment(backOffice.deps, twice.id)).state, 'paid')
    if (first !== 'the operator') {
      if (first === 'the service') await backOffice.accounting.sweeps.syncRefunds()
      else {
        await backOffice.deps.db
          .updateTable('refunds')
          .set({ state: 'failed' })
          .where('payment_id', '=', twice.id)
          .execute()
        await backOffice.refund(twice.id)
      }
      assert.equal((await backOffice.billing.readInvoice(id, number)).state, 'paid')
      assert.equal(await backOffice.owes(id), 0)
    }
    await backOffice.refund(paid.id)
    await backOffice.accounting.sweeps.syncRefunds()
    assert.equal((await backOffice.billing.readInvoice(id, number)).state, 'credited')
    for (const each of [paid.id, twice.id])
      assert.equal((await backOffice.billing.readPayment(id, each)).refundedCents, paid.amountCents)
    assert.deepEqual([await noteCount(paid.id), await backOffice.owes(id)], [1, 0])
  }
})

test('what the gateway does not give back is told, and what it gave back by itself is entered instead', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  await backOffice.refundThere(await backOffice.chargeOf(paid.id))
  assert.equal(await refusalOf(backOffice.refund(paid.id)), 'billing.payment_failed')
  assert.match(backOffice.faults.splice(0).join(), /was not given back/)
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, 2_606)
  assert.deepEqual([await noteCount(paid.id), await backOffice.owes(id)], [1, 0])
})

test('where a kindness and a correction together give everything back, nothing of the invoice stays paid', async () => {
  const { harness, billing } = backOffice
  const id = await harness.addDriver()
  const wrong = await harness.addBlock(id, harness.clock.now())
  await harness.addBlock(id, harness.clock.now())
  harness.clock.add(7 * DAY_MS)
  await billing.sweeps.closeWeeks()
  const { number } = (await billing.readAccount(id)).unpaid[0]!
  const paid = await backOffice.pay(id, number)
  await backOffice.refund(paid.id, paid.amountCents - 300)
  await harness.deps.database.pool.query('delete from blocks where id = $1', [wrong])
  harness.clock.add(7 * DAY_MS)
  await billing.sweeps.closeWeeks()
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal((await billing.readPayment(id, paid.id)).refundedCents, paid.amountCents)
  const { state, leftCents } = await billing.readInvoice(id, number)
  assert.deepEqual([state, leftCents, await backOffice.owes(id)], ['credited', 0, 0])
})

test('what the gateway gave back before a credit note asked for everything leaves the rest to be given back', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  await backOffice.refundThere(await backOffice.chargeOf(paid.id), 600)
  const { number } = (await backOffice.billing.listInvoices(id, { limit: 1 })).invoices[0]!
  const input = { number, reason: 'a mistake of ours', key: randomUUID() }
  await backOffice.accounting.creditInvoice(backOffice.operator, input)
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, paid.amountCents)
  assert.equal(await backOffice.owes(id), 0)
})

test('a refund that is told before anything else of its charge is heard, with the charge', async () => {
  const { harness, billing } = backOffice
  const id = await harness.addDriver()
  const methodId = await harness.saveCard(id)
  harness.loseAnswers(1)
  const { id: paymentId, state } = await backOffice.buy(id, { methodId })
  assert.equal(state, 'open')
  const headers = { authorization: `Bearer ${SECRET_KEY}` }
  const list = async (what: string) => {
    const listed = await fetch(`${harness.gateway.url}/v1/${what}`, { headers })
    return ((await listed.json()) as { data: { id: string }[] }).data[0]!
  }
  await backOffice.refundThere((await list('payment_intents?limit=1')).id)
  const body = JSON.stringify(await list('events?type=refund.created&limit=1'))
  await billing.takeWebhook(body, signBody(body, WEBHOOK_SECRET, harness.clock.now()))
  const { rows } = await harness.deps.database.pool.query<{ state: string; left: number }>(
    'select state, amount_cents - refunded_cents as left from payments where id = $1',
    [paymentId],
  )
  assert.deepEqual(rows, [{ state: 'paid', left: 0 }])
})
