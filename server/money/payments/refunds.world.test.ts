import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import { refusalOf } from '../billing/testing/harness.ts'
import { readBalance } from '../ledger.ts'
import { readRefundsOf } from './store/refunds.ts'

const backOffice = await startBackOffice('2026-11-18T17:00:00Z')
after(() => backOffice.stop())
afterEach(() => backOffice.harness.checkAccounts())

const input = (id: string, amountCents?: number) => ({
  id,
  reason: 'asked for it',
  key: randomUUID(),
  ...(amountCents !== undefined && { amountCents }),
})
const noteCount = async (driverId: string): Promise<number> =>
  (
    await backOffice.deps.db
      .selectFrom('credit_notes')
      .select('number')
      .where('driver_id', '=', driverId)
      .execute()
  ).length
const boughtOf = async (id: string) => {
  const { plan_number: planNumber, subscribed_until: until } = await backOffice.deps.db
    .selectFrom('drivers')
    .select(['plan_number', 'subscribed_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { planNumber, until }
}

test('all of it back undoes what was bought: the time goes, a credit note stands, no one owes anything', async () => {
  const id = await backOffice.harness.addDriver()
  const fees = await readBalance(backOffice.deps.db, { kind: 'revenue.fees' })
  const paid = await backOffice.buy(id)
  const shown = await backOffice.refund(paid.id)
  assert.deepEqual([shown.state, shown.amountCents, shown.refundedCents], ['paid', 2_606, 2_606])
  assert.deepEqual([shown.driverId, shown.driverEmail !== null], [id, true])
  assert.equal(await backOffice.refundedThere(shown.chargeId!), 2_606)
  const { active, ended } = await backOffice.billing.readAccount(id)
  assert.deepEqual([active, ended], [null, 'advanced'], 'it has ended as it does by itself')
  assert.deepEqual(await boughtOf(id), { planNumber: 1, until: null })
  const [invoice] = (await backOffice.billing.listInvoices(id, { limit: 1 })).invoices
  assert.deepEqual([invoice?.state, invoice?.creditedCents], ['credited', 2_500])
  const { creditNotes } = await backOffice.billing.readInvoice(id, invoice!.number)
  assert.deepEqual(
    creditNotes.map(({ cents, cause }) => [cents, cause]),
    [[2_500, 'refund']],
  )
  assert.equal(await backOffice.owes(id), 0)
  assert.equal(await readBalance(backOffice.deps.db, { kind: 'revenue.fees' }), fees, 'the fee went back too')
  assert.ok((await backOffice.harness.newsOf(id)).includes('refunded'))
})

test('a part of it is a kindness: what was bought stays, and the books carry it as a loss', async () => {
  const id = await backOffice.harness.addDriver()
  const losses = await readBalance(backOffice.deps.db, { kind: 'refunds' })
  const paid = await backOffice.buy(id)
  const shown = await backOffice.refund(paid.id, 1_000)
  assert.equal(shown.refundedCents, 1_000)
  assert.equal((await backOffice.billing.readAccount(id)).active?.plan, 'advanced')
  assert.deepEqual([await noteCount(id), await backOffice.owes(id)], [0, 0])
  assert.equal((await readBalance(backOffice.deps.db, { kind: 'refunds' })) - losses, 1_000)
})

test('the rest after a part is everything: the part is no loss any more', async () => {
  const id = await backOffice.harness.addDriver()
  const losses = await readBalance(backOffice.deps.db, { kind: 'refunds' })
  const paid = await backOffice.buy(id)
  await backOffice.refund(paid.id, 1_000)
  await backOffice.refund(paid.id)
  assert.equal((await backOffice.billing.readAccount(id)).active, null)
  assert.deepEqual([await noteCount(id), await backOffice.owes(id)], [1, 0])
  assert.equal(await readBalance(backOffice.deps.db, { kind: 'refunds' }), losses)
})

test('never more than was paid, and of what does not exist nothing', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  assert.equal(await refusalOf(backOffice.refund(paid.id, 2_607)), 'billing.refund_too_much')
  await backOffice.refund(paid.id, 2_000)
  assert.equal(await refusalOf(backOffice.refund(paid.id, 607)), 'billing.refund_too_much')
  await backOffice.refund(paid.id)
  assert.equal(await refusalOf(backOffice.refund(paid.id)), 'billing.refund_too_much')
  assert.equal(await refusalOf(backOffice.refund('nobody')), 'billing.not_found')
})

test('two operators who give everything back at once give it back once', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  const told = await Promise.all([
    refusalOf(backOffice.refund(paid.id)),
    refusalOf(backOffice.refund(paid.id)),
  ])
  assert.deepEqual(told.toSorted(), ['billing.refund_too_much', 'nothing'])
  assert.equal(await backOffice.refundedThere(await backOffice.chargeOf(paid.id)), 2_606)
})

test('the same request sent again gives back once', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  const same = input(paid.id, 500)
  await backOffice.accounting.refund(backOffice.operator, same)
  assert.equal((await backOffice.accounting.refund(backOffice.operator, same)).refundedCents, 500)
  assert.equal((await readRefundsOf(backOffice.deps.db, [paid.id])).length, 1)
})

for (const death of ['before_asking', 'after_asking', 'before_storing'] as const)
  test(`a process that dies ${death.replace('_', ' ')} leaves it to the sweep, and it ends the same`, async () => {
    const id = await backOffice.harness.addDriver()
    const paid = await backOffice.buy(id)
    backOffice.dieOnce(death)
    await assert.rejects(backOffice.refund(paid.id), /died/)
    backOffice.harness.clock.add(HOUR_MS)
    await backOffice.accounting.sweeps.syncRefunds()
    assert.equal(await backOffice.refundedThere(await backOffice.chargeOf(paid.id)), 2_606)
    assert.deepEqual([await noteCount(id), await backOffice.owes(id)], [1, 0])
    assert.equal((await backOffice.billing.readAccount(id)).active, null)
    await backOffice.accounting.sweeps.syncRefunds()
    assert.equal((await backOffice.harness.newsOf(id)).filter((kind) => kind === 'refunded').length, 1)
  })

test('an answer that got lost is asked for again by the same key, also when the gateway has forgotten it', async () => {
  for (const waitMs of [2 * HOUR_MS, 2 * DAY_MS]) {
    const id = await backOffice.harness.addDriver()
    const paid = await backOffice.buy(id)
    backOffice.loseRefunds(1)
    assert.equal((await backOffice.refund(paid.id, 1_000)).refundedCents, 0, 'nobody knows yet')
    backOffice.harness.clock.add(waitMs)
    if (waitMs > DAY_MS) backOffice.forgetKeys()
    await backOffice.accounting.sweeps.syncRefunds()
    assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, 1_000)
    assert.equal(await backOffice.refundedThere(await backOffice.chargeOf(paid.id)), 1_000)
  }
})

test('the coupon may be used again, the credits are back, and so is the reward of the driver who referred them', async () => {
  const { db } = backOffice.deps
  const [friend, brought, id] = [
    await backOffice.harness.addDriver(),
    await backOffice.harness.addDriver(),
    await backOffice.harness.addDriver(),
  ]
  const at = new Date(backOffice.harness.clock.now())
  await db
    .insertInto('referrals')
    .values([
      { friend_id: id, driver_id: friend, joined_at: at },
      { friend_id: brought, driver_id: id, joined_at: at },
    ])
    .execute()
  await backOffice.buy(brought)
  const code = 'TENOFF'
  const made = { code, cut: { kind: 'percent', percent: 10 }, appliesTo: 'everything' } as const
  await backOffice.accounting.makeCoupon(backOffice.operator, {
    ...made,
    from: 0,
    until: null,
    mostUses: 1,
    note: '',
  })
  const paid = await backOffice.buy(id, { coupon: code })
  const credits = async (who: string) => (await backOffice.billing.readAccount(who)).credits
  const uses = async () =>
    (await backOffice.accounting.listCoupons()).find((each) => each.code === code)?.uses
  assert.deepEqual([(await credits(id)).used, (await credits(friend)).available, await uses()], [1, 1, 1])
  await backOffice.refund(paid.id)
  assert.deepEqual(await credits(id), { earned: 1, used: 0, available: 1 })
  assert.deepEqual([(await credits(friend)).available, await uses()], [0, 0])
  assert.equal((await backOffice.buy(id, { coupon: code })).state, 'paid')
})

test('one of two purchases goes back from the end, and the other continues', async () => {
  const id = await backOffice.harness.addDriver()
  const now = backOffice.harness.clock.now()
  await backOffice.buy(id)
  const second = await backOffice.buy(id, { plan: 'professional' })
  assert.equal((await boughtOf(id)).planNumber, 2)
  await backOffice.refund(second.id)
  assert.deepEqual((await backOffice.billing.readAccount(id)).active, {
    plan: 'advanced',
    from: now,
    until: now + 7 * DAY_MS,
  })
  assert.deepEqual(await boughtOf(id), { planNumber: 1, until: now + 7 * DAY_MS })
  assert.ok((await backOffice.harness.newsOf(id)).includes('edition_changed'))
})

test('a bank takes its time: until it has answered nothing is undone', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  const paid = await backOffice.pay(id, number, await backOffice.saveBank(id))
  await passTime()
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).state, 'paid')
  assert.equal((await backOffice.refund(paid.id)).refundedCents, 0)
  assert.equal((await backOffice.billing.readInvoice(id, number)).state, 'paid')
  await passTime()
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, 599)
  assert.equal((await backOffice.billing.readInvoice(id, number)).state, 'credited')
  assert.equal(await backOffice.owes(id), 0)
})

test('who gave what back and why stands in the audit log, even when the gateway does not answer', async () => {
  const id = await backOffice.harness.addDriver()
  const paid = await backOffice.buy(id)
  backOffice.loseRefunds(1)
  await backOffice.refund(paid.id, 300)
  const [line] = await backOffice.deps.db
    .selectFrom('admin_actions')
    .selectAll()
    .where('driver_id', '=', id)
    .execute()
  assert.deepEqual(
    [line?.action, line?.actor, line?.details],
    [
      'payments.refund',
      'olga@example.com',
      { payment: paid.reference, amountCents: 300, reason: 'asked for it' },
    ],
  )
})

/** A bank answers in ten seconds here; the sweeps of both sides follow. */
async function passTime(): Promise<void> {
  backOffice.harness.clock.add(2 * HOUR_MS)
  await backOffice.harness.gateway.settle()
  await backOffice.billing.sweeps.syncUnsettled()
}
