import { endConfirmations } from './answer.ts'
import { stopPlanViolations } from './plan-violation.ts'
import type { BotDeps } from './deps.ts'
import { leaveOnline } from './presence.ts'
import { finishStops } from './reconcile.ts'
import { limitReleases } from './releases.ts'
import { turnShadows } from './shadow-sweep.ts'
import type { Follow } from './steps.ts'
import { stopDue } from './stops.ts'
import * as sweeps from './sweeps.ts'
import { readBack } from './waiting.ts'

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
      const stopped = await stopDue(deps)
      follow(await stopPlanViolations(deps))
      if (stopped.length > 0) follow(await finishStops(deps, stopped))
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
