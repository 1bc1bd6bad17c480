import { listReleased } from './guards.ts'
import type { BotKit } from './kit.ts'
import { applyInput } from './steps.ts'
import type { Stepped } from './steps.ts'
import { eachDriver } from './sweeps.ts'

/**
 * Bots at work whose driver gave back too many blocks today, through us or in the delivery app itself, since the guard's last pause: they
 * pause. The day is the driver's own, the filter the newest: releases are none of a run's business.
 */
export async function guardReleases(kit: BotKit): Promise<Stepped[]> {
  const steps: Stepped[] = []
  const over = await listReleased(kit.db, kit.clock.now())
  await eachDriver(kit, [...over.keys()], async (driverId) => {
    const stepped = await applyInput(kit, driverId, async (bot, tx) => {
      // Counted again under the lock: another process may have paused it meanwhile.
      const counted = (await listReleased(tx, kit.clock.now(), driverId)).get(driverId)
      if (counted === undefined) return null
      const { count, pauseMinutes } = counted
      return { bot, input: { type: 'guarded', reason: 'guard_releases', count, pauseMinutes } }
    })
    if (stepped) steps.push(stepped)
  })
  return steps
}
