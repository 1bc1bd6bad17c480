import { sql } from 'kysely'
import type { Bots } from '../bot.ts'
import type { Database } from '../db.ts'
import type { Filters } from '../filters.ts'
import type { Words } from '../http.ts'
import { readLatest } from '../log.ts'
import type { LogTail } from '../log.ts'
import { readStations } from '../platforms.ts'
import type { Platform } from '../platforms.ts'

type WordsDeps = {
  database: Database
  platform: Platform
  filters: Filters
  tail: LogTail
  bots: Bots
  version: string
}

/** What the HTTP handlers call, put together from the words. */
export function createWords({ database, platform, filters, tail, bots, version }: WordsDeps): Words {
  const db = database.kysely
  return {
    async readHealth() {
      const [databaseAnswers, engine] = await Promise.all([answers(database), bots.answers()])
      const status = databaseAnswers && engine ? 'ok' : 'degraded'
      return { status, database: databaseAnswers, engine, version }
    },
    platforms: {
      async readStations(driverId) {
        const { variant } = await readDriver(database, driverId)
        return { stations: await readStations(db, driverId, platform.name, variant) }
      },
      async readStatus() {
        const [engine, market] = await Promise.all([bots.answers(), platform.answers()])
        return {
          server: engine && (await isServing(database)) ? 'available' : 'unavailable',
          platform: market ? 'available' : 'unavailable',
        }
      },
    },
    filters,
    bot: bots,
    log: {
      readLatest: (driverId, page) => readLatest(db, driverId, page),
      openTail: tail.openTail,
    },
  }
}

async function answers({ kysely }: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(kysely)
    return true
  } catch {
    return false
  }
}

async function isServing({ kysely }: Database): Promise<boolean> {
  const row = await kysely
    .selectFrom('service_state')
    .select(['server_available', 'killed'])
    .executeTakeFirst()
  return row !== undefined && row.server_available && !row.killed
}

async function readDriver({ kysely }: Database, driverId: string) {
  return await kysely
    .selectFrom('drivers')
    .select('variant')
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
}
