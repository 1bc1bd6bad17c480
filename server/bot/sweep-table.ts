import { endConfirmations } from './answer.ts'
import { stopPlanViolations } from './plan-violation.ts'
import type { BotDeps } from './deps.ts'
import { finishStop } from './reconcile.ts'
import { limitReleases } from './releases.ts'
import { turnShadows } from './shadow-sweep.ts'
import type { Stepped } from './steps.ts'
import { stopDue } from './stops.ts'
import * as sweeps from './sweeps.ts'

/** Recurring jobs; any process may run each at any time. */
export type BotSweeps = {
  /**
   * Daily stop, kill switch, suspended accounts, ended subscriptions, filters of a higher plan than is paid
   * for.
   */
  stopDue(): Promise<void>
  /** Wakes bots that are overdue or that nobody searches for. */
  wakeOverdue(): Promise<void>
  sleepDuringDeliveries(): Promise<void>
  resumeSolved(): Promise<void>
  compareHeld(): Promise<void>
  forgetGone(): Promise<void>
  /** Pauses bots whose drivers gave back too many blocks today. */
  limitReleases(): Promise<void>
  /** Ends shadow runs whose time is up, and resumes those that something else than their driver stopped. */
  turnShadows(): Promise<void>
  /** Ends confirmations that nobody answered in time, and answers that no search took. */
  endConfirmations(): Promise<void>
}

/** Does what committed steps leave to do; null = no step was taken. */
export type Follow = (steps: readonly (Stepped | null)[]) => void

/** Creates the sweeps of this process; `follow` does what their steps leave to do. */
export function bindSweeps(deps: BotDeps, follow: Follow): BotSweeps {
  return {
    async stopDue() {
      const stopped = await stopDue(deps)
      follow(await stopPlanViolations(deps))
      await sweeps.eachDriver(deps, stopped, async (driverId) => follow(await finishStop(deps, driverId)))
    },
    async wakeOverdue() {
      follow(await sweeps.wakeOverdue(deps))
      const unsearched = await sweeps.findUnsearched(deps)
      if (unsearched.length > 0) await deps.placement.send(unsearched)
    },
    sleepDuringDeliveries: async () => follow(await sweeps.sleepDuringDeliveries(deps)),
    resumeSolved: async () => follow(await sweeps.resumeSolved(deps)),
    async compareHeld() {
      const { added, changed } = await sweeps.compareHeld(deps)
      if (added + changed > 0) deps.logger.info({ added, changed }, 'blocks mended after the platform')
    },
    limitReleases: async () => follow(await limitReleases(deps)),
    turnShadows: async () => follow(await turnShadows(deps)),
    endConfirmations: () => endConfirmations(deps),
    forgetGone: () => sweeps.forgetGone(deps),
  }
}
