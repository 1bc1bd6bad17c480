import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../db/testing.ts'
import type { Clock } from '../kit/clock.ts'
import { createLogger } from '../kit/logger.ts'
import { AT_ONCE, OUTSIDE_AT_ONCE, retryAfter, startJobs } from './runner.ts'
import type { Job } from './runner.ts'
import { retryJobs } from './store.ts'
import { realNow, until } from '../kit/testing.ts'

const fresh = await testDatabase()
after(() => fresh.drop())

const logger = createLogger({ level: 'silent', style: 'plain' })
const still: Clock = { now: realNow, after: () => () => {} }
const start = (jobs: Job[]) => startJobs({ pool: fresh.database.pool, clock: still, logger, jobs })

test('a turn of a job belongs to one process, and the next comes after its time', async () => {
  let runs = 0
  let together = 0
  const job: Job = {
    name: 'test.count',
    everyMs: 3_600_000,
    async run() {
      runs++
      together++
      await new Promise((next) => setImmediate(next))
      assert.equal(together, 1)
      together--
    },
  }
  const processes = [start([job]), start([job]), start([job])]
  await Promise.all(processes.map((each) => each.runDue()))
  await Promise.all(processes.map((each) => each.runDue()))
  assert.equal(runs, 1)
  await Promise.all(processes.map((each) => each.close()))
})

/** What operators read of a job's row. */
async function readRun(job: string) {
  const { rows } = await fresh.database.pool.query<{
    failures: number
    error: string | null
    waitMs: number | null
    done: boolean
  }>(
    `select failures, last_error as error, done_at is not null as done,
       1000 * extract(epoch from retry_at - failed_at)::float8 as "waitMs" from job_runs where job = $1`,
    [job],
  )
  return rows[0]
}

test('a job that fails keeps no lock, delays no other, and waits before any process tries it again', async () => {
  let fails = true
  const ran: string[] = []
  const jobs: Job[] = [
    {
      name: 'test.fail',
      everyMs: 0,
      async run() {
        ran.push('fail')
        if (fails) throw new Error('postgres://app:secret@db does not answer')
      },
    },
    { name: 'test.other', everyMs: 0, run: async () => void ran.push('other') },
  ]
  const processes = [start(jobs), start(jobs), start(jobs)]
  await processes[0]!.runDue()
  assert.deepEqual(ran.toSorted(), ['fail', 'other'])
  const failed = await readRun('test.fail')
  assert.equal(failed?.failures, 1)
  assert.ok(failed.waitMs! >= 1_000 && failed.waitMs! <= 2_000)
  assert.equal(failed.error, 'Error: postgres://app:[struck out]@db does not answer')

  fails = false
  ran.length = 0
  await processes[1]!.runDue()
  assert.deepEqual(ran, ['other'])

  await fresh.database.pool.query(`update job_runs set retry_at = clock_timestamp() where job = 'test.fail'`)
  ran.length = 0
  await processes[2]!.runDue()
  assert.deepEqual(ran.toSorted(), ['fail', 'other'])
  assert.deepEqual(await readRun('test.fail'), { failures: 0, error: failed.error, done: true, waitMs: null })
  await Promise.all(processes.map((each) => each.close()))
})

test('an operator retries a job that fails, or all of them, before their waits are over', async () => {
  let [now, fails] = [realNow(), true]
  const ran: string[] = []
  const job = (name: string): Job => ({
    name,
    everyMs: 3_600_000,
    async run() {
      ran.push(name)
      if (fails) throw new Error('no')
    },
  })
  const clock: Clock = { now: () => now, after: () => () => {} }
  const jobs = [job('test.again'), job('test.also')]
  const runner = startJobs({ pool: fresh.database.pool, clock, logger, jobs })
  const next = async (): Promise<string[]> => {
    ran.length = 0
    now += 10_000
    await runner.runDue()
    return ran.toSorted()
  }
  assert.deepEqual(await next(), ['test.again', 'test.also'])
  await fresh.database.pool.query(
    `update job_runs set retry_at = clock_timestamp() + interval '1 hour' where failures > 0`,
  )
  assert.deepEqual(await next(), [])
  fails = false
  assert.equal(await retryJobs(fresh.database.kysely, 'test.again'), 1)
  assert.deepEqual(await next(), ['test.again'])
  assert.equal(await retryJobs(fresh.database.kysely, 'test.again'), 0, 'it succeeded')
  assert.equal(await retryJobs(fresh.database.kysely, null), 1)
  assert.deepEqual(await next(), ['test.also'])
  assert.deepEqual(await next(), [])
  await runner.close()
})

const waits = (chance: number) => [1, 2, 3, 5, 6, 60].map((failures) => retryAfter(failures, chance))

test('waits double with each failure in a row up to a minute, and chance shortens them to a half at most', () => {
  assert.deepEqual(waits(0), [2_000, 4_000, 8_000, 32_000, 60_000, 60_000])
  assert.deepEqual(waits(1), [1_000, 2_000, 4_000, 16_000, 30_000, 30_000])
})

/** Jobs that block until released, and observations of them meanwhile. */
function gated(count: number, about: Partial<Job>) {
  const seen = { ran: [] as string[], together: 0, most: 0 }
  const doors: (() => void)[] = []
  const jobs = Array.from({ length: count }, (_, place): Job => {
    const name = `test.${about.asksOutside ? 'outside' : 'inside'}_${place}`
    return {
      name,
      everyMs: 0,
      ...about,
      async run() {
        seen.ran.push(name)
        seen.most = Math.max(seen.most, ++seen.together)
        await new Promise<void>((open) => doors.push(open))
        seen.together--
      },
    }
  })
  /** Releases started jobs, as often as necessary until `done`. */
  const letGo = async (done: () => boolean): Promise<void> => {
    await until(() => {
      for (const open of doors.splice(0)) open()
      return done()
    }, 'every job has ended')
  }
  return { jobs, seen, letGo }
}

/** Resolves once `count` have started and no query is pending: every job that may start has started. */
async function begun(count: number, seen: { ran: string[] }): Promise<void> {
  const { pool } = fresh.database
  const quiet = () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount
  await until(() => seen.ran.length >= count && quiet(), `${count} jobs have begun`)
  await new Promise((next) => setImmediate(next))
}

test('however many jobs are due, only this many are under way at once, and each has its turn', async () => {
  const { jobs, seen, letGo } = gated(3 * AT_ONCE, {})
  const runner = start(jobs)
  let over = false
  const run = runner.runDue().then(() => (over = true))
  await begun(AT_ONCE, seen)
  assert.equal(seen.ran.length, AT_ONCE)
  const again = runner.runDue()
  await letGo(() => over)
  await Promise.all([run, again])
  assert.equal(seen.most, AT_ONCE)
  assert.deepEqual(seen.ran.toSorted(), jobs.map((job) => job.name).toSorted())
  await runner.close()
})

test('jobs that take long give their places to others, and continue', async () => {
  let now = realNow()
  const clock: Clock = { now: () => now, after: () => () => {} }
  const slow = gated(AT_ONCE, {})
  const quick = gated(1, { name: 'test.quick' })
  const { pool } = fresh.database
  const runner = startJobs({ pool, clock, logger, jobs: [...slow.jobs, ...quick.jobs] })
  let over = false
  const run = runner.runDue().then(() => (over = true))
  await begun(AT_ONCE, slow.seen)
  assert.deepEqual(quick.seen.ran, [])
  now += 10_000
  const again = runner.runDue()
  await begun(1, quick.seen)
  await Promise.all([slow.letGo(() => over), quick.letGo(() => over)])
  await Promise.all([run, again])
  await runner.close()
})

test('jobs that wait for somebody outside leave room for the others', async () => {
  const outside = gated(2 * AT_ONCE, { asksOutside: true })
  const inside = gated(1, {})
  const runner = start([...outside.jobs, ...inside.jobs])
  let over = false
  const run = runner.runDue().then(() => (over = true))
  await begun(1, inside.seen)
  await begun(OUTSIDE_AT_ONCE, outside.seen)
  assert.equal(outside.seen.ran.length, OUTSIDE_AT_ONCE)
  await Promise.all([outside.letGo(() => over), inside.letGo(() => over)])
  await run
  assert.equal(outside.seen.most, OUTSIDE_AT_ONCE)
  assert.equal(outside.seen.ran.length, outside.jobs.length)
  await runner.close()
})

test('the job that is due the longest runs first', async () => {
  let now = 0
  const asked: string[] = []
  const real = fresh.database.pool
  const pool: typeof real = Object.create(real, {
    query: {
      value: (text: string, values: string[]) => {
        if (text.startsWith('insert')) asked.push(values[0] ?? '')
        return real.query(text, values)
      },
    },
  })
  const rare = gated(AT_ONCE, { everyMs: 60_000 }).jobs.map((job) => ({ ...job, run: async () => {} }))
  const jobs = [...rare, { name: 'test.often', everyMs: 2_000, run: async () => {} }]
  const clock: Clock = { now: () => now, after: () => () => {} }
  const runner = startJobs({ pool, clock, logger, jobs })
  now = 20_000
  await runner.runDue()
  assert.deepEqual(asked.toSorted(), jobs.map((job) => job.name).toSorted())
  asked.length = 0
  now = 90_000
  await runner.runDue()
  assert.equal(asked.length, jobs.length)
  assert.equal(asked[0], 'test.often')
  await runner.close()
})

test('jobs that wait for something begin their turns after it, whether it succeeds or not', async () => {
  for (const settle of ['resolve', 'reject'] as const) {
    const timers: (() => void)[] = []
    const clock = { now: () => 0, after: (_: number, fire: () => void) => (timers.push(fire), () => {}) }
    const gate = Promise.withResolvers<void>()
    const runner = startJobs({ pool: fresh.database.pool, clock, logger, jobs: [], after: gate.promise })
    assert.equal(timers.length, 0)
    gate[settle]()
    await gate.promise.catch(() => {})
    assert.equal(timers.length, 1)
    await runner.close()
  }
})
