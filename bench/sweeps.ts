import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { stubPlatform } from '@madruga/server/bot/testing-platform.ts'
import { startTestHttp } from '@madruga/server/http/testing.ts'
import type { Job } from '@madruga/server/jobs.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import type { World } from '@madruga/server/world.ts'
import { describeMachine, withPostgres } from './postgres.ts'
import { fillFleet } from './sweeps/people.ts'
import { createLogTail, recordForMany } from '@madruga/server/driver/log.ts'

/**
 * `npm run bench:sweeps [-- --drivers 1000,5000,20000 --only bot.]`: what every recurring job costs against
 * the number of drivers, on a durable PostgreSQL, and how long the work of a whole fleet takes by its turns.
 */
const { values } = parseArgs({
  options: { drivers: { type: 'string', default: '1000,5000,20000' }, only: { type: 'string', default: '' } },
})

/** What a platform takes to answer. */
const PLATFORM_MS = 50
/** A turn of work that never ends would be a fault. */
const MOST_MS = 60 * MINUTE_MS

/** Work of a whole fleet: how much of it is left, read between its job's turns. */
const LEFT: Record<string, string> = {
  'autostart.fire_due': `select count(*)::int as left from autostart_tasks where next_at <= now() and removed_at is null`,
  'billing.close_weeks': `select count(*)::int as left from drivers where id not in (select driver_id from week_closings)`,
  'bot.compare_held': `select count(*)::int as left from platform_accounts p join bots b using (driver_id)
    where p.blocks_compared_at < now() - interval '15 minutes'
      and (b.phase in ('running', 'sleeping') or exists (select from blocks k where k.driver_id = p.driver_id and k.state in ('held', 'checked_in')))`,
}

/** One job's cost: the first turn, which has work, and a turn that finds nothing new. */
type Cost = {
  name: string
  everyMs: number
  first: Turn
  idle: Turn
  /** How much was due, and until when it was done by turns at the job's interval. */
  fleet: { due: number; doneMs: number } | null
}
type Turn = { ms: number; statements: number }

let statements = 0
const { query } = Client.prototype
Client.prototype.query = function counted(this: Client, ...given: never[]) {
  statements++
  return Reflect.apply(query, this, given)
} as typeof query

async function takeTurn(job: Job): Promise<Turn> {
  const before = statements
  const startedAt = performance.now()
  await job.run()
  return { ms: performance.now() - startedAt, statements: statements - before }
}

async function measure(world: World, job: Job): Promise<Cost> {
  const { name, everyMs } = job
  const left = LEFT[name]
  const due = left === undefined ? 0 : await countLeft(world, left)
  const first = await takeTurn(job)
  const fleet = left === undefined ? null : { due, doneMs: await workOff(world, job, left, first) }
  return { name, everyMs, first, idle: await takeTurn(job), fleet }
}

async function countLeft({ database }: World, text: string): Promise<number> {
  return (await database.pool.query<{ left: number }>(text)).rows[0]!.left
}

/** Takes turns until nothing is left; answers how long that is. Waits between them pass on paper. */
async function workOff(world: World, job: Job, left: string, first: Turn): Promise<number> {
  let doneMs = first.ms
  let turn = first
  while (doneMs < MOST_MS && (await countLeft(world, left)) > 0) {
    doneMs += Math.max(0, job.everyMs - turn.ms)
    turn = await takeTurn(job)
    doneMs += turn.ms
  }
  return doneMs
}

async function run(drivers: number, url: string): Promise<{ costs: Cost[]; notices: NoticeCosts }> {
  process.env['TEST_CLUSTER_URL'] = url
  const stub = stubPlatform(systemClock)
  const platform = {
    ...stub,
    async heldBlocks(...given: Parameters<typeof stub.heldBlocks>) {
      await sleep(PLATFORM_MS)
      return await stub.heldBlocks(...given)
    },
  }
  const http = await startTestHttp({ platform })
  try {
    await fillFleet(http.world, drivers)
    const notices = await measureNotices(http.world)
    const costs: Cost[] = []
    for (const job of inOrder(http.world.recurring)) {
      if (!job.name.startsWith(values.only)) continue
      costs.push(await measure(http.world, job))
      const { name, first, idle, fleet } = costs.at(-1)!
      const whole = fleet && `, ${fleet.due} done after ${(fleet.doneMs / SECOND_MS).toFixed(0)} s`
      console.error(
        `${drivers} ${name}: ${first.ms.toFixed(0)} ms in ${first.statements} statements, ` +
          `then ${idle.ms.toFixed(1)} ms in ${idle.statements}${whole ?? ''}`,
      )
    }
    return { costs, notices }
  } finally {
    await http.stop()
  }
}

/** Last comes what changes the fleet for all others: invoices are announced, and starts begin searches. */
const LAST = ['notify.fan_out', 'autostart.fire_due']

function inOrder(jobs: readonly Job[]): Job[] {
  return jobs.toSorted((one, other) => LAST.indexOf(one.name) - LAST.indexOf(other.name))
}

function report(sizes: readonly number[], all: readonly Cost[][], notices: NoticeCosts): string {
  const heads = sizes.map((size) => `${size.toLocaleString('en')} drivers`)
  const lines = [
    `| sweep | every | ${heads.join(' | ')} |`,
    `| --- | --- | ${heads.map(() => '---').join(' | ')} |`,
  ]
  for (const [index, { name, everyMs }] of all[0]!.entries()) {
    const cells = all.map((costs) => cellOf(costs[index]!))
    lines.push(`| \`${name}\` | ${spanOf(everyMs)} | ${cells.join(' | ')} |`)
  }
  return [
    ...lines,
    '',
    `A line announced to one of 2,000 viewers costs ${notices.watched.toFixed(1)} us of CPU with its read and delivery, ` +
      `and ${notices.unwatched.toFixed(2)} us where nobody watches its driver.`,
    '',
    `${describeMachine()}.`,
  ].join('\n')
}

function cellOf({ first, idle, fleet }: Cost): string {
  const whole = fleet && `; ${fleet.due.toLocaleString('en')} in ${spanOf(fleet.doneMs)}`
  return `${first.ms.toFixed(0)} / ${idle.ms.toFixed(0)} ms${whole ?? ''}`
}

function spanOf(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`
  return `${(ms / MINUTE_MS).toFixed(ms < 10 * MINUTE_MS ? 1 : 0)} min`
}

const VIEWERS = 2_000
const STRANGERS = 200_000
const ROUNDS = 20

/** What announcing a line costs the process that serves its viewers, us of CPU. */
type NoticeCosts = {
  /** Of a driver whom somebody watches, with the read and the delivery. */
  watched: number
  /** Of a driver whom no one watches here: most are, since every process hears every announcement. */
  unwatched: number
}

/** Opens 2,000 viewers of as many drivers, and announces a line to each. */
async function measureNotices({ database, clock }: World): Promise<NoticeCosts> {
  const tail = createLogTail({ db: database.kysely, clock })
  const ids = Array.from({ length: VIEWERS }, (_, index) => `driver-${index}`)
  const viewers = await Promise.all(ids.map((id) => tail.openTail(id, null)))
  const data = { phase: 'running', gps: true, reason: null, dueAt: null, mode: 'regular' } as const
  const entry = { at: clock.now(), type: 'bot.state_changed', data } as const
  const lines = ids.map((driverId) => ({ driverId, entry }))
  let watched = Infinity
  // The least of some rounds: the first compiles.
  for (let round = 0; round < ROUNDS; round++) {
    const delivered = viewers.map((viewer) => viewer.next())
    await database.kysely.transaction().execute((tx) => recordForMany(tx, lines))
    const cost = await cpuOf(VIEWERS, async () => {
      for (const id of ids) tail.wake(id)
      await Promise.all(delivered)
    })
    watched = Math.min(watched, cost)
  }
  for (const viewer of viewers) void viewer.next()
  const unwatched = await cpuOf(STRANGERS, async () => {
    for (let index = 0; index < STRANGERS; index++) tail.wake(`stranger-${index}`)
  })
  tail.close()
  return { watched, unwatched }
}

async function cpuOf(count: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

await withPostgres(async ({ url }) => {
  const sizes = values.drivers.split(',').map(Number)
  const all: Awaited<ReturnType<typeof run>>[] = []
  for (const size of sizes) all.push(await run(size, url))
  console.log(
    report(
      sizes,
      all.map(({ costs }) => costs),
      all.at(-1)!.notices,
    ),
  )
})
