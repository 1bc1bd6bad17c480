import type { BotDeps } from './deps.ts'
import { applyInput } from './steps.ts'
import type { Stepped } from './steps.ts'
import { eachDriver } from './each-driver.ts'
import { listReleased } from './store/limits.ts'

/**
 * Pauses bots at work whose driver released too many blocks today, here or in the delivery app, since the
 * limit's last pause. The day is that of the driver's zone, and the newest filter counts.
 */
export async function limitReleases(deps: BotDeps): Promise<Stepped[]> {
  const steps: Stepped[] = []
  const over = await listReleased(deps.db, deps.clock.now())
  await eachDriver(deps, [...over.keys()], async (driverId) => {
    const stepped = await applyInput(deps, driverId, async (bot, tx) => {
      // Counted again under the lock: another process may have paused it since.
      const counted = (await listReleased(tx, deps.clock.now(), driverId)).get(driverId)
      if (counted === undefined) return null
      const { count, pauseMinutes } = counted
      return { bot, input: { type: 'safety_limit_reached', reason: 'guard_releases', count, pauseMinutes } }
    })
    if (stepped) steps.push(stepped)
  })
  return steps
}
