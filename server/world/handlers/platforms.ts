import type { Kysely } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { enrolNewcomer, readServiceState } from '../../admin.ts'
import type { Bots } from '../../bot.ts'
import type { Tables } from '../../db.ts'
import type { Handlers } from '../../http.ts'
import { isDemoInstance, readStations, readVariant } from '../../platforms.ts'
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
    async demoAccount({ driverId }, { instanceId }) {
      const { demoMarketUrl: marketUrl } = deps
      if (marketUrl === null) throw new AppError('request.not_found')
      const variant = await readVariant(db, driverId)
      const rows = describeVariant(variant).hasInstances ? await platforms.refresh() : []
      const standIn = rows.find((row) => row.id === instanceId && row.active && isDemoInstance(row.id))
      const simulated = standIn ?? { kind: 'market' as const, baseUrl: marketUrl }
      const account = await enrolNewcomer(simulated, { driverId, variant })
      if (account === null) throw new AppError('request.not_found')
      return account
    },
    disconnect: ({ driverId }) => connections.disconnect(driverId),
    verification: ({ driverId }) => verification.read(driverId),
    answerVerification: ({ driverId }, given) => verification.answer(driverId, given),
    sync: ({ driverId }, input) => connections.sync(driverId, input),
  }
}
