import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import type { Inputs } from '@madruga/core/contract.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { startBackOffice } from '../billing/testing/back-office.ts'
import { refusalOf } from '../billing/testing/harness.ts'
import { postAll, readBalance } from '../ledger.ts'
import { lockPayer } from '../payers/store/drivers.ts'
import { creditItems } from '../payments/execute.ts'
import { findInvoice, lockInvoice } from './store/invoices.ts'

const backOffice = await startBackOffice('2026-11-18T17:00:00Z')
after(() => backOffice.stop())
afterEach(() => backOffice.harness.checkAccounts())

type Made = Inputs['accounting']['makeCoupon']
let codes = 0

/** A coupon that an operator made a minute ago; answers its code. */
async function makeCoupon(
  cut: Made['cut'],
  over: Partial<Pick<Made, 'appliesTo' | 'from' | 'until' | 'mostUses'>> = {},
): Promise<string> {
  const input = {
    code: `WEEK-${++codes}`,
    cut,
    appliesTo: 'everything',
    until: null,
    mostUses: null,
  } as const
  const from = backOffice.harness.clock.now()
  const { code } = await backOffice.accounting.makeCoupon(backOffice.operator, {
    ...input,
    from,
    note: '',
    ...over,
  })
  return code
}
const addWeek = (driverId: string, blocks = 3) =>
  backOffice.invoiceWeek(
    driverId,
    Array.from({ length: blocks }, () => ['block', 500]),
  )
const useCoupon = (driverId: string, number: string, coupon: string, key: string = randomUUID()) =>
  backOffice.billing.useCoupon(driverId, { number, coupon, key })
const usesOf = async (code: string) =>
  (await backOffice.accounting.listCoupons()).find((coupon) => coupon.code === code)!.uses
const held = (kind: 'discounts.coupons' | 'discounts.waived') => readBalance(backOffice.deps.db, { kind })

/** As the closing of a week does it: some items turned out wrong. */
async function correct(driverId: string, number: string, positions: readonly number[]): Promise<number> {
  const { deps } = backOffice
  return await deps.db.transaction().execute(async (tx) => {
    await lockPayer(tx, driverId)
    const invoice = (await lockInvoice(tx, (await findInvoice(tx, number))!.id))!
    const at = deps.clock.now()
    const { rows, cents } = await creditItems(deps, tx, {
      invoice,
      positions,
      cause: 'correction',
      reason: '',
      at,
    })
    await postAll(tx, rows)
    return cents
  })
}

test('a coupon for everything comes off an unpaid week by a credit note, and the rest is paid', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await addWeek(id)
  const code = await makeCoupon({ kind: 'percent', percent: 20 })
  const earlier = await held('discounts.coupons')
  const shown = await useCoupon(id, number, ` ${code.toLowerCase()} `)
  assert.deepEqual(
    [shown.state, shown.dueCents, shown.creditedCents, shown.leftCents],
    ['unpaid', 1_500, 300, 1_200],
  )
  assert.deepEqual(
    shown.creditNotes.map(({ cause, cents }) => [cause, cents]),
    [['coupon', 300]],
  )
  assert.deepEqual([shown.couponCode, shown.couponCents], [null, 0], 'what was issued stays as it was')
  assert.ok(shown.lines.every((line) => !line.credited))
  assert.deepEqual([await backOffice.owes(id), (await held('discounts.coupons')) - earlier], [1_200, 300])
  assert.equal(await usesOf(code), 1)
  const paid = await backOffice.pay(id, number)
  assert.equal(paid.amountCents - paid.feeCents, 1_200)
  assert.equal(await backOffice.owes(id), 0)
})

test('twenty uses at once are one, with one key and with twenty', async () => {
  for (const keyOf of [() => 'one', () => randomUUID() as string]) {
    const id = await backOffice.harness.addDriver()
    const number = await addWeek(id)
    const code = await makeCoupon({ kind: 'amount', cents: 200 })
    const uses = Array.from({ length: 20 }, () => useCoupon(id, number, code, keyOf()))
    const refusals = await Promise.all(uses.map(refusalOf))
    const known = ['nothing', 'billing.coupon_used', 'billing.in_progress']
    assert.ok(refusals.includes('nothing'))
    for (const refusal of refusals) assert.ok(known.includes(refusal), refusal)
    const shown = await backOffice.billing.readInvoice(id, number)
    assert.deepEqual([shown.leftCents, shown.creditNotes.length, await usesOf(code)], [1_300, 1, 1])
    assert.equal(await backOffice.owes(id), 1_300)
  }
})

test('the last use of a coupon is one driver’s, and the other’s invoice stays as it is', async () => {
  const code = await makeCoupon({ kind: 'amount', cents: 200 }, { mostUses: 1 })
  const drivers = await Promise.all(Array.from({ length: 4 }, () => backOffice.harness.addDriver()))
  const numbers: string[] = []
  for (const id of drivers) numbers.push(await addWeek(id))
  const refusals = await Promise.all(
    drivers.map((id, index) => refusalOf(useCoupon(id, numbers[index]!, code))),
  )
  assert.deepEqual(refusals.toSorted(), [
    ...Array.from({ length: 3 }, () => 'billing.coupon_used_up'),
    'nothing',
  ])
  const owed = await Promise.all(drivers.map((id) => backOffice.owes(id)))
  assert.deepEqual(owed.toSorted(), [1_300, 1_500, 1_500, 1_500])
})

test('the same request again is answered alike; another one with the same key is refused', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await addWeek(id)
  const code = await makeCoupon({ kind: 'amount', cents: 200 })
  const key = randomUUID()
  const first = await useCoupon(id, number, code, key)
  assert.deepEqual(await useCoupon(id, number, code, key), first)
  assert.equal(await refusalOf(useCoupon(id, number, 'OTHER', key)), 'billing.key_reused')
  assert.equal(await refusalOf(useCoupon(id, number, code)), 'billing.coupon_used')
})

test('what is no one’s, paid, under way, or a coupon of no use here is refused, and changes nothing', async () => {
  const id = await backOffice.harness.addDriver()
  const other = await backOffice.harness.addDriver()
  const number = await addWeek(id)
  const now = backOffice.harness.clock.now()
  const cut = { kind: 'amount', cents: 200 } as const
  const code = await makeCoupon(cut)
  assert.equal(await refusalOf(useCoupon(other, number, code)), 'billing.not_found')
  assert.equal(await refusalOf(useCoupon(id, 'M-2026-999999', code)), 'billing.not_found')
  const stopped = await makeCoupon(cut)
  await backOffice.accounting.stopCoupon(backOffice.operator, { code: stopped, reason: 'enough' })
  for (const [typed, refusal] of [
    ['NOSUCH', 'unknown'],
    ['', 'unknown'],
    [stopped, 'unknown'],
    [await makeCoupon(cut, { appliesTo: 'subscriptions' }), 'not_here'],
    [await makeCoupon(cut, { from: now + 1 }), 'not_yet'],
    [await makeCoupon(cut, { from: now - DAY_MS, until: now }), 'expired'],
  ] as const)
    assert.equal(await refusalOf(useCoupon(id, number, typed)), `billing.coupon_${refusal}`)
  assert.deepEqual((await backOffice.billing.readInvoice(id, number)).creditNotes, [])
  const paid = await backOffice.pay(id, number, await backOffice.saveBank(id))
  assert.equal(paid.state, 'processing')
  assert.equal(await refusalOf(useCoupon(id, number, code)), 'billing.under_way')
  const second = await addWeek(id)
  await backOffice.pay(id, second)
  assert.equal(await refusalOf(useCoupon(id, second, code)), 'billing.paid_already')
  assert.equal(await usesOf(code), 0)
})

test('a coupon that leaves nothing settles the invoice: the suspension ends at once, and no one is thanked', async () => {
  const inviter = await backOffice.harness.addDriver()
  const id = await backOffice.harness.addDriver()
  const joined = { friend_id: id, driver_id: inviter, joined_at: new Date(backOffice.harness.clock.now()) }
  await backOffice.deps.db.insertInto('referrals').values(joined).execute()
  const number = await addWeek(id)
  backOffice.harness.clock.add(6 * DAY_MS)
  await backOffice.billing.sweeps.runDunning()
  assert.equal((await backOffice.billing.readAccount(id)).status, 'suspended')
  const shown = await useCoupon(id, number, await makeCoupon({ kind: 'percent', percent: 100 }))
  assert.deepEqual(
    [shown.state, shown.paidAt, shown.leftCents, shown.payments],
    ['paid', backOffice.harness.clock.now(), 0, []],
  )
  const account = await backOffice.billing.readAccount(id)
  assert.deepEqual([account.status, account.unpaid], ['active', []])
  assert.equal((await backOffice.billing.readAccount(inviter)).credits.earned, 0)
  assert.equal(await backOffice.owes(id), 0)
  assert.equal(await refusalOf(backOffice.pay(id, number)), 'billing.paid_already')
})

test('a coupon that leaves something ends no suspension', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await addWeek(id)
  backOffice.harness.clock.add(6 * DAY_MS)
  await backOffice.billing.sweeps.runDunning()
  await useCoupon(id, number, await makeCoupon({ kind: 'amount', cents: 1_000 }))
  assert.equal((await backOffice.billing.readAccount(id)).status, 'suspended')
})

test('what no gateway charges is given away on its own account, and the invoice is paid', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await addWeek(id)
  const earlier = [await held('discounts.coupons'), await held('discounts.waived')]
  const shown = await useCoupon(id, number, await makeCoupon({ kind: 'amount', cents: 1_490 }))
  assert.deepEqual([shown.state, shown.creditedCents], ['paid', 1_500])
  const [note] = shown.creditNotes
  assert.deepEqual([note?.cents, note?.waivedCents], [1_500, 10])
  const moved = [await held('discounts.coupons'), await held('discounts.waived')]
  assert.deepEqual(
    moved.map((cents, index) => cents - earlier[index]!),
    [1_490, 10],
  )
  assert.equal(await backOffice.owes(id), 0)
})

test('a refund and notes over items after a coupon come to what was paid, and give the coupon back', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await addWeek(id)
  const earlier = await held('discounts.coupons')
  assert.equal(await correct(id, number, [1]), 500)
  const code = await makeCoupon({ kind: 'amount', cents: 333 })
  await useCoupon(id, number, code)
  const paid = await backOffice.pay(id, number)
  assert.equal(paid.amountCents - paid.feeCents, 667)
  const first = await correct(id, number, [2])
  await backOffice.accounting.sweeps.syncRefunds()
  assert.deepEqual([first, await backOffice.owes(id)], [334, 0])
  const reason = 'a mistake'
  const shown = await backOffice.accounting.creditInvoice(backOffice.operator, {
    number,
    reason,
    key: randomUUID(),
  })
  assert.deepEqual([shown.state, shown.creditedCents], ['credited', 1_500])
  await backOffice.accounting.sweeps.syncRefunds()
  assert.equal((await backOffice.billing.readPayment(id, paid.id)).refundedCents, paid.amountCents)
  assert.equal(await backOffice.owes(id), 0)
  assert.deepEqual([(await held('discounts.coupons')) - earlier, await usesOf(code)], [0, 0])
})

test('a payment that is given back entirely undoes an invoice that a coupon lowered', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await addWeek(id)
  const earlier = await held('discounts.coupons')
  const code = await makeCoupon({ kind: 'percent', percent: 50 })
  await useCoupon(id, number, code)
  const paid = await backOffice.pay(id, number)
  await backOffice.accounting.refund(backOffice.operator, { id: paid.id, reason: 'sorry', key: randomUUID() })
  const shown = await backOffice.billing.readInvoice(id, number)
  assert.deepEqual([shown.state, shown.creditedCents, await backOffice.owes(id)], ['credited', 1_500, 0])
  assert.deepEqual([(await held('discounts.coupons')) - earlier, await usesOf(code)], [0, 0])
})

test('an invoice that a coupon settled can be taken back: no money moves, and the coupon is free again', async () => {
  const id = await backOffice.harness.addDriver()
  const number = await addWeek(id)
  const earlier = [await held('discounts.coupons'), await held('discounts.waived')]
  const code = await makeCoupon({ kind: 'amount', cents: 1_490 })
  await useCoupon(id, number, code)
  const reason = 'a mistake'
  await backOffice.accounting.creditInvoice(backOffice.operator, { number, reason, key: randomUUID() })
  assert.deepEqual([await held('discounts.coupons'), await held('discounts.waived')], earlier)
  assert.deepEqual([await backOffice.owes(id), await usesOf(code)], [0, 0])
  assert.equal((await useCoupon(id, await addWeek(id), code)).state, 'paid')
})
