import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { chargeFor } from '@madruga/core/invoices.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { startBillingHarness } from '../billing/testing/harness.ts'
import { readBalance } from '../ledger.ts'

/** Monday, November 2, 2026 at 0:00 in New York, a day after the clocks went back. */
const MONDAY = Date.parse('2026-11-02T05:00:00Z')
const { card } = DEFAULT_SETTINGS.billing.prices.fees

const harness = await startBillingHarness('2026-10-20T12:00:00Z')
after(() => harness.stop())
afterEach(() => harness.checkAccounts())

const set = (at: number) => harness.clock.set(new Date(at).toISOString())
const invoicesOf = async (driverId: string) =>
  (await harness.billing.listInvoices(driverId, { limit: 50 })).invoices
const owedBy = (driverId: string) => readBalance(harness.deps.db, { kind: 'receivable', driverId })
const statusOf = async (driverId: string) => (await harness.billing.readAccount(driverId)).status
/** Everything that runs by itself, once. */
const sweep = async () => {
  await harness.billing.sweeps.closeWeeks()
  await harness.billing.sweeps.payByThemselves()
  await harness.billing.sweeps.runDunning()
  await harness.billing.sweeps.syncPlans()
}

/** A driver with their bot's blocks at these instants. */
async function addUser(blocks: readonly number[], driver = {}): Promise<string> {
  const id = await harness.addDriver(driver)
  for (const at of blocks) await harness.addBlock(id, at)
  return id
}

test('a week of three blocks is one invoice of $15, closed at Monday 0:00 of the driver, also where clocks go back', async () => {
  const id = await addUser([MONDAY - 6 * DAY_MS, MONDAY - 1, MONDAY - 3 * DAY_MS])
  await harness.addBlock(id, MONDAY)
  set(MONDAY - 1)
  await sweep()
  assert.deepEqual(
    (await invoicesOf(id)).map(({ blocks }) => blocks),
    [],
  )
  set(MONDAY)
  await sweep()
  const [invoice, ...others] = await invoicesOf(id)
  assert.equal(others.length, 0)
  assert.deepEqual(
    [invoice?.state, invoice?.blocks, invoice?.dueCents, invoice?.from, invoice?.to],
    ['unpaid', 3, 1_500, '2026-10-26', '2026-11-01'],
  )
  assert.equal(invoice?.suspendsAt, MONDAY + 5 * DAY_MS)
  assert.equal(await owedBy(id), 1_500)
  assert.deepEqual(await harness.newsOf(id), ['invoice_issued'])
  await sweep()
  assert.equal((await invoicesOf(id)).length, 1, 'closing again finds nothing more')
})

test('in Los Angeles the same week ends three hours later', async () => {
  const id = await addUser([MONDAY - DAY_MS], { timeZone: 'America/Los_Angeles' })
  set(MONDAY + 3 * HOUR_MS - 1)
  await sweep()
  assert.equal((await invoicesOf(id)).length, 0)
  set(MONDAY + 3 * HOUR_MS)
  await sweep()
  assert.equal((await invoicesOf(id)).length, 1)
})

test('what is found out late stands on the next invoice, and what turns out wrong is credited', async () => {
  set(MONDAY)
  const id = await addUser([MONDAY - DAY_MS, MONDAY - 2 * DAY_MS])
  await sweep()
  await harness.addBlock(id, MONDAY - 4 * DAY_MS)
  await harness.deps.db
    .deleteFrom('blocks')
    .where('driver_id', '=', id)
    .where('accepted_at', '=', new Date(MONDAY - DAY_MS) as never)
    .execute()
  set(MONDAY + 7 * DAY_MS)
  await sweep()
  const [second, first] = await invoicesOf(id)
  assert.deepEqual([second?.blocks, second?.dueCents], [1, 500])
  assert.deepEqual([first?.dueCents, first?.creditedCents, first?.leftCents], [1_000, 500, 500])
  assert.equal(await owedBy(id), 1_000)
  const { creditNotes } = await harness.billing.readInvoice(id, first!.number)
  assert.deepEqual(
    creditNotes.map(({ cents, cause }) => [cents, cause]),
    [[500, 'correction']],
  )
})

test('a block that the platform took from its driver costs nothing: it is not invoiced, or credited later', async () => {
  set(MONDAY)
  const [early, late] = [MONDAY - DAY_MS, MONDAY - 2 * DAY_MS]
  const id = await addUser([early, late])
  const lose = (at: number, loss: 'canceled' | 'gone') =>
    harness.deps.db
      .updateTable('blocks')
      .set({ state: 'forfeited', loss })
      .where('driver_id', '=', id)
      .where('accepted_at', '=', new Date(at) as never)
      .execute()
  await lose(early, 'canceled')
  await sweep()
  const [invoice] = await invoicesOf(id)
  assert.deepEqual([invoice?.blocks, invoice?.dueCents], [1, 500])
  await lose(late, 'gone')
  set(MONDAY + 7 * DAY_MS)
  await sweep()
  const [first] = await invoicesOf(id)
  assert.deepEqual([first?.creditedCents, first?.leftCents], [500, 0])
})

test('instant-offer days and check-ins with a fee are on it, and nothing is while a subscription is paid for', async () => {
  set(MONDAY + 9 * DAY_MS)
  const id = await harness.addDriver()
  const paid = await harness.billing.buy(id, {
    plan: 'advanced',
    days: 7,
    coupon: '',
    methodId: await harness.saveCard(id),
    key: randomUUID(),
    expectCents: 2_606,
  })
  assert.equal(paid.state, 'paid')
  await harness.addBlock(id, harness.clock.now() + HOUR_MS)
  set(MONDAY + 17 * DAY_MS)
  // Of the week before, and not invoiced yet.
  await harness.addBlock(id, MONDAY + 8 * DAY_MS)
  // Taken by hand: a week with an award has no check-in that costs.
  const byHand = await harness.addBlock(id, harness.clock.now())
  await harness.deps.db.updateTable('blocks').set({ attempt_id: null }).where('id', '=', byHand).execute()
  await harness.addInstantDay(id, harness.clock.now())
  await harness.addCheckIn(id, byHand, harness.clock.now(), 200)
  set(MONDAY + 21 * DAY_MS)
  await sweep()
  const weekly = (await invoicesOf(id)).filter(({ kind }) => kind === 'week')
  assert.deepEqual(
    weekly.map(({ dueCents }) => dueCents),
    [900],
  )
  const { lines } = await harness.billing.readInvoice(id, weekly[0]!.number)
  assert.deepEqual(lines.map(({ kind, cents }) => [kind, cents]).toSorted(), [
    ['block', 500],
    ['check_in', 200],
    ['instant_day', 200],
  ])
})

test('an unpaid invoice is reminded of twice, suspends after five days and stops the bot; paying restores at once', async () => {
  const monday = MONDAY + 28 * DAY_MS
  set(monday - DAY_MS)
  const id = await harness.addDriver()
  await harness.addBlock(id, monday - HOUR_MS)
  set(monday)
  await sweep()
  for (const [day, status, stopped] of [
    [1, 'active', false],
    [3, 'active', false],
    [5, 'suspended', true],
  ] as const) {
    set(monday + day * DAY_MS - MINUTE_MS)
    await sweep()
    assert.equal(await statusOf(id), 'active')
    set(monday + day * DAY_MS)
    await sweep()
    await sweep()
    assert.deepEqual([await statusOf(id), harness.stopped.includes(id)], [status, stopped], `day ${day}`)
  }
  assert.deepEqual(await harness.newsOf(id), [
    'account_status',
    'invoice_due',
    'invoice_due',
    'invoice_issued',
  ])
  const [invoice] = await invoicesOf(id)
  const { totalCents } = chargeFor(500, card)
  const payment = await harness.billing.pay(id, {
    number: invoice!.number,
    methodId: await harness.saveCard(id),
    key: randomUUID(),
    expectCents: totalCents,
  })
  assert.equal(payment.state, 'paid')
  assert.equal(await statusOf(id), 'active')
  assert.equal(await owedBy(id), 0)
})

test('an operator’s own suspension outlives a payment', async () => {
  const monday = MONDAY + 35 * DAY_MS
  set(monday - DAY_MS)
  const id = await harness.addDriver()
  await harness.addBlock(id, monday - HOUR_MS)
  await harness.deps.db
    .transaction()
    .execute((tx) => harness.deps.accounts.setStatus(tx, id, 'suspended', 'cheated'))
  set(monday + 6 * DAY_MS)
  await sweep()
  const [invoice] = await invoicesOf(id)
  const payment = await harness.billing.pay(id, {
    number: invoice!.number,
    methodId: await harness.saveCard(id),
    key: randomUUID(),
    expectCents: chargeFor(500, card).totalCents,
  })
  assert.equal(payment.state, 'paid')
  assert.equal(await statusOf(id), 'suspended')
})

test('autopay charges the invoice; a refusal is reported and retried on the next days', async () => {
  const monday = MONDAY + 42 * DAY_MS
  set(monday - DAY_MS)
  const [good, bad] = [await harness.addDriver(), await harness.addDriver()]
  await harness.billing.setDefault(good, await harness.saveCard(good))
  await harness.billing.setDefault(bad, await harness.saveCard(bad, '4000000000000341'))
  for (const id of [good, bad]) {
    await harness.billing.setAutopay(id, true)
    await harness.addBlock(id, monday - HOUR_MS)
  }
  set(monday)
  await sweep()
  await sweep()
  assert.equal((await invoicesOf(good))[0]?.state, 'paid')
  const tries = async () =>
    (await harness.billing.readInvoice(bad, (await invoicesOf(bad))[0]!.number)).payments.length
  assert.equal(await tries(), 1)
  for (const day of [1, 2, 3, 4]) {
    set(monday + day * DAY_MS)
    await sweep()
  }
  assert.equal(await tries(), 3)
  assert.equal((await harness.newsOf(bad)).filter((kind) => kind === 'payment_failed').length, 3)
})

test('the week that is running shows what it comes to so far', async () => {
  set(MONDAY + 57 * DAY_MS)
  const id = await harness.addDriver()
  await harness.addBlock(id, harness.clock.now() + MINUTE_MS)
  const { running } = await harness.billing.listInvoices(id, { limit: 10 })
  assert.deepEqual([running?.totalCents, running?.closesAt], [500, MONDAY + 63 * DAY_MS])
  assert.equal(running?.lines[0]?.block?.payCents, 9_000)
})

test('professional gives way to what is left of advanced, and its end is announced a day ahead', async () => {
  set(MONDAY + 70 * DAY_MS)
  const id = await harness.addDriver()
  const methodId = await harness.saveCard(id)
  for (const [plan, expectCents] of [
    ['advanced', 2_606],
    ['professional', 3_635],
  ] as const)
    await harness.billing.buy(id, { plan, days: 7, coupon: '', methodId, key: randomUUID(), expectCents })
  harness.clock.add(7 * DAY_MS)
  await sweep()
  const account = await harness.billing.readAccount(id)
  assert.equal(account.active?.plan, 'advanced')
  assert.ok((await harness.newsOf(id)).includes('edition_changed'))
  harness.clock.add(6 * DAY_MS)
  await sweep()
  await sweep()
  assert.equal((await harness.newsOf(id)).filter((kind) => kind === 'subscription_ending').length, 1)
  harness.clock.add(DAY_MS)
  const ended = await harness.billing.readAccount(id)
  assert.deepEqual([ended.active, ended.ended], [null, 'advanced'])
  assert.equal((await harness.billing.leave(id)).ended, null)
})

test('a check-in is charged when its week closes without an award; an award found out later gives it back', async () => {
  const week = Date.parse('2027-02-01T05:00:00Z')
  set(week + DAY_MS)
  const id = await harness.addDriver()
  await harness.http.database.database.kysely
    .updateTable('week_closings')
    .set({ since: new Date(week - 30 * DAY_MS) })
    .where('driver_id', '=', id)
    .execute()
  const byHand = await harness.addBlock(id, week - 40 * DAY_MS)
  await harness.addCheckIn(id, byHand, week + HOUR_MS, 200)
  const running = async () => (await harness.billing.listInvoices(id, { limit: 5 })).running?.totalCents
  assert.equal(await running(), 200)
  set(week + 7 * DAY_MS)
  await sweep()
  const [invoice] = await invoicesOf(id)
  assert.deepEqual([invoice?.dueCents, invoice?.leftCents], [200, 200])
  await harness.addBlock(id, week + 6 * DAY_MS)
  set(week + 14 * DAY_MS)
  await sweep()
  const [next, former] = await invoicesOf(id)
  assert.deepEqual([former?.state, former?.creditedCents, next?.dueCents], ['credited', 200, 500])
  const other = await harness.addDriver()
  const mine = await harness.addBlock(other, week + 15 * DAY_MS)
  await harness.addCheckIn(other, mine, week + 14 * DAY_MS + HOUR_MS, 200)
  set(week + 21 * DAY_MS)
  await sweep()
  assert.deepEqual(
    (await invoicesOf(other)).map((each) => [each.dueCents, each.blocks]),
    [[500, 1]],
  )
})

test('a trip of spark is charged by its kind, and its line says which', async () => {
  const week = Date.parse('2027-03-01T05:00:00Z')
  set(week)
  const id = await harness.addDriver({ variant: 'spark' })
  const trips = [await harness.addBlock(id, week + HOUR_MS), await harness.addBlock(id, week + 2 * HOUR_MS)]
  for (const [index, kind] of (['shopping', 'curbside'] as const).entries())
    await harness.deps.db.updateTable('blocks').set({ kind }).where('id', '=', trips[index]!).execute()
  set(week + 7 * DAY_MS)
  await sweep()
  const [row] = await invoicesOf(id)
  const { lines } = await harness.billing.readInvoice(id, row!.number)
  assert.deepEqual(
    lines.map(({ cents, block }) => [cents, block?.offerKind]),
    [
      [80, 'shopping'],
      [60, 'curbside'],
    ],
  )
})

test('a driver who keeps credits for a subscription pays their weeks in full, and the subscription by half', async () => {
  const week = Date.parse('2027-04-05T04:00:00Z')
  set(week)
  const [id, friend] = [await addUser([week + HOUR_MS, week + 8 * DAY_MS]), await harness.addDriver()]
  const { db } = harness.deps
  await db
    .insertInto('referrals')
    .values({ friend_id: friend, driver_id: id, joined_at: new Date(week), earned_at: new Date(week) })
    .execute()
  const { referrals } = harness.http.world
  assert.equal((await referrals.read(id)).credits.keep, false)
  assert.deepEqual((await referrals.keepCredits(id, true)).credits, {
    earned: 1,
    used: 0,
    available: 1,
    capsCents: [null],
    keep: true,
  })
  set(week + 7 * DAY_MS)
  await sweep()
  assert.equal((await invoicesOf(id))[0]?.dueCents, 500)
  const input = { plan: 'advanced', days: 7, coupon: '', methodKind: 'card' } as const
  assert.equal((await harness.billing.quote(id, input)).creditsCents, 1_250)
  await referrals.keepCredits(id, false)
  set(week + 14 * DAY_MS)
  await sweep()
  assert.equal((await invoicesOf(id))[0]?.dueCents, 250)
})

test('a driver of a demo that is over gets no invoice and no reminder, and is not charged', async () => {
  const monday = Date.parse('2027-06-07T04:00:00Z')
  set(monday - DAY_MS)
  const [billed, running] = [await harness.addDriver(), await harness.addDriver()]
  for (const id of [billed, running]) await harness.addBlock(id, monday - HOUR_MS)
  await harness.saveCard(billed)
  const close = (id: string) =>
    harness.deps.db
      .transaction()
      .execute((tx) => harness.deps.accounts.setStatus(tx, id, 'inactive', 'the demo is over', 'demo'))
  await close(running)
  set(monday)
  await harness.billing.sweeps.closeWeeks()
  assert.equal((await invoicesOf(billed)).length, 1)
  assert.deepEqual(await invoicesOf(running), [])
  await harness.billing.setAutopay(billed, true)
  await close(billed)
  const charged = await harness.captured()
  for (const days of [0, 1, 3, 5, 8]) {
    set(monday + days * DAY_MS)
    await sweep()
  }
  assert.deepEqual(await harness.captured(), charged)
  assert.deepEqual(await harness.newsOf(billed), ['invoice_issued'])
  assert.deepEqual([await harness.newsOf(running), await invoicesOf(running)], [[], []])
})

test('one sweep closes the weeks of the whole fleet, page by page', async () => {
  const monday = Date.parse('2027-08-02T04:00:00Z')
  set(monday - DAY_MS)
  await sweep()
  await harness.deps.database.pool.query(
    `insert into drivers (id, name, email, created_at)
     select 'fleet-' || n, 'Driver', 'fleet-' || n || '@example.com', $1 from generate_series(1, 1100) n`,
    [new Date(monday - 2 * DAY_MS)],
  )
  set(monday)
  await harness.billing.sweeps.closeWeeks()
  const { rows: closed } = await harness.deps.database.pool.query(
    `select from week_closings where driver_id like 'fleet-%' and closed_to = $1`,
    [new Date(monday)],
  )
  assert.equal(closed.length, 1_100)
})
