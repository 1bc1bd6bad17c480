import type { Bot } from '@madruga/core/bot.ts'
import { createBatcher } from '../kit/batcher.ts'
import type { Logger } from '../kit/logger.ts'
import { announceSteps } from './life/announce.ts'
import type { BotDeps } from './deps.ts'
import { finishStops } from './accepts/reconcile.ts'
import type { Follow, Stepped } from './life/steps.ts'

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
      const task = work
        .catch((error: unknown) => logger.warn({ err: error }, what))
        .finally(() => underWay.delete(task))
      underWay.add(task)
    },
    size: () => underWay.size,
    async done() {
      await Promise.all(underWay)
    },
  }
}

/** Bots that one statement announces. */
const ANNOUNCED_AT_ONCE = 500

function hasChanged({ ignored, refused }: Stepped): boolean {
  return ignored === null && refused === null
}

/**
 * Does in the background what committed steps ask for: announces them, and settles the open accepts of runs
 * that end. `onSteps` hears of every step, so that the worker of this process need not wait for it.
 */
export function followSteps(
  deps: BotDeps,
  background: Background,
  onSteps: (steps: readonly Stepped[]) => void,
): Follow {
  const announcing = createBatcher<Bot, Bot>(async (bots) => {
    await announceSteps(deps.db, bots)
    return bots
  }, ANNOUNCED_AT_ONCE)
  const follow: Follow = (steps) => {
    const realSteps = steps.filter((step) => step !== null)
    if (realSteps.length === 0) return
    onSteps(realSteps)
    // What is not announced is seen at the next beat.
    for (const { bot } of realSteps.filter(hasChanged))
      background.start('a step is not announced', announcing.load(bot))
    const ending = realSteps.filter((step) => step.settleOpen).map(({ bot }) => bot.driverId)
    if (ending.length > 0)
      background.start('stopped bots are not settled yet', finishStops(deps, ending).then(follow))
  }
  return follow
}
