import type { BotDeps } from './deps.ts'
import { resumeShadow } from './start.ts'
import { applyInput } from './steps.ts'
import type { Stepped } from './steps.ts'
import { eachDriver } from './each-driver.ts'
import { listTurning } from './store/shadow.ts'

/**
 * Ends shadow runs whose time is up, whatever their bots do (a wait for a person has no end of its
 * own), and starts again those that the daily stop, a speed's limit or a trouble has stopped, as soon as a
 * start is allowed.
 */
export async function turnShadows(deps: BotDeps): Promise<Stepped[]> {
  const runs = await listTurning(deps.db, deps.clock.now())
  const byDriver = new Map(runs.map((run) => [run.driverId, run]))
  const steps: Stepped[] = []
  await eachDriver(deps, [...byDriver.keys()], async (driverId) => {
    const run = byDriver.get(driverId)
    if (run === undefined) return
    const stepped = run.over
      ? await applyInput(deps, driverId, { type: 'shadow_over' })
      : await resumeShadow(deps, run)
    if (stepped) steps.push(stepped)
  })
  return steps
}
