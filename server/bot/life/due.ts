import type { BotDeps } from '../deps.ts'
import { eachDriver } from '../each-driver.ts'
import type { Db } from '../model.ts'
import { applyInput, applyToMany } from './steps.ts'
import type { Follow, StepInput, Stepped } from './steps.ts'
import { listDue, lockDueBots } from '../store/bots.ts'
import type { BotRow } from '../store/bots.ts'
import { readDeliveries } from '../store/facts.ts'

/** Steps of one transaction. */
const AT_ONCE = 100

/**
 * Takes the steps of all bots that were due by `by`, in batches; several processes share them. A batch that
 * fails is taken bot by bot, so that one bad row does not hold up the others. Answers the steps.
 */
export async function takeDue(deps: BotDeps, by: number): Promise<Stepped[]> {
  const results: Stepped[] = []
  while (true) {
    const steps = await takeBatch(deps, by)
    results.push(...steps)
    if (steps.length < AT_ONCE) return results
  }
}

async function takeBatch(deps: BotDeps, by: number): Promise<Stepped[]> {
  try {
    return await applyToMany(
      deps,
      (tx) => lockDueBots(tx, by, AT_ONCE),
      (bots, tx) => dueInputs(deps, tx, bots),
    )
  } catch (error) {
    deps.logger.warn({ err: error }, 'due bots are taken one by one')
    const steps: Stepped[] = []
    await eachDriver(deps, await listDue(deps.db, by, AT_ONCE), async (driverId) => {
      const step = await applyInput(deps, driverId, async (bot, tx) =>
        bot.dueAt !== null && bot.dueAt <= by ? ((await dueInputs(deps, tx, [bot]))[0] ?? null) : null,
      )
      if (step) steps.push(step)
    })
    return steps
  }
}

async function dueInputs(deps: BotDeps, tx: Db, bots: readonly BotRow[]): Promise<StepInput[]> {
  const deliveries = await readDeliveries(tx, bots, deps.clock.now())
  return bots.map((bot) => ({
    bot,
    input: { type: 'due', gen: bot.gen, delivery: deliveries.get(bot.driverId) ?? null },
  }))
}

/** Takes the steps of bots when they are due. */
export type DueLoop = {
  /** Some bot is due at this time, epoch ms. */
  note(dueAt: number | null): void
  idle(): Promise<void>
  close(): Promise<void>
}

/** Creates the loop of a worker, which sleeps until the earliest time that was noted. */
export function createDueLoop(deps: BotDeps, follow: Follow): DueLoop {
  const { clock } = deps
  let next = Number.POSITIVE_INFINITY
  let cancel: (() => void) | null = null
  let running: Promise<void> | null = null
  let isClosed = false

  const arm = (): void => {
    cancel?.()
    cancel = null
    if (isClosed || running !== null || next === Number.POSITIVE_INFINITY) return
    cancel = clock.after(Math.max(0, next - clock.now()), start)
  }
  const start = (): void => {
    next = Number.POSITIVE_INFINITY
    running = takeDue(deps, clock.now())
      .then(follow)
      .catch((error: unknown) => deps.logger.warn({ err: error }, 'due bots are not taken yet'))
      .finally(() => {
        running = null
        arm()
      })
  }
  return {
    note(dueAt) {
      if (dueAt === null || dueAt >= next) return
      next = dueAt
      arm()
    },
    async idle() {
      for (let last = running; last !== null; last = running) await last
    },
    async close() {
      isClosed = true
      cancel?.()
      await running
    },
  }
}
