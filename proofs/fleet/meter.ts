import { sql } from 'kysely'
import type { Database } from '@madruga/server/db.ts'
import type { Fleet } from '../chaos/fleet.ts'
import { usageOf } from './processes.ts'

/** Cores used since the last reading, and memory now. */
export type Load = { cores: number; residentMb: number }
/** CPU seconds and transactions since a meter was created. */
type Sum = { workers: number; postgres: number; api: number; market: number; commits: number }

/** What a fleet took since the last reading; rates are by the second. */
export type Reading = {
  workers: Load[]
  postgres: Load
  commits: number
  walBytes: number
  /** Bots by state, with those that a worker owns. */
  phases: string
}

/** Reads the load of a fleet, from now on. */
export function createMeter(
  { workers, postgres, apiProcess }: Fleet,
  database: Database,
): { read(): Promise<Reading>; sum(): Promise<Sum> } {
  const look = async () => ({
    at: performance.now(),
    workers: workers.map((child) => usageOf(child?.pid ?? -1)),
    postgres: usageOf(postgres.pid),
    api: usageOf(apiProcess.pid ?? -1),
    market: process.cpuUsage(),
    ...(await readOf(database).counters()),
  })
  const first = look()
  let before = first
  return {
    async sum() {
      const [then, now] = [await first, await look()]
      const cpuOf = (all: (typeof now)['workers']) => all.reduce((sum, one) => sum + one.cpuSeconds, 0)
      return {
        workers: cpuOf(now.workers) - cpuOf(then.workers),
        postgres: now.postgres.cpuSeconds - then.postgres.cpuSeconds,
        api: now.api.cpuSeconds - then.api.cpuSeconds,
        market: (now.market.user + now.market.system - then.market.user - then.market.system) / 1e6,
        commits: now.commits - then.commits,
      }
    },
    async read() {
      const [last, now] = [await before, await look()]
      before = Promise.resolve(now)
      const passed = (now.at - last.at) / 1_000
      const loadOf = (one: (typeof now)['postgres'], old = one): Load => ({
        cores: (one.cpuSeconds - old.cpuSeconds) / passed,
        residentMb: one.residentMb,
      })
      return {
        workers: now.workers.map((one, index) => loadOf(one, last.workers[index])),
        postgres: loadOf(now.postgres, last.postgres),
        commits: (now.commits - last.commits) / passed,
        walBytes: (now.walBytes - last.walBytes) / passed,
        phases: await readOf(database).phases(),
      }
    },
  }
}

/** What PostgreSQL tells of itself. */
export function readOf({ kysely: db }: Database) {
  return {
    async counters(): Promise<{ commits: number; walBytes: number }> {
      const { rows } = await sql<{ commits: number; walBytes: number }>`
        select (select sum(xact_commit) from pg_stat_database)::float8 as commits,
          (select wal_bytes from pg_stat_wal)::float8 as "walBytes"`.execute(db)
      return rows[0] ?? { commits: 0, walBytes: 0 }
    },
    /** Octets of each table and index, partitions with their table. */
    async sizes(): Promise<Map<string, number>> {
      const { rows } = await sql<{ name: string; octets: number }>`
        select coalesce(p.inhparent::regclass::text, c.relname) as name, sum(pg_relation_size(c.oid))::float8 as octets
        from pg_class c left join pg_inherits p on p.inhrelid = c.oid
        where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace group by 1`.execute(db)
      return new Map(rows.map(({ name, octets }) => [name, octets]))
    },
    /** Workers that are up. */
    async workers(): Promise<number> {
      const { count } = await db
        .selectFrom('workers')
        .select((each) => each.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async phases(): Promise<string> {
      const rows = await db
        .selectFrom('bots')
        .select([
          'phase',
          (each) => each.fn.countAll().as('count'),
          (each) => each.fn.count('owner').as('owned'),
        ])
        .groupBy('phase')
        .orderBy('phase')
        .execute()
      return rows.map(({ phase, count, owned }) => `${phase} ${count} (${owned} owned)`).join(', ')
    },
  }
}
