import type { Logger } from '../kit/logger.ts'
import type { BotDeps } from './deps.ts'
import { finishStop } from './reconcile.ts'
import type { Follow } from './sweep-table.ts'

/** Work that no caller waits for; a fault in it is logged. */
export type Background = {
  start(what: string, work: Promise<unknown>): void
  /** Number of works under way. */
  size(): number
  /** Resolves when what is under way now is done. */
  done(): Promise<void>
}

/** Creates the background of a process. */
export function createBackground(logger: Logger): Background {
  const underWay = new Set<Promise<unknown>>()
  return {
    start(what, work) {
      const watched = work
        .catch((error: unknown) => logger.warn({ err: error }, what))
        .finally(() => underWay.delete(watched))
      underWay.add(watched)
    },
    size: () => underWay.size,
    async done() {
      await Promise.all(underWay)
    },
  }
}

/**
 * Does in the background what committed steps ask for: hands engine actions over (`follow`) and settles the
 * open accept of a run that ends (`endRun`).
 */
export function followSteps(
  deps: BotDeps,
  background: Background,
): { follow: Follow; endRun(driverId: string): void } {
  const follow: Follow = (steps) => {
    for (const stepped of steps) {
      if (stepped === null) continue
      if (stepped.engine.length > 0)
        background.start('the engine did not take a bot', deps.placement.send(stepped.engine))
      if (stepped.settleOpen) endRun(stepped.bot.driverId)
    }
  }
  const endRun = (driverId: string): void =>
    background.start('a stopped bot is not settled yet', finishStop(deps, driverId).then(follow))
  return { follow, endRun }
}
