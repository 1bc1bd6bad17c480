import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { startMarket } from '@madruga/simulator/running-market.ts'
import { startCards } from '@madruga/simulator/cards.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { judge } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { DEMO_DRIVERS } from '../console/admin.ts'
import { startTestHttp } from '../http/testing.ts'
import { everyLine } from '../driver/log.ts'
import { addDemoPeople, createMovedClock, makeDemoWeeks } from './demo-weeks.ts'

// Four weeks that cross the end of daylight-saving time, read on a Thursday afternoon.
const NOW = Date.parse('2026-11-19T21:30:00Z')
const KEYS = { secretKey: 'sk_test_demoweeks1', publishableKey: 'pk_test_demoweeks1' }
const market = await startMarket({ scenario: 'demo', clock: 'stepped', startAt: NOW })
const cards = await startCards({ environment: 'test', ...KEYS, clock: { now: () => NOW } })
const gateway = { ...KEYS, webhookSecret: 'whsec_weeks', url: cards.url, publicUrl: cards.url }
const clock = createMovedClock(NOW)
const { world, stop } = await startTestHttp({ clock, marketUrl: market.url, gateway, quiet: true })
after(async () => {
  await stop()
  await market.stop()
  await cards.stop()
})
const { pool } = world.database
const options = { marketUrl: market.url, gateway, settings: DEFAULT_SETTINGS }
async function make(now = NOW): Promise<void> {
  const operator = await addDemoPeople(world, clock, { weeks: 4, now })
  await makeDemoWeeks(world, clock, operator, { ...options, now })
}

async function rowsOf<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await pool.query(text, values)).rows as Row[]
}

type BlockRow = {
  driverId: string
  offer: Offer
  rules: unknown
  at: number
  state: string
  platformId: string
}
const readBlocks = () =>
  rowsOf<BlockRow>(`select b.driver_id as "driverId", a.offer, a.rules, b.accepted_at as at, b.state,
    b.platform_block_id as "platformId" from blocks b join attempts a on a.id = b.attempt_id order by b.accepted_at`)

/** How many rows each table of what drivers have has. */
async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of [
    'attempts',
    'autostart_tasks',
    'blocks',
    'check_ins',
    'drivers',
    'filters',
    'invitations',
    'invoices',
    'ledger_lines',
    'log_entries',
    'notifications',
    'observations',
    'payments',
    'referrals',
    'release_profiles',
    'request_hours',
    'support_messages',
  ]) {
    const [row] = await rowsOf<{ n: number }>(`select count(*)::int as n from ${table}`)
    counts[table] = row?.n ?? 0
  }
  const [sums] = await rowsOf<{ seen: number }>('select sum(seen)::int as seen from day_figures')
  return { ...counts, seen: sums?.seen ?? 0 }
}

test('a crash in the middle of the weeks is made good by the next start, which doubles nothing', async () => {
  const { markRead } = world.notify
  let crashes = 0
  // Once in the first week, and once when all is written.
  const { reply } = world.admin
  world.admin.reply = () => Promise.reject(new Error('crash'))
  await assert.rejects(make(), /crash/)
  world.admin.reply = reply
  world.notify.markRead = async (driverId, upTo) => {
    if (crashes++ === 0) throw new Error('crash')
    await markRead(driverId, upTo)
  }
  const begun = await countRows()
  assert.ok(begun['blocks']! > 0 && begun['invoices'] === 0)
  // As the product beside it does at every moment.
  await world.notify.fanOut()
  await assert.rejects(make(NOW + DAY_MS), /crash/)
  await make(NOW + 2 * DAY_MS)
  world.notify.markRead = markRead
  const made = await countRows()
  const doubles = await rowsOf(
    `select driver_id, offer_id from blocks group by 1, 2 having count(*) > 1
    union all select driver_id, from_at::text from invoices group by 1, 2 having count(*) > 1`,
  )
  assert.deepEqual(doubles, [])
  await make()
  assert.deepEqual(await countRows(), made, 'a later start makes nothing')
})

test('both drivers have weeks behind them in everything that a newcomer opens', async () => {
  const counts = await countRows()
  for (const [what, count] of Object.entries(counts)) assert.ok(count > 0, `${what} is empty`)
  for (const { email } of DEMO_DRIVERS) {
    const id = (await world.accounts.findDriver(email))!
    const { invoices } = await world.billing.listInvoices(id, { limit: 20 })
    assert.equal(invoices.length, 4, email)
    assert.ok((await world.support.listRequests(id)).requests.length > 0, email)
    assert.ok((await world.notify.readInbox(id, { limit: 50 })).notifications.length > 10, email)
    const { stations, enoughDays } = await world.forecast.read(id, world.platform.name)
    assert.ok(
      stations.some(({ days, weekHours }) => days >= enoughDays && weekHours.some((rate) => rate > 0)),
      email,
    )
  }
})

test('a friend brought a credit, and the question that is open is in the language of who asks it', async () => {
  const [ana, luis] = await Promise.all(
    DEMO_DRIVERS.map(async ({ email }) => (await world.accounts.findDriver(email))!),
  )
  const { credits } = await world.referrals.read(ana!)
  assert.deepEqual([credits.earned, credits.used, credits.available], [1, 1, 0])
  const { requests } = await world.support.listRequests(luis!)
  assert.match(requests[0]?.messages[0]?.text ?? '', /^¿La factura semanal/)
})

test('every offer that a sum counts has its line in the log, on every day of the weeks', async () => {
  const { rows: days } = await sql<{ day: string; counted: number; listed: number }>`
    select f.day::text, f.ignored_time + f.ignored_price + f.ignored_schedule as counted,
      (select count(*)::int from ${everyLine} l where l.driver_id = f.driver_id and l.type = 'offer.ignored'
        and (l.at at time zone d.time_zone)::date = f.day) as listed
    from day_figures f join drivers d on d.id = f.driver_id order by f.driver_id, f.day`.execute(
    world.database.kysely,
  )
  assert.ok(days.filter(({ counted }) => counted > 0).length > 20)
  for (const { day, counted, listed } of days) assert.equal(listed, counted, day)
})

test('every block fits the filter of its time and overlaps none', async () => {
  const filters = await rowsOf<{ driverId: string; body: Filter }>(
    'select driver_id as "driverId", body from filters where version = 1',
  )
  const blocks = await readBlocks()
  assert.ok(blocks.length > 50)
  for (const { driverId, body } of filters) {
    const own = blocks.filter((block) => block.driverId === driverId)
    for (const [place, { offer, at }] of own.entries()) {
      const held = own.slice(0, place).map((block) => block.offer)
      assert.equal(judge(offer, body, { now: at, held }).outcome, 'match', offer.id)
      for (const other of held)
        assert.ok(offer.endAt <= other.startAt || other.endAt <= offer.startAt, 'they overlap')
    }
  }
})

test('the market has the same blocks: accepted by the same driver, worked if they are over', async () => {
  const { blocks: theirs } = (await (await fetch(`${market.url}/admin/blocks`)).json()) as {
    blocks: { blockId: string; state: string; acceptedAt: string }[]
  }
  const ours = await readBlocks()
  assert.deepEqual(
    ours.map(({ platformId, state, at }) => [platformId, state, at]).toSorted(),
    theirs.map(({ blockId, state, acceptedAt }) => [blockId, state, Date.parse(acceptedAt)]).toSorted(),
  )
  const over = ours.filter(({ offer }) => offer.endAt < NOW - DAY_MS)
  assert.ok(over.length > 0)
  assert.deepEqual(new Set(over.map(({ state }) => state)), new Set(['done']))
})

test('an invoice is the sum of the fees of what was won in its week, and is paid at the gateway', async () => {
  const invoices = await rowsOf<{ state: string; items: number; fees: number; due: number; credits: number }>(
    `select i.state, i.items_cents::int as items, i.due_cents::int as due, i.credits_cents::int as credits,
      (select sum(case b.kind when 'block' then 500 when 'shopping' then 80 else 60 end)::int from blocks b
        where b.driver_id = i.driver_id and b.accepted_at >= i.from_at and b.accepted_at < i.to_at) as fees
    from invoices i`,
  )
  assert.equal(invoices.length, 8)
  for (const { state, items, fees, due, credits } of invoices)
    assert.deepEqual([state, items, due], ['paid', fees, fees - credits])
  clock.set(NOW)
  const { differences, gateway: answers, checked } = await world.accounting.reconcile()
  assert.deepEqual([differences, answers, checked.payments], [[], true, 8])
})

test('nothing of the past is sent, and all accounts are marked as the demo’s', async () => {
  assert.deepEqual(
    await rowsOf(`select template from outbox where driver_id is not null and template = 'news'`),
    [],
  )
  assert.deepEqual(await rowsOf('select 1 from notifications where due_at is not null'), [])
  assert.deepEqual(await rowsOf('select distinct is_demo from drivers'), [{ is_demo: true }])
})
