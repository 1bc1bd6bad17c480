import type { Bots } from '../../bot.ts'
import type { Database } from '../../db.ts'
import type { Words } from '../../http.ts'
import { readStations } from '../../platforms.ts'
import type { Platform } from '../../platforms.ts'
import { notYet } from '../not-yet.ts'

type PlatformsDeps = { database: Database; platform: Platform; bots: Pick<Bots, 'answers'> }

/** The operations of platforms. */
export function platformsWord({ database, platform, bots }: PlatformsDeps): Words['platforms'] {
  const db = database.kysely
  return {
    async stations({ driverId }) {
      const { variant } = await db
        .selectFrom('drivers')
        .select('variant')
        .where('id', '=', driverId)
        .executeTakeFirstOrThrow()
      return { stations: await readStations(db, driverId, platform.name, variant) }
    },
    async status() {
      const [engine, market, serving] = await Promise.all([
        bots.answers(),
        platform.answers(),
        isServing(database),
      ])
      return {
        server: engine && serving ? 'available' : 'unavailable',
        platform: market ? 'available' : 'unavailable',
      }
    },
    account: notYet,
    connect: notYet,
    disconnect: notYet,
    sync: notYet,
  }
}

async function isServing({ kysely }: Database): Promise<boolean> {
  const row = await kysely
    .selectFrom('service_state')
    .select(['server_available', 'killed'])
    .executeTakeFirst()
  return row !== undefined && row.server_available && !row.killed
}
