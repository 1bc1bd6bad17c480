import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import * as fc from 'fast-check'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { startOffice } from './books/testing.ts'
import type { Office } from './books/testing.ts'
import { closedCards } from './cards.ts'
import type { Cards } from './cards.ts'
import { hearCharge } from './charge.ts'
import { creditItems } from './credit.ts'
import { createBilling } from './desk.ts'
import { postAll } from './ledger.ts'
import type { BillingDeps } from './model.ts'
import { giveUp } from './pay.ts'
import { lockPayer } from './store/drivers.ts'
import { forgetPayer } from './store/farewell.ts'
import { findInvoice, lockInvoice } from './store/invoices.ts'
import { readPayment, readRefusals } from './store/payments.ts'
import { readRefundsOf } from './store/refunds.ts'
import { refusalOf, wishFor } from './testing.ts'
import type { Till } from './testing.ts'

/** What may happen between the two steps of a charge: it is opened, and its money is taken. */

let office: Office
let till: Till
before(async () => {
  office = await startOffice('2026-11-18T17:00:00Z')
  till = office.till
})
after(() => office.stop())
afterEach(async () => {
  await till.checkBooks()
  till.clock.add(MINUTE_MS)
  await office.billing.sweeps.askUnsettled()
  await office.books.sweeps.settleRefunds()
  await till.gateway.settle()
  assert.deepEqual((await office.books.reconcile()).differences, [])
  office.faults.splice(0)
})

/** Another process, whose gateway does something else. */
const processWith = (cards: Partial<Cards>): BillingDeps => ({
  ...till.deps,
  cards: { ...till.deps.cards, ...cards },
})

/** What a gateway says of what it has not. */
const gone = async () => ({ outcome: 'refused', reason: 'resource_missing' }) as const

/** A purchase that was written, and of which nobody was asked yet. */
async function begin(): Promise<{ id: string; paymentId: string }> {
  const id = await till.addDriver()
  const asleep = createBilling(processWith({ openCharge: closedCards.openCharge }))
  const { id: paymentId } = await asleep.buy(id, wishFor(await till.saveCard(id)))
  return { id, paymentId }
}

test('whoever gives up while another process opens the charge pays nothing: the charge is closed too', async () => {
  const { id, paymentId } = await begin()
  const earlier = await till.captured()
  const unheard = (await readPayment(till.deps.db, paymentId))!
  await hearCharge(processWith({ takeCharge: closedCards.takeCharge }), paymentId)
  assert.equal((await giveUp(till.deps, unheard)).state, 'canceled')
  const chargeId = await office.chargeOf(paymentId)
  const charge = await till.deps.cards.readCharge(chargeId)
  assert.equal(charge.outcome === 'done' && charge.value.state, 'canceled')
  assert.deepEqual(await till.captured(), earlier)
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'canceled')
})

test('whoever gives up what another process has just taken is told that it is paid', async () => {
  const { id, paymentId } = await begin()
  const unheard = (await readPayment(till.deps.db, paymentId))!
  till.loseAnswers(1)
  assert.equal((await hearCharge(till.deps, paymentId)).state, 'open')
  assert.equal((await giveUp(till.deps, unheard)).state, 'paid')
  assert.equal((await till.billing.readAccount(id)).active?.tier, 'advanced')
})

test('a payment that is given up while its money is asked for is given up, and no card was refused', async () => {
  const { id, paymentId } = await begin()
  const earlier = await till.captured()
  const { cards } = till.deps
  const slow = processWith({
    async takeCharge(wish) {
      await till.billing.cancelPayment(id, paymentId)
      return await cards.takeCharge(wish)
    },
  })
  assert.equal((await hearCharge(slow, paymentId)).state, 'canceled')
  assert.deepEqual(await till.captured(), earlier)
  assert.deepEqual(await readRefusals(till.deps.db, id, { since: 0, most: 9 }), [])
})

test('a refusal to open ends no payment that another process has a charge of', async () => {
  const { id, paymentId } = await begin()
  const late = processWith({
    async openCharge() {
      till.loseAnswers(1)
      await hearCharge(till.deps, paymentId)
      return { outcome: 'refused', reason: 'resource_missing' }
    },
  })
  assert.equal((await hearCharge(late, paymentId)).state, 'open')
  assert.equal((await till.billing.readPayment(id, paymentId)).state, 'paid')
})

test('a card that is taken away between opening and taking is refused, and another one buys', async () => {
  const { id, paymentId } = await begin()
  const { cards } = till.deps
  const slow = processWith({
    async takeCharge(wish) {
      await till.billing.removeMethod(id, wish.methodId)
      return await cards.takeCharge(wish)
    },
  })
  assert.equal((await hearCharge(slow, paymentId)).state, 'refused')
  const charge = await cards.readCharge(await office.chargeOf(paymentId))
  assert.equal(charge.outcome === 'done' && charge.value.state, 'canceled')
  assert.equal((await till.billing.buy(id, wishFor(await till.saveCard(id)))).state, 'paid')
})

test('a charge that is gone at the gateway with its customer is refused, and never hangs', async () => {
  const { id, paymentId } = await begin()
  const { state, reason } = await hearCharge(processWith({ takeCharge: gone, cancelCharge: gone }), paymentId)
  assert.deepEqual([state, reason], ['refused', 'resource_missing'])
  assert.equal((await till.billing.buy(id, wishFor(await till.saveCard(id)))).state, 'paid')
})

test('whoever leaves between the two steps gets back what was taken for them', async () => {
  const { id, paymentId } = await begin()
  const { cards } = till.deps
  const slow = processWith({
    async takeCharge(wish) {
      await till.deps.db.transaction().execute(async (tx) => {
        await forgetPayer(tx, id)
        await tx.deleteFrom('drivers').where('id', '=', id).execute()
      })
      return await cards.takeCharge(wish)
    },
  })
  assert.equal((await hearCharge(slow, paymentId)).state, 'paid')
  await office.books.sweeps.settleRefunds()
  assert.equal(await office.refundedThere(await office.chargeOf(paymentId)), 2_606)
})

test('a payment that many take, read and give up at once ends one way for all, and its money with it', async () => {
  const work = {
    take: (_: string, paymentId: string) => hearCharge(till.deps, paymentId),
    read: (id: string, paymentId: string) => till.billing.readPayment(id, paymentId),
    'give up': (id: string, paymentId: string) => till.billing.cancelPayment(id, paymentId),
  }
  const kinds = ['take', 'read', 'give up'] as const
  const orders = fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const { id, paymentId } = await begin()
      const earlier = await till.captured()
      await Promise.all(order.map((kind) => work[kind](id, paymentId)))
      const { state } = await till.billing.readPayment(id, paymentId)
      assert.equal((await till.captured()).count - earlier.count, state === 'paid' ? 1 : 0)
      assert.equal((await till.billing.readAccount(id)).active !== null, state === 'paid')
      if (state !== 'paid') assert.equal(state, 'canceled')
    }),
    { numRuns: 25 },
  )
})

test('an invoice that pays itself and whose process dies between the two steps is paid once, still by itself', async () => {
  const id = await till.addDriver()
  await till.saveCard(id, '4000002760003184')
  await till.billing.setAutopay(id, true)
  const number = await office.invoiceWeek(id, [['block', 500]])
  const earlier = await till.captured()
  const dies = processWith({ takeCharge: closedCards.takeCharge })
  await createBilling(dies).sweeps.payByThemselves()
  till.clock.add(MINUTE_MS)
  await till.billing.sweeps.askUnsettled()
  // Its card asks, and nobody is there to answer.
  const [payment] = (await till.billing.listPayments(id, { text: '', limit: 5 })).payments
  assert.deepEqual([payment?.state, payment?.reason], ['refused', 'authentication_required'])
  assert.equal((await till.newsOf(id))[0], 'payment_failed')
  assert.equal((await till.billing.readInvoice(id, number)).state, 'unpaid')
  assert.deepEqual(await till.captured(), earlier)
})

test('a debit that brought a driver back is not theirs to call off, where a gateway would still close it', async () => {
  const id = await till.addDriver()
  const number = await office.invoiceWeek(id, [['block', 500]])
  till.clock.add(6 * DAY_MS)
  await till.billing.sweeps.collectDues()
  const debit = await office.pay(id, number, await office.saveBank(id))
  const { cards } = till.deps
  const closing = processWith({
    async cancelCharge(chargeId) {
      const answer = await cards.readCharge(chargeId)
      return answer.outcome === 'done' ? { ...answer, value: { ...answer.value, state: 'canceled' } } : answer
    },
  })
  assert.equal(await refusalOf(createBilling(closing).cancelPayment(id, debit.id)), 'billing.too_late')
  assert.equal((await till.billing.readPayment(id, debit.id)).state, 'processing')
})

test('what is taken off an invoice while a bank debits it goes back once the money is there', async () => {
  const id = await till.addDriver()
  const number = await office.invoiceWeek(id, [
    ['block', 500],
    ['block', 500],
  ])
  const debit = await office.pay(id, number, await office.saveBank(id))
  assert.equal(debit.state, 'processing')
  await till.deps.db.transaction().execute(async (tx) => {
    await lockPayer(tx, id)
    const invoice = (await lockInvoice(tx, (await findInvoice(tx, number))!.id))!
    const at = till.clock.now()
    const { rows } = await creditItems(till.deps, tx, {
      invoice,
      positions: [2],
      cause: 'correction',
      reason: '',
      at,
    })
    await postAll(tx, rows)
  })
  till.clock.add(5 * DAY_MS)
  await till.gateway.settle()
  await till.billing.sweeps.askUnsettled()
  assert.equal((await till.billing.readPayment(id, debit.id)).state, 'paid')
  assert.deepEqual(
    (await readRefundsOf(till.deps.db, [debit.id])).map(({ amount_cents: cents, cause }) => [cents, cause]),
    [[500, 'credited']],
  )
  await office.books.sweeps.settleRefunds()
  till.clock.add(5 * DAY_MS)
  await till.gateway.settle()
  await office.books.sweeps.settleRefunds()
  assert.equal(await office.owes(id), 0)
})
