import { setTimeout as sleep } from 'node:timers/promises'
import { TICK_MS } from './clock.ts'
import type { TickClock } from './clock.ts'

/**
 * Work that may wait for simulated time, as a request does that an instance's budget does not bear yet. The
 * tick that began it must not wait for its end, or time would never move on.
 */
export type Errands = {
  /** Begins work, unless its last round still continues; resolves once it has ended or waits for time. */
  run(name: string, work: () => Promise<unknown>): Promise<void>
  /** Moves time until nothing is under way any more. */
  finish(): Promise<void>
}

/** Creates the errands of a simulation. A fault in one is thrown by whatever is called next. */
export function createErrands(clock: TickClock): Errands {
  const open = new Map<string, Promise<void>>()
  const faults: unknown[] = []
  const settle = async (): Promise<void> => {
    await clock.settle()
    if (faults.length > 0) throw faults.shift()
  }
  return {
    async run(name, work) {
      if (!open.has(name)) {
        const ended = work()
          .then(
            () => {},
            (fault: unknown) => void faults.push(fault),
          )
          .finally(() => open.delete(name))
        open.set(name, ended)
      }
      await settle()
    },
    async finish() {
      while (open.size > 0) await clock.runTo(clock.now() + TICK_MS, settle)
    },
  }
}

/** Real time that something has before simulated time moves on for it, ms. */
const PATIENCE_MS = 200

/** Waits for work that is not counted, such as an end of the service, and moves time if it needs that. */
export async function moveUntil(clock: TickClock, work: Promise<unknown>): Promise<void> {
  const ended = work.then(() => true)
  while (!(await Promise.race([ended, sleep(PATIENCE_MS, false)])))
    await clock.runTo(clock.now() + TICK_MS, async () => {})
}
