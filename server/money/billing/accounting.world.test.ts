import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { postInvoice } from '@madruga/core/ledger.ts'
import type { AppError } from '@madruga/core/errors.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { checkCoupon } from '../invoices/coupons.ts'
import { post } from '../ledger.ts'
import { startBackOffice } from './testing/back-office.ts'
import { refusalOf } from './testing/harness.ts'

const START = '2026-11-18T17:00:00Z'

const backOffice = await startBackOffice(START)
after(() => backOffice.stop())
afterEach(() => backOffice.harness.checkAccounts())

const lastAction = async () =>
  await backOffice.deps.db
    .selectFrom('admin_actions')
    .select(['action', 'actor', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
const TEN_OFF = {
  cut: { kind: 'percent', percent: 10 },
  appliesTo: 'everything',
  from: Date.parse(START),
  until: null,
  mostUses: null,
  note: 'for friends',
} as const

test('until somebody sets prices the settings count; what was set stays to be read', async () => {
  const { prices } = backOffice.deps.settings
  const unset = { id: 0, at: null, prices, actor: null, reason: null }
  assert.deepEqual(await backOffice.accounting.readPrices(), { now: unset, history: [] })
  const dearer = { ...prices, blockCents: 600 }
  const set = await backOffice.accounting.setPrices(backOffice.operator, {
    prices: dearer,
    reason: 'winter',
    baseId: 0,
  })
  assert.deepEqual(
    { ...set, id: 0 },
    {
      id: 0,
      at: backOffice.harness.clock.now(),
      prices: dearer,
      actor: 'olga@example.com',
      reason: 'winter',
    },
  )
  assert.deepEqual(await backOffice.accounting.readPrices(), { now: set, history: [unset] })
  assert.deepEqual(await lastAction(), {
    action: 'prices.set',
    actor: 'olga@example.com',
    details: { before: prices, after: dearer, reason: 'winter' },
  })
  const id = await backOffice.harness.addDriver()
  assert.equal((await backOffice.billing.readAccount(id)).prices.blockCents, 600)
  await backOffice.accounting.setPrices(backOffice.operator, { prices, reason: 'back', baseId: set.id })
})

test('of two who change the same prices at once, one is told to look again', async () => {
  const { now } = await backOffice.accounting.readPrices()
  const change = (blockCents: number) =>
    refusalOf(
      backOffice.accounting.setPrices(backOffice.operator, {
        prices: { ...now.prices, blockCents },
        reason: 'both',
        baseId: now.id,
      }),
    )
  assert.deepEqual((await Promise.all([change(700), change(800)])).toSorted(), [
    'billing.prices_stale',
    'nothing',
  ])
  const { now: left } = await backOffice.accounting.readPrices()
  await backOffice.accounting.setPrices(backOffice.operator, {
    prices: now.prices,
    reason: 'back',
    baseId: left.id,
  })
})

test('a coupon is kept as it is typed, without blanks and in capitals, and takes something off from then on', async () => {
  const made = await backOffice.accounting.makeCoupon(backOffice.operator, {
    ...TEN_OFF,
    code: ' winter 26 ',
  })
  assert.deepEqual(
    [made.code, made.uses, made.stopped, made.actor],
    ['WINTER26', 0, false, 'olga@example.com'],
  )
  assert.equal((await backOffice.accounting.listCoupons())[0]?.code, 'WINTER26')
  assert.equal((await lastAction())?.action, 'coupons.make')
  const driverId = await backOffice.harness.addDriver()
  const use = {
    typed: 'winter26',
    driverId,
    identities: [],
    subscription: true,
    now: backOffice.harness.clock.now(),
  }
  assert.equal((await checkCoupon(backOffice.deps.db, use)).code, 'WINTER26')
  assert.equal(
    await refusalOf(checkCoupon(backOffice.deps.db, { ...use, now: use.now - 1 })),
    'billing.coupon_not_yet',
  )
  assert.equal(
    await refusalOf(checkCoupon(backOffice.deps.db, { ...use, typed: '%' })),
    'billing.coupon_unknown',
  )
})

test('a code is used once for ever, and what makes no coupon is named', async () => {
  await backOffice.accounting.makeCoupon(backOffice.operator, { ...TEN_OFF, code: 'ONCE' })
  assert.equal(
    await refusalOf(backOffice.accounting.makeCoupon(backOffice.operator, { ...TEN_OFF, code: 'once' })),
    'billing.coupon_taken',
  )
  const wrong = { ...TEN_OFF, code: 'a!', until: TEN_OFF.from }
  await assert.rejects(backOffice.accounting.makeCoupon(backOffice.operator, wrong), (error: AppError) => {
    assert.deepEqual(
      [error.code, error.params.fields?.map((field) => field.path)],
      ['billing.invalid', ['code', 'until']],
    )
    return true
  })
})

test('a stopped coupon is refused, and what was bought with it stays', async () => {
  await backOffice.accounting.makeCoupon(backOffice.operator, { ...TEN_OFF, code: 'STOPME' })
  const id = await backOffice.harness.addDriver()
  assert.equal((await backOffice.buy(id, { coupon: 'stopme' })).state, 'paid')
  const stopped = await backOffice.accounting.stopCoupon(backOffice.operator, {
    code: 'stopme',
    reason: 'leaked',
  })
  assert.deepEqual([stopped.stopped, stopped.uses], [true, 1])
  assert.deepEqual((await lastAction())?.details, { code: 'STOPME', uses: 1, reason: 'leaked' })
  const other = await backOffice.harness.addDriver()
  const use = {
    typed: 'STOPME',
    driverId: other,
    identities: [],
    subscription: true,
    now: backOffice.harness.clock.now(),
  }
  assert.equal(await refusalOf(checkCoupon(backOffice.deps.db, use)), 'billing.coupon_unknown')
  assert.equal(
    await refusalOf(backOffice.accounting.stopCoupon(backOffice.operator, { code: 'NOBODYS', reason: 'x' })),
    'billing.not_found',
  )
})

test('invoices are found by number, by the name and e-mail on them and by the driver, newest first', async () => {
  const id = await backOffice.harness.addDriver({ name: 'Zoraida', email: 'zoraida@example.com' })
  const first = await backOffice.invoiceWeek(id, [['block', 500]])
  backOffice.harness.clock.add(1_000)
  const second = await backOffice.invoiceWeek(id, [['block', 700]])
  const find = async (text: string, state?: 'unpaid' | 'paid') =>
    (await backOffice.accounting.findInvoices({ text, limit: 10, state })).invoices.map((each) => each.number)
  assert.deepEqual(await find('zoraida'), [second, first])
  assert.deepEqual(await find(first.toLowerCase()), [first])
  assert.equal((await find('billed@example')).includes(second), true)
  assert.deepEqual(await find('zoraida', 'paid'), [])
  await backOffice.pay(id, first)
  assert.deepEqual(await find('zoraida', 'paid'), [first])
  assert.deepEqual(await find('100%'), [])
  const [shown] = (await backOffice.accounting.findInvoices({ text: second, limit: 10 })).invoices
  assert.deepEqual([shown?.driverId, shown?.driverEmail], [id, 'zoraida@example.com'])
  assert.equal((await backOffice.accounting.readInvoice(second)).lines.length, 1)
  assert.equal(await refusalOf(backOffice.accounting.readInvoice('M-2026-999999')), 'billing.not_found')
})

test('pages miss nothing, also where several invoices are of one instant', async () => {
  const id = await backOffice.harness.addDriver({ name: 'Quetzal' })
  const made: string[] = []
  for (const pause of [1_000, 0, 0, 1_000, 0]) {
    backOffice.harness.clock.add(pause)
    made.push(await backOffice.invoiceWeek(id, [['block', 500]]))
  }
  const seen: string[] = []
  for (let until: number | undefined; ;) {
    const page = await backOffice.accounting.findInvoices({ text: 'quetzal', limit: 2, before: until })
    seen.push(...page.invoices.map((each) => each.number))
    if (page.next === null) break
    until = page.next
  }
  assert.deepEqual(seen.toSorted(), made.toSorted())
})

test('payments are found by reference, charge, invoice and driver', async () => {
  const id = await backOffice.harness.addDriver({ name: 'Xiomara', email: 'xiomara@example.com' })
  const paid = await backOffice.buy(id)
  const chargeId = await backOffice.chargeOf(paid.id)
  for (const text of [paid.reference.toLowerCase(), chargeId, paid.what.number!, 'xiomara@', 'Xiomara']) {
    const { payments } = await backOffice.accounting.findPayments({ text, limit: 10 })
    assert.deepEqual(
      payments.map((each) => [each.id, each.chargeId, each.driverEmail]),
      [[paid.id, chargeId, 'xiomara@example.com']],
      text,
    )
  }
})

test('what a driver left behind who is gone is found still, and is no one’s', async () => {
  const id = await backOffice.harness.addDriver({ name: 'Gone' })
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  await backOffice.deps.db.deleteFrom('drivers').where('id', '=', id).execute()
  const shown = await backOffice.accounting.readInvoice(number)
  assert.deepEqual([shown.driverId, shown.driverEmail, shown.billedTo.name], [null, null, 'Ana'])
  const credited = await backOffice.accounting.creditInvoice(backOffice.operator, {
    number,
    reason: 'gone',
    key: randomUUID(),
  })
  assert.equal(credited.state, 'credited')
})

test('revenue is what the ledger says between two days of the service, with its discounts, fees and losses', async () => {
  backOffice.harness.clock.set('2027-03-03T17:00:00Z')
  const id = await backOffice.harness.addDriver()
  await backOffice.buy(id)
  backOffice.harness.clock.set('2027-03-10T04:59:59Z')
  const number = await backOffice.invoiceWeek(id, [['block', 500]])
  backOffice.harness.clock.set('2027-03-10T05:00:00Z')
  const late = await backOffice.invoiceWeek(id, [['check_in', 200]])
  const shown = await backOffice.accounting.readRevenue({ from: '2027-03-03', to: '2027-03-09' })
  const cents = Object.fromEntries(shown.accounts.map((each) => [each.kind, each.cents]))
  assert.deepEqual(
    [
      cents['revenue.subscriptions'],
      cents['revenue.blocks'],
      cents['revenue.fees'],
      cents['revenue.check_ins'],
    ],
    [2_500, 500, 106, 0],
  )
  assert.equal(cents['gateway'], 2_606 + cents['gateway_fees']!)
  assert.equal(shown.netCents, 2_500 + 500 + 106 + cents['gateway_fees']!)
  assert.deepEqual(
    shown.byWeek.map(({ week }) => week),
    ['2027-03-01', '2027-03-08'],
  )
  assert.equal(
    shown.byWeek.reduce((sum, week) => sum + week.cents, 0),
    shown.netCents,
  )
  const next = await backOffice.accounting.readRevenue({ from: '2027-03-10', to: '2027-03-10' })
  assert.equal(next.netCents, 200)
  const mark = (is_demo: boolean) =>
    backOffice.deps.db.updateTable('drivers').set({ is_demo }).where('id', '=', id).execute()
  await mark(true)
  const without = await backOffice.accounting.readRevenue({ from: '2027-03-03', to: '2027-03-10' })
  assert.deepEqual(
    [without.netCents, without.byWeek.map(({ cents: net }) => net), without.demo],
    [0, [0, 0], { netCents: shown.netCents + 200, counted: false }],
  )
  assert.ok(without.accounts.every((each) => each.cents === 0))
  await mark(false)
  await backOffice.accounting.creditInvoice(backOffice.operator, { number, reason: 'x', key: randomUUID() })
  await backOffice.accounting.creditInvoice(backOffice.operator, {
    number: late,
    reason: 'x',
    key: randomUUID(),
  })
  for (const days of [
    { from: '2027-03-10', to: '2027-03-09' },
    { from: '2027-02-30', to: '2027-03-09' },
    { from: '2000-01-01', to: '2027-03-09' },
  ])
    assert.equal(await refusalOf(backOffice.accounting.readRevenue(days)), 'request.invalid')
})

test('days that no one names are the last four weeks of the service’s zone, whatever day it is elsewhere', async () => {
  // Still the 9th in New York, and the 10th already in London.
  backOffice.harness.clock.set('2027-03-10T03:00:00Z')
  const daysOf = async (given: { from?: string; to?: string }) => {
    const { from, to } = await backOffice.accounting.readRevenue(given)
    return [from, to]
  }
  assert.deepEqual(await daysOf({}), ['2027-02-10', '2027-03-09'])
  backOffice.harness.clock.set('2027-03-10T05:00:00Z')
  assert.deepEqual(await daysOf({}), ['2027-02-11', '2027-03-10'])
  assert.deepEqual(await daysOf({ to: '2027-01-31' }), ['2027-01-04', '2027-01-31'])
  assert.deepEqual(await daysOf({ from: '2027-03-01' }), ['2027-03-01', '2027-03-10'])
  for (const wrong of [{ to: '2027-02-30' }, { to: '2027-13-01' }, { from: '2027-03-11' }])
    assert.equal(await refusalOf(backOffice.accounting.readRevenue(wrong)), 'request.invalid')
})

test('who owes is counted by the age of the oldest unpaid invoice, and what we owe beside it', async () => {
  const sum = async () => {
    const { owed, owingCents } = await backOffice.accounting.readRevenue({
      from: '2027-03-10',
      to: '2027-03-10',
    })
    return { owed, owingCents }
  }
  const earlier = await sum()
  assert.deepEqual(
    earlier.owed.map(({ daysFrom, daysTo }) => [daysFrom, daysTo]),
    [
      [0, 4],
      [5, 13],
      [14, 29],
      [30, null],
    ],
  )
  const id = await backOffice.harness.addDriver()
  await backOffice.invoiceWeek(id, [['block', 500]])
  backOffice.harness.clock.add(4 * DAY_MS)
  await backOffice.invoiceWeek(id, [['block', 300]])
  backOffice.harness.clock.add(DAY_MS)
  const other = await backOffice.harness.addDriver()
  const { entries, ...rest } = postInvoice({
    driverId: other,
    items: [{ kind: 'block', cents: 250 }],
    discounts: [],
    feeCents: 0,
  })
  const undone = entries.map((entry) => ({ ...entry, amountCents: -entry.amountCents }))
  await backOffice.deps.db
    .transaction()
    .execute((tx) => post(tx, { ...rest, entries: undone, at: 0, reference: 'owed to them' }))
  const now = await sum()
  assert.deepEqual(
    [now.owed[1]!.drivers - earlier.owed[1]!.drivers, now.owed[1]!.cents - earlier.owed[1]!.cents],
    [1, 800],
  )
  assert.equal(now.owingCents - earlier.owingCents, 250)
})
