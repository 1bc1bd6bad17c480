import type { Bots } from '../../bot.ts'
import type { Database } from '../../db.ts'
import type { Handlers } from '../../http.ts'
import { readStations } from '../../platforms.ts'
import type { Connections, Platform, Verification } from '../../platforms.ts'

type PlatformsDeps = {
  database: Database
  platform: Platform
  bots: Pick<Bots, 'answers'>
  connections: Connections
  verification: Verification
}

/** The operations of platforms. */
export function platformsHandlers(deps: PlatformsDeps): Handlers['platforms'] {
  const { database, platform, bots, connections, verification } = deps
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
    account: ({ driverId }) => connections.readAccount(driverId),
    connect: ({ driverId }, secret) => connections.connect(driverId, secret),
    disconnect: ({ driverId }) => connections.disconnect(driverId),
    verification: ({ driverId }) => verification.read(driverId),
    answerVerification: ({ driverId }, given) => verification.answer(driverId, given),
    sync: ({ driverId }, wish) => connections.sync(driverId, wish),
  }
}

async function isServing({ kysely }: Database): Promise<boolean> {
  const row = await kysely
    .selectFrom('service_state')
    .select(['server_available', 'killed'])
    .executeTakeFirst()
  return row !== undefined && row.server_available && !row.killed
}
