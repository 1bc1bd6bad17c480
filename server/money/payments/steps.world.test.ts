import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import * as fc from 'fast-check'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { forgetPayer } from '../billing/anonymize.ts'
import type { MoneyDeps } from '../billing/model.ts'
import { createBilling } from '../billing/operations.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import type { BackOffice } from '../billing/testing/back-office.ts'
import { refusalOf, orderFor } from '../billing/testing/harness.ts'
import type { BillingHarness } from '../billing/testing/harness.ts'
import { findInvoice, lockInvoice } from '../invoices/store/invoices.ts'
import { postAll } from '../ledger.ts'
import { lockPayer } from '../payers/store/drivers.ts'
import { syncPayment } from './charge.ts'
import { creditItems } from './execute.ts'
import { closedCards } from './gateway.ts'
import type { Cards } from './gateway.ts'
import { cancelAtGateway } from './pay.ts'
import { readPayment, readRefusals } from './store/payments.ts'
import { readRefundsOf } from './store/refunds.ts'

/** What may happen between the two steps of a charge: it is opened, and its money is taken. */

let backOffice: BackOffice
let harness: BillingHarness
before(async () => {
  backOffice = await startBackOffice('2026-11-18T17:00:00Z')
  harness = backOffice.harness
})
after(() => backOffice.stop())
afterEach(async () => {
  await harness.checkAccounts()
  harness.clock.add(MINUTE_MS)
  await backOffice.billing.sweeps.syncUnsettled()
  await backOffice.accounting.sweeps.syncRefunds()
  await harness.gateway.settle()
  assert.deepEqual((await backOffice.accounting.reconcile()).differences, [])
  backOffice.faults.splice(0)
})

/** Another process, whose gateway does something else. */
const processWith = (cards: Partial<Cards>): MoneyDeps => ({
  ...harness.deps,
  cards: { ...harness.deps.cards, ...cards },
})

/** What a gateway says of what it has not. */
const gone = async () => ({ outcome: 'refused', reason: 'resource_missing' }) as const

/** A purchase that was written, and of which no one was asked yet. */
async function begin(): Promise<{ id: string; paymentId: string }> {
  const id = await harness.addDriver()
  const asleep = createBilling(processWith({ openCharge: closedCards.openCharge }))
  const { id: paymentId } = await asleep.buy(id, orderFor(await harness.saveCard(id)))
  return { id, paymentId }
}

test('a driver who cancels while another process opens the charge pays nothing: the charge is closed too', async () => {
  const { id, paymentId } = await begin()
  const earlier = await harness.captured()
  const unheard = (await readPayment(harness.deps.db, paymentId))!
  await syncPayment(processWith({ takeCharge: closedCards.takeCharge }), paymentId)
  assert.equal((await cancelAtGateway(harness.deps, unheard)).state, 'canceled')
  const chargeId = await backOffice.chargeOf(paymentId)
  const charge = await harness.deps.cards.readCharge(chargeId)
  assert.equal(charge.outcome === 'done' && charge.value.state, 'canceled')
  assert.deepEqual(await harness.captured(), earlier)
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'canceled')
})

test('a driver who cancels what another process has just captured is told that it is paid', async () => {
  const { id, paymentId } = await begin()
  const unheard = (await readPayment(harness.deps.db, paymentId))!
  harness.loseAnswers(1)
  assert.equal((await syncPayment(harness.deps, paymentId)).state, 'open')
  assert.equal((await cancelAtGateway(harness.deps, unheard)).state, 'paid')
  assert.equal((await harness.billing.readAccount(id)).active?.plan, 'advanced')
})

test('a payment that is given up while its money is asked for is given up, and no card was refused', async () => {
  const { id, paymentId } = await begin()
  const earlier = await harness.captured()
  const { cards } = harness.deps
  const slow = processWith({
    async takeCharge(input) {
      await harness.billing.cancelPayment(id, paymentId)
      return await cards.takeCharge(input)
    },
  })
  assert.equal((await syncPayment(slow, paymentId)).state, 'canceled')
  assert.deepEqual(await harness.captured(), earlier)
  assert.deepEqual(await readRefusals(harness.deps.db, id, { since: 0, most: 9 }), [])
})

test('a refusal to open ends no payment that another process has a charge of', async () => {
  const { id, paymentId } = await begin()
  const late = processWith({
    async openCharge() {
      harness.loseAnswers(1)
      await syncPayment(harness.deps, paymentId)
      return { outcome: 'refused', reason: 'resource_missing' }
    },
  })
  assert.equal((await syncPayment(late, paymentId)).state, 'open')
  assert.equal((await harness.billing.readPayment(id, paymentId)).state, 'paid')
})

test('a card that is taken away between opening and taking is refused, and another one buys', async () => {
  const { id, paymentId } = await begin()
  const { cards } = harness.deps
  const slow = processWith({
    async takeCharge(input) {
      await harness.billing.removeMethod(id, input.methodId)
      return await cards.takeCharge(input)
    },
  })
  assert.equal((await syncPayment(slow, paymentId)).state, 'refused')
  const charge = await cards.readCharge(await backOffice.chargeOf(paymentId))
  assert.equal(charge.outcome === 'done' && charge.value.state, 'canceled')
  assert.equal((await harness.billing.buy(id, orderFor(await harness.saveCard(id)))).state, 'paid')
})

test('a charge that is gone at the gateway with its customer is refused, and never hangs', async () => {
  const { id, paymentId } = await begin()
  const { state, reason } = await syncPayment(
    processWith({ takeCharge: gone, cancelCharge: gone }),
    paymentId,
  )
  assert.deepEqual([state, reason], ['refused', 'resource_missing'])
  assert.equal((await harness.billing.buy(id, orderFor(await harness.saveCard(id)))).state, 'paid')
})

test('a driver who leaves between the two steps gets back what was captured', async () => {
  const { id, paymentId } = await begin()
  const { cards } = harness.deps
  const slow = processWith({
    async takeCharge(input) {
      await harness.deps.db.transaction().execute(async (tx) => {
        await forgetPayer(tx, id)
        await tx.deleteFrom('drivers').where('id', '=', id).execute()
      })
      return await cards.takeCharge(input)
    },
  })
  assert.equal((await syncPayment(slow, paymentId)).state, 'paid')
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.refundedThere(await backOffice.chargeOf(paymentId)), 2_606)
})

test('a payment that many take, read and give up at once ends one way for all, and its money with it', async () => {
  const work = {
    take: (_: string, paymentId: string) => syncPayment(harness.deps, paymentId),
    read: (id: string, paymentId: string) => harness.billing.readPayment(id, paymentId),
    'give up': (id: string, paymentId: string) => harness.billing.cancelPayment(id, paymentId),
  }
  const kinds = ['take', 'read', 'give up'] as const
  const orders = fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const { id, paymentId } = await begin()
      const earlier = await harness.captured()
      await Promise.all(order.map((kind) => work[kind](id, paymentId)))
      const { state } = await harness.billing.readPayment(id, paymentId)
      assert.equal((await harness.captured()).count - earlier.count, state === 'paid' ? 1 : 0)
      assert.equal((await harness.billing.readAccount(id)).active !== null, state === 'paid')
      if (state !== 'paid') assert.equal(state, 'canceled')
    }),
    { numRuns: 25 },
  )
})

test('an invoice that pays itself and whose process dies between the two steps is paid once, still by itself', async () => {
  const id = await harness.addDriver()
  await harness.saveCard(id, '4000002760003184')
  await harness.billing.setAutopay(id, true)
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  const earlier = await harness.captured()
  const dies = processWith({ takeCharge: closedCards.takeCharge })
  await createBilling(dies).sweeps.payByThemselves()
  harness.clock.add(MINUTE_MS)
  await harness.billing.sweeps.syncUnsettled()
  // Its card asks, and no one is there to answer.
  const [payment] = (await harness.billing.listPayments(id, { text: '', limit: 5 })).payments
  assert.deepEqual([payment?.state, payment?.reason], ['refused', 'authentication_required'])
  assert.equal((await harness.newsOf(id))[0], 'payment_failed')
  assert.equal((await harness.billing.readInvoice(id, number)).state, 'unpaid')
  assert.deepEqual(await harness.captured(), earlier)
})

test('a debit that brought a driver back is not theirs to call off, where a gateway would still close it', async () => {
  const id = await harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  harness.clock.add(6 * DAY_MS)
  await harness.billing.sweeps.runDunning()
  const debit = await backOffice.pay(id, number, await backOffice.saveBank(id))
  const { cards } = harness.deps
  const closing = processWith({
    async cancelCharge(chargeId) {
      const answer = await cards.readCharge(chargeId)
      return answer.outcome === 'done' ? { ...answer, value: { ...answer.value, state: 'canceled' } } : answer
    },
  })
  assert.equal(await refusalOf(createBilling(closing).cancelPayment(id, debit.id)), 'billing.too_late')
  assert.equal((await harness.billing.readPayment(id, debit.id)).state, 'processing')
})

test('what is taken off an invoice while a bank debits it goes back once the money is there', async () => {
  const id = await harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [
    ['block', 500],
    ['block', 500],
  ])
  const debit = await backOffice.pay(id, number, await backOffice.saveBank(id))
  assert.equal(debit.state, 'processing')
  await harness.deps.db.transaction().execute(async (tx) => {
    await lockPayer(tx, id)
    const invoice = (await lockInvoice(tx, (await findInvoice(tx, number))!.id))!
    const at = harness.clock.now()
    const { rows } = await creditItems(harness.deps, tx, {
      invoice,
      positions: [2],
      cause: 'correction',
      reason: '',
      at,
    })
    await postAll(tx, rows)
  })
  harness.clock.add(5 * DAY_MS)
  await harness.gateway.settle()
  await harness.billing.sweeps.syncUnsettled()
  assert.equal((await harness.billing.readPayment(id, debit.id)).state, 'paid')
  assert.deepEqual(
    (await readRefundsOf(harness.deps.db, [debit.id])).map(({ amount_cents: cents, cause }) => [
      cents,
      cause,
    ]),
    [[500, 'credited']],
  )
  await backOffice.accounting.sweeps.syncRefunds()
  harness.clock.add(5 * DAY_MS)
  await harness.gateway.settle()
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.owes(id), 0)
})
