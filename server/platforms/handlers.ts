import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import type { Handlers } from '../module.ts'
import { readVariant } from './accounts/store.ts'
import type { Connections } from './accounts/connections.ts'
import { isDemoInstance } from './instances/demo.ts'
import type { InstanceRow } from './instances/store.ts'
import type { Platforms } from './registry.ts'
import { readStations } from './accounts/station-store.ts'
import type { Verification } from './accounts/verification.ts'

type PlatformsParts = {
  db: Kysely<Tables>
  platforms: Platforms
  bots: { hasWorkers(): Promise<boolean> }
  connections: Connections
  verification: Verification
  /** The demo's market; null = this is no demo. */
  demoMarketUrl: string | null
  /** The switches that operators set. */
  readServiceState(): Promise<{ serverAvailable: boolean; killed: boolean }>
  /** Opens an account at a simulated platform for a driver of the demo; null where none can be. */
  enrolNewcomer(
    platform: Pick<InstanceRow, 'kind' | 'baseUrl'> | { kind: 'market'; baseUrl: string },
    driver: { driverId: string; variant: Variant },
  ): Promise<Outputs['platforms']['demoAccount'] | null>
}

/** The operations of platforms. */
export function platformsHandlers(deps: PlatformsParts): Handlers['platforms'] {
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
        deps.readServiceState(),
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
      const account = await deps.enrolNewcomer(simulated, { driverId, variant })
      if (account === null) throw new AppError('request.not_found')
      return account
    },
    disconnect: ({ driverId }) => connections.disconnect(driverId),
    verification: ({ driverId }) => verification.read(driverId),
    answerVerification: ({ driverId }, given) => verification.answer(driverId, given),
    sync: ({ driverId }, input) => connections.sync(driverId, input),
  }
}
