import type { Outputs } from '@madruga/core/contract.ts'
import type { Handlers } from '../../module.ts'
import type { Health } from './state.ts'
import type { Writes } from './writes.ts'

type HealthParts = {
  health: Pick<Health, 'findHindrance'>
  writes: Pick<Writes, 'find'>
  bots: {
    hasWorkers(): Promise<boolean>
    readSilence(): Promise<{ count: number; unsent: { count: number }; unread: { count: number } }>
  }
  platform: { answers(): Promise<boolean> }
  version: string
}

/** The operations of the service. */
export function serviceHandlers(parts: HealthParts): Pick<Handlers, 'service'> {
  return { service: { health: () => readHealth(parts) } }
}

/** Without a database nothing else is known, and nothing is waited for. */
async function readHealth({
  health,
  writes,
  bots,
  platform,
  version,
}: HealthParts): Promise<Outputs['service']['health']> {
  const hindrance = await health.findHindrance()
  const databaseAnswers = hindrance !== 'no database' && hindrance !== 'no connections'
  const [trouble, workers, silence, platformAnswers] = databaseAnswers
    ? await Promise.all([
        writes.find(),
        bots.hasWorkers().catch(() => false),
        bots.readSilence().catch(() => null),
        platform.answers(),
      ])
    : [null, false, null, false]
  const searches = silence?.unsent.count === 0
  const platforms = platformAnswers && silence?.unread.count === 0
  const stores = databaseAnswers && trouble === null
  const status = [stores, workers, searches, platforms].every(Boolean) ? 'ok' : 'degraded'
  const silentBots = silence?.count ?? 0
  return {
    status,
    database: databaseAnswers,
    writes: stores,
    workers,
    searches,
    platforms,
    silentBots,
    version,
  }
}
