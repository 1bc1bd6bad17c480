import { endConfirmations } from './confirmations/answers.ts'
import { stopPlanViolations } from './life/plan-violation.ts'
import type { BotDeps } from './deps.ts'
import { leaveOnline } from './life/presence.ts'
import { finishStops } from './accepts/reconcile.ts'
import { applyInput } from './life/steps.ts'
import type { Follow, Stepped } from './life/steps.ts'
import { stopDue } from './life/stops.ts'
import * as sweeps from './life/sweeps.ts'
import { readBack } from './accepts/undecided.ts'
import { eachDriver } from './each-driver.ts'
import { listReleased } from './store/limits.ts'
import { resumeShadow } from './life/start.ts'
import { listTurning } from './store/shadow.ts'

/** Recurring jobs; any process may run each at any time. */
export type BotSweeps = {
  /**
   * Daily stop, kill switch, suspended accounts, ended subscriptions, filters of a higher plan than is paid
   * for.
   */
  stopDue(): Promise<void>
  /** Takes the steps of overdue bots. */
  wakeOverdue(): Promise<void>
  sleepDuringDeliveries(): Promise<void>
  resumeSolved(): Promise<void>
  compareHeld(): Promise<void>
  /** Settles undecided accepts by reading the held blocks again. */
  readBack(): Promise<void>
  /** Puts drivers offline whom a run put online. */
  leaveOnline(): Promise<void>
  forgetGone(): Promise<void>
  /** Pauses bots whose drivers gave back too many blocks today. */
  limitReleases(): Promise<void>
  /** Ends shadow runs whose time is up, and resumes those that something else than their driver stopped. */
  turnShadows(): Promise<void>
  /** Ends confirmations that no driver answered in time, and answers that no search took. */
  endConfirmations(): Promise<void>
}

/** Creates the sweeps of this process; `follow` does what their steps leave to do. */
export function bindSweeps(deps: BotDeps, follow: Follow): BotSweeps {
  return {
    async stopDue() {
      const stops = await stopDue(deps)
      follow(await stopPlanViolations(deps))
      if (stops.length > 0) follow(await finishStops(deps, stops))
    },
    wakeOverdue: async () => follow(await sweeps.wakeOverdue(deps)),
    sleepDuringDeliveries: async () => follow(await sweeps.sleepDuringDeliveries(deps)),
    resumeSolved: async () => follow(await sweeps.resumeSolved(deps)),
    async compareHeld() {
      const { added, changed, steps } = await sweeps.compareHeld(deps)
      follow(steps)
      if (added + changed > 0) deps.logger.info({ added, changed }, 'blocks mended after the platform')
    },
    readBack: async () => follow(await readBack(deps)),
    leaveOnline: () => leaveOnline(deps),
    limitReleases: async () => follow(await limitReleases(deps)),
    turnShadows: async () => follow(await turnShadows(deps)),
    endConfirmations: () => endConfirmations(deps),
    forgetGone: () => sweeps.forgetGone(deps),
  }
}

/**
 * Pauses bots at work whose driver released too many blocks today, here or in the delivery app, since the
 * limit's last pause. The day is that of the driver's zone, and the newest filter counts.
 */
async function limitReleases(deps: BotDeps): Promise<Stepped[]> {
  const steps: Stepped[] = []
  const over = await listReleased(deps.db, deps.clock.now())
  await eachDriver(deps, [...over.keys()], async (driverId) => {
    const step = await applyInput(deps, driverId, async (bot, tx) => {
      // Counted again under the lock: another process may have paused it since.
      const releases = (await listReleased(tx, deps.clock.now(), driverId)).get(driverId)
      if (releases === undefined) return null
      const { count, pauseMinutes } = releases
      return { bot, input: { type: 'safety_limit_reached', reason: 'guard_releases', count, pauseMinutes } }
    })
    if (step) steps.push(step)
  })
  return steps
}

/**
 * Ends shadow runs whose time is up, whatever their bots do (a wait for a person has no end of its
 * own), and starts again those that the daily stop, a speed's limit or a trouble has stopped, as soon as a
 * start is allowed.
 */
async function turnShadows(deps: BotDeps): Promise<Stepped[]> {
  const runs = await listTurning(deps.db, deps.clock.now())
  const byDriver = new Map(runs.map((run) => [run.driverId, run]))
  const steps: Stepped[] = []
  await eachDriver(deps, [...byDriver.keys()], async (driverId) => {
    const run = byDriver.get(driverId)
    if (run === undefined) return
    const step = run.over
      ? await applyInput(deps, driverId, { type: 'shadow_over' })
      : await resumeShadow(deps, run)
    if (step) steps.push(step)
  })
  return steps
}
