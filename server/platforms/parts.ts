import type { Pool } from 'pg'
import type { Settings } from '@madruga/core/settings.ts'
import { createSharedLimiter } from '../kit/limits.ts'
import { createConnections } from './accounts/connections.ts'
import type { Connections, ConnectionsDeps } from './accounts/connections.ts'
import { createInstances } from './instances/actions.ts'
import type { Instances, InstancesDeps } from './instances/actions.ts'
import { createVerification } from './accounts/verification.ts'
import type { Verification, VerificationDeps } from './accounts/verification.ts'

type PlatformsNeeds = Omit<
  ConnectionsDeps,
  'checkStations' | 'hasOpenWork' | 'isResting' | `${string}Limit`
> &
  Omit<InstancesDeps, 'probeDraft' | 'refresh'> & {
    bots: Pick<ConnectionsDeps, 'hasOpenWork' | 'isResting'> &
      Pick<VerificationDeps, 'humanSolved'> & {
        readBot(driverId: string): Promise<{ phase: string; reason: string | null }>
      }
    filters: Pick<ConnectionsDeps, 'checkStations'>
    database: { pool: Pool }
    settings: Pick<Settings, 'platform'>
  }

/** Creates what drivers and operators do with platforms. */
export function createParts(needs: PlatformsNeeds): {
  connections: Connections
  instances: Instances
  verification: Verification
} {
  const { bots, filters, platforms, settings, database, ...rest } = needs
  const perHour = (name: string, points: number) =>
    createSharedLimiter(database.pool, name, { points, windowS: 3600 })
  return {
    connections: createConnections({
      ...rest,
      platforms,
      isResting: bots.isResting,
      hasOpenWork: bots.hasOpenWork,
      checkStations: filters.checkStations,
      connectLimit: perHour('platform_connect', settings.platform.connectsPerHour),
      syncLimit: perHour('platform_sync', settings.platform.syncsPerHour),
    }),
    instances: createInstances({ ...rest, refresh: platforms.refresh, probeDraft: platforms.probeDraft }),
    verification: createVerification({
      ...rest,
      platforms,
      async botWaits(driverId) {
        const { phase, reason } = await bots.readBot(driverId)
        return phase === 'sleeping' && reason === 'human_verification'
      },
      humanSolved: bots.humanSolved,
      answerLimit: perHour('platform_answer', settings.platform.answersPerHour),
    }),
  }
}
