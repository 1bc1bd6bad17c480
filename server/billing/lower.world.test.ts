import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import type { Inputs } from '@madruga/core/contract.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { startOffice } from './books/testing.ts'
import type { Office } from './books/testing.ts'
import { creditItems } from './credit.ts'
import { postAll, readBalance } from './ledger.ts'
import { lockPayer } from './store/drivers.ts'
import { findInvoice, lockInvoice } from './store/invoices.ts'
import { refusalOf } from './testing.ts'

let office: Office
before(async () => {
  office = await startOffice('2026-11-18T17:00:00Z')
})
after(() => office.stop())
afterEach(() => office.till.checkBooks())

type Made = Inputs['books']['makeCoupon']
let codes = 0

/** A coupon that an operator made a minute ago; answers its code. */
async function makeCoupon(
  cut: Made['cut'],
  over: Partial<Pick<Made, 'appliesTo' | 'from' | 'until' | 'mostUses'>> = {},
): Promise<string> {
  const wish = { code: `WEEK-${++codes}`, cut, appliesTo: 'everything', until: null, mostUses: null } as const
  const from = office.till.clock.now()
  const { code } = await office.books.makeCoupon(office.operator, { ...wish, from, note: '', ...over })
  return code
}
const addWeek = (driverId: string, blocks = 3) =>
  office.invoiceWeek(
    driverId,
    Array.from({ length: blocks }, () => ['block', 500]),
  )
const useCoupon = (driverId: string, number: string, coupon: string, key: string = randomUUID()) =>
  office.billing.useCoupon(driverId, { number, coupon, key })
const usesOf = async (code: string) =>
  (await office.books.listCoupons()).find((coupon) => coupon.code === code)!.uses
const held = (kind: 'discounts.coupons' | 'discounts.waived') => readBalance(office.deps.db, { kind })

/** As the closing of a week does it: some items turned out wrong. */
async function correct(driverId: string, number: string, positions: readonly number[]): Promise<number> {
  const { deps } = office
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
  const id = await office.till.addDriver()
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
  assert.deepEqual([await office.owes(id), (await held('discounts.coupons')) - earlier], [1_200, 300])
  assert.equal(await usesOf(code), 1)
  const paid = await office.pay(id, number)
  assert.equal(paid.amountCents - paid.feeCents, 1_200)
  assert.equal(await office.owes(id), 0)
})

test('twenty uses at once are one, with one key and with twenty', async () => {
  for (const keyOf of [() => 'one', () => randomUUID() as string]) {
    const id = await office.till.addDriver()
    const number = await addWeek(id)
    const code = await makeCoupon({ kind: 'amount', cents: 200 })
    const uses = Array.from({ length: 20 }, () => useCoupon(id, number, code, keyOf()))
    const refusals = await Promise.all(uses.map(refusalOf))
    const known = ['nothing', 'billing.coupon_used', 'billing.in_progress']
    assert.ok(refusals.includes('nothing'))
    for (const refusal of refusals) assert.ok(known.includes(refusal), refusal)
    const shown = await office.billing.readInvoice(id, number)
    assert.deepEqual([shown.leftCents, shown.creditNotes.length, await usesOf(code)], [1_300, 1, 1])
    assert.equal(await office.owes(id), 1_300)
  }
})

test('the last use of a coupon is one driver’s, and the other’s invoice stays as it is', async () => {
  const code = await makeCoupon({ kind: 'amount', cents: 200 }, { mostUses: 1 })
  const drivers = await Promise.all(Array.from({ length: 4 }, () => office.till.addDriver()))
  const numbers: string[] = []
  for (const id of drivers) numbers.push(await addWeek(id))
  const refusals = await Promise.all(
    drivers.map((id, index) => refusalOf(useCoupon(id, numbers[index]!, code))),
  )
  assert.deepEqual(refusals.toSorted(), [
    ...Array.from({ length: 3 }, () => 'billing.coupon_used_up'),
    'nothing',
  ])
  const owed = await Promise.all(drivers.map((id) => office.owes(id)))
  assert.deepEqual(owed.toSorted(), [1_300, 1_500, 1_500, 1_500])
})

test('the same wish again is answered alike; another one with the same key is refused', async () => {
  const id = await office.till.addDriver()
  const number = await addWeek(id)
  const code = await makeCoupon({ kind: 'amount', cents: 200 })
  const key = randomUUID()
  const first = await useCoupon(id, number, code, key)
  assert.deepEqual(await useCoupon(id, number, code, key), first)
  assert.equal(await refusalOf(useCoupon(id, number, 'OTHER', key)), 'billing.key_reused')
  assert.equal(await refusalOf(useCoupon(id, number, code)), 'billing.coupon_used')
})

test('what is nobody’s, paid, under way, or a coupon of no use here is refused, and changes nothing', async () => {
  const id = await office.till.addDriver()
  const other = await office.till.addDriver()
  const number = await addWeek(id)
  const now = office.till.clock.now()
  const cut = { kind: 'amount', cents: 200 } as const
  const code = await makeCoupon(cut)
  assert.equal(await refusalOf(useCoupon(other, number, code)), 'billing.not_found')
  assert.equal(await refusalOf(useCoupon(id, 'M-2026-999999', code)), 'billing.not_found')
  const stopped = await makeCoupon(cut)
  await office.books.stopCoupon(office.operator, { code: stopped, reason: 'enough' })
  for (const [typed, refusal] of [
    ['NOSUCH', 'unknown'],
    ['', 'unknown'],
    [stopped, 'unknown'],
    [await makeCoupon(cut, { appliesTo: 'subscriptions' }), 'not_here'],
    [await makeCoupon(cut, { from: now + 1 }), 'not_yet'],
    [await makeCoupon(cut, { from: now - DAY_MS, until: now }), 'expired'],
  ] as const)
    assert.equal(await refusalOf(useCoupon(id, number, typed)), `billing.coupon_${refusal}`)
  assert.deepEqual((await office.billing.readInvoice(id, number)).creditNotes, [])
  const paid = await office.pay(id, number, await office.saveBank(id))
  assert.equal(paid.state, 'processing')
  assert.equal(await refusalOf(useCoupon(id, number, code)), 'billing.under_way')
  const second = await addWeek(id)
  await office.pay(id, second)
  assert.equal(await refusalOf(useCoupon(id, second, code)), 'billing.paid_already')
  assert.equal(await usesOf(code), 0)
})

test('a coupon that leaves nothing settles the invoice: the suspension ends at once, and nobody is thanked', async () => {
  const inviter = await office.till.addDriver()
  const id = await office.till.addDriver()
  const joined = { friend_id: id, driver_id: inviter, joined_at: new Date(office.till.clock.now()) }
  await office.deps.db.insertInto('referrals').values(joined).execute()
  const number = await addWeek(id)
  office.till.clock.add(6 * DAY_MS)
  await office.billing.sweeps.collectDues()
  assert.equal((await office.billing.readAccount(id)).status, 'suspended')
  const shown = await useCoupon(id, number, await makeCoupon({ kind: 'percent', percent: 100 }))
  assert.deepEqual(
    [shown.state, shown.paidAt, shown.leftCents, shown.payments],
    ['paid', office.till.clock.now(), 0, []],
  )
  const account = await office.billing.readAccount(id)
  assert.deepEqual([account.status, account.unpaid], ['active', []])
  assert.equal((await office.billing.readAccount(inviter)).credits.earned, 0)
  assert.equal(await office.owes(id), 0)
  assert.equal(await refusalOf(office.pay(id, number)), 'billing.paid_already')
})

test('a coupon that leaves something ends no suspension', async () => {
  const id = await office.till.addDriver()
  const number = await addWeek(id)
  office.till.clock.add(6 * DAY_MS)
  await office.billing.sweeps.collectDues()
  await useCoupon(id, number, await makeCoupon({ kind: 'amount', cents: 1_000 }))
  assert.equal((await office.billing.readAccount(id)).status, 'suspended')
})

test('what no gateway charges is given away on its own account, and the invoice is paid', async () => {
  const id = await office.till.addDriver()
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
  assert.equal(await office.owes(id), 0)
})

test('a refund and notes over items after a coupon come to what was paid, and give the coupon back', async () => {
  const id = await office.till.addDriver()
  const number = await addWeek(id)
  const earlier = await held('discounts.coupons')
  assert.equal(await correct(id, number, [1]), 500)
  const code = await makeCoupon({ kind: 'amount', cents: 333 })
  await useCoupon(id, number, code)
  const paid = await office.pay(id, number)
  assert.equal(paid.amountCents - paid.feeCents, 667)
  const first = await correct(id, number, [2])
  await office.books.sweeps.settleRefunds()
  assert.deepEqual([first, await office.owes(id)], [334, 0])
  const reason = 'a mistake'
  const shown = await office.books.creditInvoice(office.operator, { number, reason, key: randomUUID() })
  assert.deepEqual([shown.state, shown.creditedCents], ['credited', 1_500])
  await office.books.sweeps.settleRefunds()
  assert.equal((await office.billing.readPayment(id, paid.id)).refundedCents, paid.amountCents)
  assert.equal(await office.owes(id), 0)
  assert.deepEqual([(await held('discounts.coupons')) - earlier, await usesOf(code)], [0, 0])
})

test('a payment that is given back entirely undoes an invoice that a coupon lowered', async () => {
  const id = await office.till.addDriver()
  const number = await addWeek(id)
  const earlier = await held('discounts.coupons')
  const code = await makeCoupon({ kind: 'percent', percent: 50 })
  await useCoupon(id, number, code)
  const paid = await office.pay(id, number)
  await office.books.refund(office.operator, { id: paid.id, reason: 'sorry', key: randomUUID() })
  const shown = await office.billing.readInvoice(id, number)
  assert.deepEqual([shown.state, shown.creditedCents, await office.owes(id)], ['credited', 1_500, 0])
  assert.deepEqual([(await held('discounts.coupons')) - earlier, await usesOf(code)], [0, 0])
})

test('an invoice that a coupon settled can be taken back: no money moves, and the coupon is free again', async () => {
  const id = await office.till.addDriver()
  const number = await addWeek(id)
  const earlier = [await held('discounts.coupons'), await held('discounts.waived')]
  const code = await makeCoupon({ kind: 'amount', cents: 1_490 })
  await useCoupon(id, number, code)
  const reason = 'a mistake'
  await office.books.creditInvoice(office.operator, { number, reason, key: randomUUID() })
  assert.deepEqual([await held('discounts.coupons'), await held('discounts.waived')], earlier)
  assert.deepEqual([await office.owes(id), await usesOf(code)], [0, 0])
  assert.equal((await useCoupon(id, await addWeek(id), code)).state, 'paid')
})
