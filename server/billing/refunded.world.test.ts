import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { DAY_MS } from '@madruga/core/time.ts'
import { signBody } from '../../simulator/cards/webhooks.ts'
import { startOffice } from './books/testing.ts'
import type { Office } from './books/testing.ts'
import { hearCharge } from './charge.ts'
import { noticeRefunds } from './refunds.ts'
import { readCreditNotes } from './store/credit-notes.ts'
import { insertPayment, readPayment } from './store/payments.ts'
import { readRefundsOf } from './store/refunds.ts'
import { refusalOf, SECRET_KEY, WEBHOOK_SECRET } from './testing.ts'

let office: Office
before(async () => {
  office = await startOffice('2026-11-18T17:00:00Z')
})
after(() => office.stop())
afterEach(() => office.till.checkBooks())

const noteCount = async (paymentId: string): Promise<number> => {
  const { invoice_id: invoiceId } = (await readPayment(office.deps.db, paymentId))!
  return (await readCreditNotes(office.deps.db, invoiceId)).length
}

test('what is given back at the gateway itself is entered likewise, once', async () => {
  const id = await office.till.addDriver()
  const paid = await office.buy(id)
  const chargeId = await office.chargeOf(paid.id)
  const notice = async () => {
    const answer = await office.deps.cards.readCharge(chargeId)
    assert.ok(answer.outcome === 'done')
    await Promise.all([1, 2, 3].map(() => noticeRefunds(office.deps, paid.id, answer.value)))
  }
  await office.refundThere(chargeId, 600)
  await notice()
  await notice()
  assert.equal((await office.billing.readPayment(id, paid.id)).refundedCents, 600)
  office.till.clock.add(1)
  await office.refundThere(chargeId)
  await notice()
  const refunds = await readRefundsOf(office.deps.db, [paid.id])
  assert.deepEqual(
    refunds.map(({ actor, amount_cents: cents, state, cause }) => [actor, cents, state, cause]),
    [
      ['gateway', 600, 'succeeded', 'credited'],
      ['gateway', 2_006, 'succeeded', 'credited'],
    ],
  )
  assert.deepEqual([await noteCount(paid.id), await office.owes(id)], [1, 0])
})

test('our own refund whose answer got lost is not taken for one of the gateway', async () => {
  const id = await office.till.addDriver()
  const paid = await office.buy(id)
  office.loseRefunds(1)
  await office.refund(paid.id, 700)
  const answer = await office.deps.cards.readCharge(await office.chargeOf(paid.id))
  assert.ok(answer.outcome === 'done' && answer.value.refundedCents === 700)
  await noticeRefunds(office.deps, paid.id, answer.value)
  const refunds = await readRefundsOf(office.deps.db, [paid.id])
  assert.deepEqual(
    refunds.map(({ actor, amount_cents: cents, state }) => [actor, cents, state]),
    [['olga@example.com', 700, 'succeeded']],
  )
})

test('what was paid twice goes back once, and what was bought stays until the other goes back too', async () => {
  for (const first of ['the service', 'the operator', 'the operator, since the gateway failed']) {
    const id = await office.till.addDriver()
    const number = await office.invoiceWeek(id, [['block', 500]])
    const paid = await office.pay(id, number)
    const { invoice_id: invoiceId, ...row } = (await readPayment(office.deps.db, paid.id))!
    office.till.clock.add(1)
    const twice = { id: randomUUID(), reference: office.deps.newReference() }
    await insertPayment(office.deps.db, {
      ...twice,
      customer_id: row.customer_id,
      method: row.method,
      amount_cents: row.amount_cents,
      fee_cents: row.fee_cents,
      off_session: false,
      driverId: id,
      invoiceId,
      at: office.till.clock.now(),
    })
    assert.equal((await hearCharge(office.deps, twice.id)).state, 'paid')
    if (first !== 'the operator') {
      if (first === 'the service') await office.books.sweeps.settleRefunds()
      else {
        await office.deps.db
          .updateTable('refunds')
          .set({ state: 'failed' })
          .where('payment_id', '=', twice.id)
          .execute()
        await office.refund(twice.id)
      }
      assert.equal((await office.billing.readInvoice(id, number)).state, 'paid')
      assert.equal(await office.owes(id), 0)
    }
    await office.refund(paid.id)
    await office.books.sweeps.settleRefunds()
    assert.equal((await office.billing.readInvoice(id, number)).state, 'credited')
    for (const each of [paid.id, twice.id])
      assert.equal((await office.billing.readPayment(id, each)).refundedCents, paid.amountCents)
    assert.deepEqual([await noteCount(paid.id), await office.owes(id)], [1, 0])
  }
})

test('what the gateway does not give back is told, and what it gave back by itself is entered instead', async () => {
  const id = await office.till.addDriver()
  const paid = await office.buy(id)
  await office.refundThere(await office.chargeOf(paid.id))
  assert.equal(await refusalOf(office.refund(paid.id)), 'billing.payment_failed')
  assert.match(office.faults.splice(0).join(), /was not given back/)
  assert.equal((await office.billing.readPayment(id, paid.id)).refundedCents, 2_606)
  assert.deepEqual([await noteCount(paid.id), await office.owes(id)], [1, 0])
})

test('where a kindness and a correction together give everything back, nothing of the invoice stays paid', async () => {
  const { till, billing } = office
  const id = await till.addDriver()
  const wrong = await till.addBlock(id, till.clock.now())
  await till.addBlock(id, till.clock.now())
  till.clock.add(7 * DAY_MS)
  await billing.sweeps.closeWeeks()
  const { number } = (await billing.readAccount(id)).unpaid[0]!
  const paid = await office.pay(id, number)
  await office.refund(paid.id, paid.amountCents - 300)
  await till.deps.database.pool.query('delete from blocks where id = $1', [wrong])
  till.clock.add(7 * DAY_MS)
  await billing.sweeps.closeWeeks()
  await office.books.sweeps.settleRefunds()
  assert.equal((await billing.readPayment(id, paid.id)).refundedCents, paid.amountCents)
  const { state, leftCents } = await billing.readInvoice(id, number)
  assert.deepEqual([state, leftCents, await office.owes(id)], ['credited', 0, 0])
})

test('what the gateway gave back before a credit note asked for everything leaves the rest to be given back', async () => {
  const id = await office.till.addDriver()
  const paid = await office.buy(id)
  await office.refundThere(await office.chargeOf(paid.id), 600)
  const { number } = (await office.billing.listInvoices(id, { limit: 1 })).invoices[0]!
  const wish = { number, reason: 'a mistake of ours', key: randomUUID() }
  await office.books.creditInvoice(office.operator, wish)
  await office.books.sweeps.settleRefunds()
  assert.equal((await office.billing.readPayment(id, paid.id)).refundedCents, paid.amountCents)
  assert.equal(await office.owes(id), 0)
})

test('a refund that is told before anything else of its charge is heard, with the charge', async () => {
  const { till, billing } = office
  const id = await till.addDriver()
  const methodId = await till.saveCard(id)
  till.loseAnswers(1)
  const { id: paymentId, state } = await office.buy(id, { methodId })
  assert.equal(state, 'open')
  const headers = { authorization: `Bearer ${SECRET_KEY}` }
  const list = async (what: string) => {
    const listed = await fetch(`${till.gateway.url}/v1/${what}`, { headers })
    return ((await listed.json()) as { data: { id: string }[] }).data[0]!
  }
  await office.refundThere((await list('payment_intents?limit=1')).id)
  const body = JSON.stringify(await list('events?type=refund.created&limit=1'))
  await billing.takeWebhook(body, signBody(body, WEBHOOK_SECRET, till.clock.now()))
  const { rows } = await till.deps.database.pool.query<{ state: string; left: number }>(
    'select state, amount_cents - refunded_cents as left from payments where id = $1',
    [paymentId],
  )
  assert.deepEqual(rows, [{ state: 'paid', left: 0 }])
})
