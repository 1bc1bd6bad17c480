import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import { refusalOf } from '../billing/testing/harness.ts'
import type { Credited } from '../invoices.ts'
import { findInvoice, lockInvoice } from '../invoices/store/invoices.ts'
import { postAll, readBalance } from '../ledger.ts'
import { lockPayer } from '../payers/store/drivers.ts'
import { recordDisputes } from './disputes.ts'
import { creditItems } from './execute.ts'
import { askRefund } from './refunds.ts'
import { readRefundsOf } from './store/refunds.ts'

const backOffice = await startBackOffice('2026-11-18T17:00:00Z')
after(() => backOffice.stop())
afterEach(() => backOffice.harness.checkAccounts())

/** As the closing of a week does it: some items turned out wrong. */
async function correct(driverId: string, number: string, positions: readonly number[]): Promise<Credited> {
  const { deps } = backOffice
  return await deps.db.transaction().execute(async (tx) => {
    await lockPayer(tx, driverId)
    const invoice = (await lockInvoice(tx, (await findInvoice(tx, number))!.id))!
    const at = deps.clock.now()
    const credited = await creditItems(deps, tx, { invoice, positions, cause: 'correction', reason: '', at })
    await postAll(tx, credited.rows)
    return credited
  })
}
const creditAll = (number: string) =>
  backOffice.accounting.creditInvoice(backOffice.operator, { number, reason: 'a mistake', key: randomUUID() })

test('a credit note of an unpaid invoice lowers what is owed, and has a number of the same series', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [
    ['block', 500],
    ['block', 500],
  ])
  const note = await correct(id, number, [2])
  assert.deepEqual([note.cents, note.refundId, await backOffice.owes(id)], [500, null, 500])
  assert.equal(Number(note.number.slice(-6)), Number(number.slice(-6)) + 1)
  const shown = await backOffice.billing.readInvoice(id, number)
  assert.deepEqual([shown.state, shown.creditedCents, shown.leftCents], ['unpaid', 500, 500])
  assert.deepEqual(
    shown.lines.map((line) => line.credited),
    [false, true],
  )
  const paid = await backOffice.pay(id, number)
  assert.equal(paid.amountCents - paid.feeCents, 500)
  assert.equal(await backOffice.owes(id), 0)
})

test('what is credited is not credited again', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [
    ['block', 500],
    ['check_in', 200],
  ])
  await correct(id, number, [1])
  assert.equal(await refusalOf(correct(id, number, [1])), 'billing.nothing_to_credit')
  assert.equal((await correct(id, number, [1, 2])).cents, 200)
  assert.equal(await refusalOf(creditAll(number)), 'billing.nothing_to_credit')
  assert.equal(await refusalOf(creditAll('M-2026-999999')), 'billing.not_found')
  assert.equal(await backOffice.owes(id), 0)
})

test('an item is credited whole beside a fee that went back with a dispute lost and won', async () => {
  const { accounting, deps, harness } = backOffice
  const id = await harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [
    ['block', 500],
    ['block', 499],
  ])
  const { id: paymentId, amountCents, feeCents } = await backOffice.pay(id, number)
  harness.clock.add(HOUR_MS)
  await backOffice.billing.sweeps.syncUnsettled()
  const chargeId = await backOffice.chargeOf(paymentId)
  const taken = { amountCents, feeCents: 1_500 }
  for (const state of ['lost', 'won'] as const)
    await recordDisputes(deps, paymentId, [
      {
        disputeId: `dp_${chargeId}`,
        chargeId,
        state,
        reason: 'fraudulent',
        amountCents,
        withdrawn: taken,
        reinstated: state === 'won' ? { amountCents, feeCents: 0 } : null,
        at: deps.clock.now(),
      },
    ])
  await correct(id, number, [1])
  await accounting.sweeps.syncRefunds()
  const refunds = await readRefundsOf(deps.db, [paymentId])
  assert.deepEqual(
    refunds
      .map(({ amount_cents: cents, state }) => [cents, state])
      .toSorted(([one], [other]) => Number(one) - Number(other)),
    [
      [feeCents, 'succeeded'],
      [500, 'succeeded'],
    ],
  )
  assert.equal(await backOffice.owes(id), 0)
})

test('with all of it credited an unpaid invoice is no reason to be suspended any more', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  backOffice.harness.clock.add(6 * DAY_MS)
  await backOffice.billing.sweeps.runDunning()
  assert.equal((await backOffice.billing.readAccount(id)).status, 'suspended')
  assert.equal((await creditAll(number)).state, 'credited')
  assert.equal((await backOffice.billing.readAccount(id)).status, 'active')
})

test('of a paid invoice the money of the items goes back, the fee with the last of them', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [
    ['block', 500],
    ['block', 500],
    ['instant_day', 200],
  ])
  const paid = await backOffice.pay(id, number)
  assert.deepEqual([paid.amountCents, paid.feeCents], [1_267, 67])
  await correct(id, number, [1])
  assert.equal(await backOffice.owes(id), -500, 'ours to give back until it is')
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.owes(id), 0)
  const chargeId = await backOffice.chargeOf(paid.id)
  assert.equal(await backOffice.refundedThere(chargeId), 500)
  await correct(id, number, [2, 3])
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal(await backOffice.refundedThere(chargeId), 1_267)
  assert.deepEqual(
    [await backOffice.owes(id), (await backOffice.billing.readInvoice(id, number)).state],
    [0, 'credited'],
  )
})

test('discounts do not go back: a coupon and half of the week are shared by its items', async () => {
  const id = await backOffice.harness.addDriver()
  const at = new Date(backOffice.harness.clock.now())
  const friend = { friend_id: randomUUID(), driver_id: id, joined_at: at, earned_at: at }
  await backOffice.deps.db.insertInto('referrals').values(friend).execute()
  const coupon = { cut: { kind: 'amount', cents: 100 }, appliesTo: 'everything' } as const
  const blocks = [1, 2, 3].map(() => ['block', 500] as const)
  const discounts = await readBalance(backOffice.deps.db, { kind: 'discounts.coupons' })
  const number = await backOffice.invoiceWeek(
    id,
    blocks.map(([kind, cents]) => [kind, cents]),
    { coupon, credits: 1 },
  )
  assert.equal(await backOffice.owes(id), 700)
  const notes = [
    await correct(id, number, [3]),
    await correct(id, number, [1]),
    await correct(id, number, [2]),
  ]
  assert.equal(
    notes.reduce((sum, note) => sum + note.cents, 0),
    700,
  )
  assert.equal(await backOffice.owes(id), 0)
  assert.equal(await readBalance(backOffice.deps.db, { kind: 'discounts.coupons' }), discounts)
  assert.equal((await backOffice.billing.readAccount(id)).credits.available, 1)
})

test('an operator credits a subscription: money and time go back, once for the same request', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id, { days: 14 })
  const { number } = paid.what as { number: string }
  const input = { number, reason: 'wrong edition', key: randomUUID() }
  const shown = await backOffice.accounting.creditInvoice(backOffice.operator, input)
  await backOffice.accounting.creditInvoice(backOffice.operator, input)
  assert.deepEqual(
    [shown.state, shown.driverId, shown.payments[0]?.refundedCents],
    ['credited', id, paid.amountCents],
  )
  assert.deepEqual(
    shown.creditNotes.map(({ cause, cents }) => [cause, cents]),
    [['operator', 5_000]],
  )
  assert.equal((await backOffice.billing.readAccount(id)).active, null)
  assert.equal(await backOffice.owes(id), 0)
  const lines = await backOffice.deps.db
    .selectFrom('admin_actions')
    .select('action')
    .where('driver_id', '=', id)
    .execute()
  assert.deepEqual(lines, [{ action: 'invoices.credit' }])
})

test('a kindness before counts toward it: no one gets back more than they paid', async () => {
  const id = await backOffice.harness.addDriver()
  const losses = await readBalance(backOffice.deps.db, { kind: 'refunds' })
  const paid = await backOffice.buy(id)
  await backOffice.accounting.refund(backOffice.operator, {
    id: paid.id,
    amountCents: 600,
    reason: 'slow',
    key: randomUUID(),
  })
  await creditAll((paid.what as { number: string }).number)
  assert.equal(await backOffice.refundedThere(await backOffice.chargeOf(paid.id)), 2_606)
  assert.deepEqual(
    [await backOffice.owes(id), await readBalance(backOffice.deps.db, { kind: 'refunds' })],
    [0, losses],
  )
})

test('a kindness that is still on its way counts toward it too', async () => {
  const id = await backOffice.harness.addDriver()
  const losses = await readBalance(backOffice.deps.db, { kind: 'refunds' })
  const paid = await backOffice.buy(id)
  backOffice.loseRefunds(2)
  const kind = { id: paid.id, amountCents: 600, reason: 'slow', key: randomUUID() }
  await backOffice.accounting.refund(backOffice.operator, kind)
  backOffice.harness.clock.add(1)
  await creditAll((paid.what as { number: string }).number)
  for (const each of await readRefundsOf(backOffice.deps.db, [paid.id]))
    await askRefund(backOffice.deps, each.id)
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, 2_606)
  assert.deepEqual(
    [await backOffice.owes(id), await readBalance(backOffice.deps.db, { kind: 'refunds' })],
    [0, losses],
  )
})

test('a refund and a credit note of the same thing at once give it back once', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await backOffice.harness.addDriver()
    const paid = await backOffice.buy(id)
    const whole = { id: paid.id, reason: 'both', key: randomUUID() }
    await Promise.all([
      refusalOf(creditAll((paid.what as { number: string }).number)),
      refusalOf(backOffice.accounting.refund(backOffice.operator, whole)),
    ])
    await backOffice.accounting.sweeps.syncRefunds()
    assert.equal(await backOffice.refundedThere(await backOffice.chargeOf(paid.id)), 2_606)
    assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, 2_606)
    assert.equal(await backOffice.owes(id), 0)
  }
})

test('time that was worked with stays, and the money still goes back', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  backOffice.harness.clock.add(8 * DAY_MS)
  await creditAll((paid.what as { number: string }).number)
  const [span] = await backOffice.deps.db
    .selectFrom('subscription_periods')
    .selectAll()
    .where('driver_id', '=', id)
    .execute()
  assert.equal(span!.until_at - span!.from_at, 7 * DAY_MS)
  assert.equal(await backOffice.owes(id), 0)
})

test('a payment that arrives for an invoice that was credited meanwhile goes back as a whole', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  const paid = await backOffice.pay(id, number, await backOffice.saveBank(id))
  assert.equal(paid.state, 'processing')
  await creditAll(number)
  backOffice.harness.clock.add(2 * HOUR_MS)
  await backOffice.harness.gateway.settle()
  await backOffice.billing.sweeps.syncUnsettled()
  await backOffice.accounting.sweeps.syncRefunds()
  backOffice.harness.clock.add(2 * HOUR_MS)
  await backOffice.harness.gateway.settle()
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, paid.amountCents)
  assert.equal(await backOffice.owes(id), 0)
})

test('a refund that failed stays owed, and giving it back again is no kindness', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [
    ['block', 500],
    ['block', 500],
  ])
  const paid = await backOffice.pay(id, number)
  const losses = await readBalance(backOffice.deps.db, { kind: 'refunds' })
  const { refundId } = await correct(id, number, [1])
  await backOffice.deps.db
    .updateTable('refunds')
    .set({ state: 'failed' })
    .where('id', '=', refundId)
    .execute()
  backOffice.harness.clock.add(1)
  assert.equal(await backOffice.owes(id), -500)
  await backOffice.accounting.refund(backOffice.operator, {
    id: paid.id,
    amountCents: 500,
    reason: 'again',
    key: randomUUID(),
  })
  assert.deepEqual(
    [await backOffice.owes(id), await readBalance(backOffice.deps.db, { kind: 'refunds' })],
    [0, losses],
  )
  assert.deepEqual(
    (await readRefundsOf(backOffice.deps.db, [paid.id])).map(({ state, cause }) => [state, cause]),
    [
      ['failed', 'credited'],
      ['succeeded', 'credited'],
    ],
  )
})
