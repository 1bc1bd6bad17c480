import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestHttp } from '@madruga/server/http/testing.ts'
import { startPostgres } from '@madruga/server/kit/postgres.ts'
import type { World } from '@madruga/server/world.ts'
import { fillConsole } from './console/rows.ts'
import { explainWork } from './console/explain.ts'
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
    console.error(`filled; load ${loadavg()[0]!.toFixed(1)}`)
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
    console.log(`\n${cpus()[0]?.model}, ${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)}.`)
  } finally {
    await http.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'madruga-bench-'))
const postgres = await startPostgres({ dataDir: join(folder, 'pg'), durable: false })
try {
  await run(Number(values.drivers), postgres.url)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
