import type { Kysely } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { enrolNewcomer, readServiceState } from '../../admin.ts'
import type { Bots } from '../../bot.ts'
import type { Tables } from '../../db.ts'
import type { Handlers } from '../../http.ts'
import { readStations, readVariant } from '../../platforms.ts'
import type { Connections, Platforms, Verification } from '../../platforms.ts'

type PlatformsDeps = {
  db: Kysely<Tables>
  platforms: Platforms
  bots: Pick<Bots, 'hasWorkers'>
  connections: Connections
  verification: Verification
  /** The demo's market; null = this is no demo. */
  demoMarketUrl: string | null
}

/** The operations of platforms. */
export function platformsHandlers(deps: PlatformsDeps): Handlers['platforms'] {
  const { db, platforms, bots, connections, verification } = deps
  return {
    async stations({ driverId }) {
      const variant = await readVariant(db, driverId)
      const [name = ''] = await platforms.namesOf([{ driverId, variant }])
      return { stations: await readStations(db, driverId, name, variant) }
    },
    async status({ driverId }) {
      const variant = await readVariant(db, driverId)
      const [name = ''] = await platforms.namesOf([{ driverId, variant }])
      const [workers, answers, { serverAvailable, killed }] = await Promise.all([
        bots.hasWorkers(),
        name === '' ? null : platforms.byName(name).answers(),
        readServiceState(db),
      ])
      return {
        server: workers && serverAvailable && !killed ? 'available' : 'unavailable',
        platform: answers === null ? 'not_connected' : answers ? 'available' : 'unavailable',
      }
    },
    instances: async ({ driverId }) => ({ instances: await connections.listChoices(driverId) }),
    sendCode: ({ driverId }, input) => connections.sendCode(driverId, input),
    account: ({ driverId }) => connections.readAccount(driverId),
    connect: ({ driverId }, secret) => connections.connect(driverId, secret),
    async demoAccount({ driverId }) {
      const { demoMarketUrl: url } = deps
      const variant = await readVariant(db, driverId)
      const account = url === null ? null : await enrolNewcomer(url, { driverId, variant })
      if (account === null) throw new AppError('request.not_found')
      return account
    },
    disconnect: ({ driverId }) => connections.disconnect(driverId),
    verification: ({ driverId }) => verification.read(driverId),
    answerVerification: ({ driverId }, given) => verification.answer(driverId, given),
    sync: ({ driverId }, input) => connections.sync(driverId, input),
  }
}
