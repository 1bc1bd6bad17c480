import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '@madruga/server/db.ts'
import type { Database } from '@madruga/server/db.ts'
import { startPostgres } from '@madruga/server/kit/postgres.ts'
import type { Postgres } from '@madruga/server/kit/postgres.ts'

/** Runs a measurement on an empty PostgreSQL, whose folder goes with it; `durable` as in production. */
export async function withPostgres<T>(
  run: (postgres: Postgres) => Promise<T>,
  { durable = true } = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'madruga-bench-'))
  const postgres = await startPostgres({ dataDir: join(folder, 'pg'), durable })
  try {
    return await run(postgres)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The same with the tables of the product, over a pool with these options. */
export async function withDatabase<T>(
  options: Parameters<typeof openDatabase>[1],
  run: (database: Database, postgres: Postgres) => Promise<T>,
): Promise<T> {
  return await withPostgres(async (postgres) => {
    const database = openDatabase(postgres.url, options)
    try {
      await migrate(database)
      return await run(database, postgres)
    } finally {
      await database.close()
    }
  })
}

/** Processor, cores and load of now. */
export function describeMachine(): string {
  return `${cpus()[0]?.model}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`
}
