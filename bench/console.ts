import { parseArgs } from 'node:util'
import { startTestHttp } from '@madruga/server/http/testing.ts'
import type { World } from '@madruga/server/world.ts'
import { explainWork } from './console/explain.ts'
import { describeMachine, withPostgres } from './postgres.ts'
import { fillFleet } from './sweeps/people.ts'

/**
 * `sh scripts/node bench/console.ts [--drivers 20000] [--only invoices] [--plans 20]`: what every statement
 * of the console's lists, search, overview and money figures costs, by EXPLAIN (ANALYZE, BUFFERS). `--plans`
 * prints the statements that take longer than this many ms.
 */
const { values } = parseArgs({
  options: {
    drivers: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
    plans: { type: 'string', default: '50' },
  },
})

/** Every screen with its filters, as an operator opens it. */
function listScreens(
  { handlers: { admin, accounting } }: World,
  drivers: number,
): [string, () => Promise<unknown>][] {
  const who = { driverId: 'driver-0', email: 'olivia@example.com' } as Parameters<typeof admin.drivers>[0]
  const limit = 50
  const some = `driver-${drivers >> 1}`
  const people = { limit, order: 'newest' } as const
  const inbox = { limit, order: 'due' } as const
  const money = { limit, text: '', order: 'newest' } as const
  const monthAgo = Date.now() - 30 * 86_400_000
  return [
    ['overview, a day', () => admin.overview(who, { range: 'day' })],
    ['overview, a month', () => admin.overview(who, { range: 'month' })],
    ['service and fleet', () => admin.service(who, {})],
    ['search: an e-mail', () => admin.find(who, { text: 'sofia.d' })],
    ['search: a phone', () => admin.find(who, { text: '305 000 12' })],
    ['search: an invoice', () => admin.find(who, { text: 'M-2026-1000' })],
    ['search: a payment', () => admin.find(who, { text: 'P-0000A' })],
    ['search: a charge', () => admin.find(who, { text: 'pi_in-77-3' })],
    ['search: nothing', () => admin.find(who, { text: 'zzzz' })],
    ['drivers, first page', () => admin.drivers(who, people)],
    ['drivers, the oldest', () => admin.drivers(who, { ...people, order: 'oldest' })],
    ['drivers, suspended', () => admin.drivers(who, { ...people, status: 'suspended' })],
    ['drivers: a common name', () => admin.drivers(who, { ...people, text: 'sofia' })],
    ['drivers: a part of an e-mail', () => admin.drivers(who, { ...people, text: 'diaz77' })],
    ['drivers: a part of a phone', () => admin.drivers(who, { ...people, text: '0012 3' })],
    ['drivers: nothing', () => admin.drivers(who, { ...people, text: 'zzzz' })],
    ['a driver', () => admin.driver(who as never, { id: some })],
    ['a driver: log', () => admin.driverLog(who as never, { id: some, limit } as never)],
    ['a driver: blocks', () => admin.driverBlocks(who as never, { id: some, limit } as never)],
    ['a driver: news', () => admin.driverNews(who as never, { id: some, limit } as never)],
    ['a driver: access', () => admin.driverAccess(who as never, { id: some })],
    ['support, due first', () => admin.requests(who, inbox)],
    ['support, open', () => admin.requests(who, { ...inbox, state: 'open' })],
    ['support, newest payments', () => admin.requests(who, { ...inbox, order: 'newest', topic: 'payment' })],
    ['messages', () => admin.messages(who, { limit })],
    ['messages, failed', () => admin.messages(who, { limit, state: 'failed' })],
    ['audit', () => admin.audit(who, people)],
    ['audit, of a driver', () => admin.audit(who, { ...people, driverId: some })],
    ['coupons', () => accounting.coupons(who, {})],
    ['prices', () => accounting.prices(who, {})],
    ['invoices, first page', () => accounting.invoices(who, money)],
    ['invoices, the oldest', () => accounting.invoices(who, { ...money, order: 'oldest' })],
    ['invoices, a month back', () => accounting.invoices(who, { ...money, before: monthAgo })],
    ['invoices, unpaid', () => accounting.invoices(who, { ...money, state: 'unpaid' })],
    ['invoices, credited (none)', () => accounting.invoices(who, { ...money, state: 'credited' })],
    ['invoices of a driver', () => accounting.invoices(who, { ...money, driverId: some })],
    ['invoices: a number', () => accounting.invoices(who, { ...money, text: '1000007' })],
    ['invoices: a common name', () => accounting.invoices(who, { ...money, text: 'sofia' })],
    ['invoices: an e-mail', () => accounting.invoices(who, { ...money, text: 'diaz77@' })],
    ['invoices: nothing', () => accounting.invoices(who, { ...money, text: 'zzzz' })],
    ['payments, first page', () => accounting.payments(who, money)],
    ['payments, the oldest', () => accounting.payments(who, { ...money, order: 'oldest' })],
    ['payments of a driver', () => accounting.payments(who, { ...money, driverId: some })],
    ['payments: a reference', () => accounting.payments(who, { ...money, text: '0000A7' })],
    ['payments: a charge', () => accounting.payments(who, { ...money, text: 'pi_in-77-3' })],
    ['payments: a common name', () => accounting.payments(who, { ...money, text: 'sofia' })],
    ['payments: nothing', () => accounting.payments(who, { ...money, text: 'zzzz' })],
    ['revenue, four weeks', () => accounting.revenue(who, {})],
    [
      'revenue, a year',
      () =>
        accounting.revenue(who, { from: new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10) }),
    ],
    ['reconciliation', () => accounting.reconciliation(who, {})],
  ]
}

async function run(drivers: number, url: string): Promise<void> {
  process.env['TEST_CLUSTER_URL'] = url
  const http = await startTestHttp()
  try {
    await fillFleet(http.world, drivers)
    await fillConsole(http.world)
    console.error(`filled; ${describeMachine()}`)
    console.log('| screen | statements | all ms | slowest ms | its pages | it scans |')
    console.log('| --- | --- | --- | --- | --- | --- |')
    for (const [name, work] of listScreens(http.world, drivers)) {
      if (!name.includes(values.only)) continue
      const costs = await explainWork(http.world, work)
      const slowest = costs.toSorted((one, other) => other.ms - one.ms)[0]
      if (slowest === undefined) continue
      const sum = costs.reduce((all, { ms }) => all + ms, 0)
      const cells = [
        name,
        costs.length,
        sum.toFixed(1),
        slowest.ms.toFixed(1),
        slowest.pages.toLocaleString('en'),
      ]
      console.log(`| ${[...cells, slowest.scans.join(', ')].join(' | ')} |`)
      for (const { ms, text } of costs)
        if (ms > Number(values.plans)) console.error(`${ms.toFixed(1)} ms: ${text}`)
    }
    console.log(`\n${describeMachine()}.`)
  } finally {
    await http.stop()
  }
}

/**
 * Adds what an operator's lists show to a fleet of `fillFleet`: names and phones, three months of days,
 * twelve weekly invoices a driver with their payments and postings, coupons, support requests and audit
 * lines. Some invoices are unpaid, and some payments are under way or refused.
 */
async function fillConsole({ database: { pool } }: World): Promise<void> {
  const client = await pool.connect()
  try {
    // Postings are written by the thousand here: balances are added up once, below.
    await client.query('set session_replication_role = replica')
    for (const statement of STATEMENTS) await client.query(statement)
    await client.query('set session_replication_role = default')
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze')
}

const FIRST =
  'Ana,Luis,Maria,Jose,Carmen,Juan,Rosa,Pedro,Elena,Miguel,Sofia,Carlos,Lucia,Diego,Paula,Andres,Marta,Jorge,Julia,Raul'
const LAST =
  'Reyes,Ortega,Moreau,Soto,Garcia,Lopez,Perez,Gomez,Diaz,Torres,Ruiz,Vargas,Castro,Romero,Silva,Mendez,Rojas,Cruz,Flores,Nunez'

const STATEMENTS = [
  `update drivers set first_name = f, last_name = l, name = f || ' ' || l || ' ' || n,
     email = lower(f || '.' || l || n || '@example.com'), phone = '1305' || lpad(n::text, 7, '0'),
     status = case when n % 50 = 0 then 'suspended' else 'active' end, created_at = now() - n % 700 * interval '1 day' - n * interval '1 second'
   from (select id as key, substr(id, 8)::int as n from drivers where id like 'driver-%') k,
     lateral (select (string_to_array('${FIRST}', ','))[1 + n % 20] as f, (string_to_array('${LAST}', ','))[1 + n / 20 % 20] as l) names
   where drivers.id = k.key`,
  `insert into day_figures (driver_id, day, seen, accepted, missed, booked_cents)
   select d.id, current_date - k, 100, 1, 1, 9000 from drivers d, generate_series(0, 89) k where (substr(d.id, 8)::int + k) % 2 = 0`,
  `insert into invoices (id, number, driver_id, kind, variant, state, time_zone, from_at, to_at, billed_to, items_cents, due_cents,
     created_at, issued_at, paid_at)
   select 'in-' || n || '-' || k, 'M-2026-' || (k * 100000 + n), d.id, 'week', 'amazon',
     case when k = 1 and n % 8 = 0 then 'unpaid' else 'paid' end, d.time_zone, at - interval '7 days', at,
     jsonb_build_object('name', d.name, 'email', d.email), 4500, 4500, at, at + n * interval '10 ms',
     case when k = 1 and n % 8 = 0 then null else at + interval '9 hours' end
   from drivers d, lateral (select substr(d.id, 8)::int as n) m, generate_series(1, 12) k,
     lateral (select date_trunc('week', now()) - (k - 1) * interval '7 days' as at) a`,
  `insert into invoice_items (invoice_id, position, kind, reference, cents, at, driver_id)
   select i.id, p, 'block', i.id || '-' || p, 1500, i.from_at + p * interval '10 hours', i.driver_id
   from invoices i, generate_series(1, 3) p`,
  `insert into payments (id, reference, driver_id, invoice_id, state, charge_id, method, amount_cents, fee_cents, created_at, changed_at, paid_at, gateway_fee_cents)
   select 'pa-' || i.id, 'P-' || upper(lpad(to_hex(row_number() over (order by i.id)), 8, '0')), i.driver_id, i.id,
     case when i.state = 'paid' then 'paid' else (array['processing', 'refused', 'open'])[1 + length(i.id) % 3] end, 'pi_' || i.id,
     '{"type":"card","brand":"visa","last4":"4242"}', 4500, 161, i.issued_at + interval '9 hours', i.issued_at + interval '9 hours', i.paid_at,
     case when i.state = 'paid' then 161 end
   from invoices i`,
  `insert into ledger_accounts (driver_id, kind) select id, 'receivable' from drivers on conflict do nothing`,
  `insert into ledger_accounts (kind) select unnest(array['revenue.blocks', 'revenue.fees', 'gateway', 'gateway_fees']) on conflict do nothing`,
  `insert into ledger_entries (at, kind, reference, driver_id, line_count)
   select issued_at, 'invoice', 'invoice:' || id, driver_id, 2 from invoices
   union all select paid_at, 'payment', 'payment:' || id, driver_id, 2 from payments where paid_at is not null`,
  `insert into ledger_lines (entry_id, account_id, amount_cents)
   select e.id, a.id, case e.kind when 'invoice' then 4500 else -4500 end
   from ledger_entries e join ledger_accounts a on a.driver_id = e.driver_id and a.kind = 'receivable'
   union all select e.id, a.id, case e.kind when 'invoice' then -4500 else 4500 end
   from ledger_entries e join ledger_accounts a on a.driver_id is null and a.kind = case e.kind when 'invoice' then 'revenue.blocks' else 'gateway' end`,
  `update ledger_accounts a set balance_cents = s.cents
   from (select account_id, sum(amount_cents) as cents from ledger_lines group by 1) s where s.account_id = a.id`,
  `insert into coupons (code, cut, applies_to, from_at, created_at, actor)
   select 'COUPON-' || n, '{"kind":"percent","percent":20}', 'everything', now() - interval '60 days', now() - n * interval '1 hour', 'olivia'
   from generate_series(1, 500) n`,
  `insert into support_requests (driver_id, topic, state, opened_at, due_at)
   select id, (array['bot', 'payment', 'account'])[1 + n % 3], s, at, case when s = 'open' then at + interval '1 day' end
   from drivers, lateral (select substr(id, 8)::int as n) k,
     lateral (select case when n % 40 = 0 then 'open' when n % 2 = 0 then 'answered' else 'closed' end as s, now() - n * interval '5 minutes' as at) r`,
  `insert into support_messages (request_id, author, text, written_at)
   select r.id, case when k = 2 then 'operator' else 'driver' end, repeat('Is something wrong with my account? ', 8), r.opened_at + k * interval '1 hour'
   from support_requests r, generate_series(1, 3) k`,
  `insert into admin_actions (acted_at, actor_id, actor, action, driver_id, driver_email, details)
   select now() - n * interval '3 minutes', 'operator', 'olivia@example.com', 'drivers.set_status', d.id, d.email, '{"reason":"asked"}'
   from drivers d, lateral (select substr(d.id, 8)::int as n) k, generate_series(1, 5)`,
  `insert into fleet_samples (at, not_running, preparing, running, sleeping, failed_to_launch, pending_termination, cooling_down, silent)
   select now() - n * interval '5 minutes', 6000, 10, 10000, 3900, 20, 10, 60, 2 from generate_series(0, 10943) n`,
  `insert into incidents (kind, subject, count, opened_at, seen_at, over_at)
   select 'job_fails', 'job ' || n, 3, at, at, case when n > 3 then at + interval '1 hour' end
   from generate_series(1, 500) n, lateral (select now() - n * interval '8 hours' as at) a`,
]

await withPostgres(({ url }) => run(Number(values.drivers), url), { durable: false })
