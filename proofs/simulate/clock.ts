import type { Clock } from '@madruga/server/kit/clock.ts'

/**
 * One step of the simulated clock. It is shorter than a worker's lease (`LEASE_PACE`, 3 s): a poll goes out
 * only under the lease of an earlier beat, and that beat was at the tick before.
 */
export const TICK_MS = 2_000

/** A clock that moves in even ticks; each tick waits for everything that is due by then. */
export type TickClock = Clock & {
  /** Moves to `at`, tick by tick; `each` runs after every tick. */
  runTo(at: number, each: () => Promise<void>): Promise<void>
  /** Waits until no work is in progress. */
  settle(): Promise<void>
}

/**
 * A clock that begins at `startAt`. A timer fires with the first tick at or after its time, and so up to
 * `tickMs` late, as on a very busy machine. `findWork` returns null while no external work (database,
 * sockets) is in progress, else a promise of its end; `moved` is called for each tick before its timers fire.
 */
export function createTickClock(
  startAt: number,
  tickMs: number,
  findWork: () => Promise<void> | null,
  moved: (ms: number) => void,
): TickClock {
  let now = startAt
  let count = 0
  const timers = new Map<number, { at: number; call: () => void }>()

  const settle = async (): Promise<void> => {
    // Finished work may start more work a few turns of the loop later.
    for (let quiet = 0; quiet < 4;) {
      await new Promise((next) => setImmediate(next))
      const work = findWork()
      quiet = work === null ? quiet + 1 : 0
      // Spinning the loop meanwhile would take the CPU from the database that it waits for.
      await work
    }
  }

  return {
    now: () => now,
    after(ms, call) {
      const id = ++count
      timers.set(id, { at: now + ms, call })
      return () => timers.delete(id)
    },
    settle,
    async runTo(at, each) {
      while (now < at) {
        const ms = Math.min(tickMs, at - now)
        now += ms
        moved(ms)
        const due = [...timers].filter(([, timer]) => timer.at <= now).sort((a, b) => a[1].at - b[1].at)
        for (const [id, { call }] of due) if (timers.delete(id)) call()
        await settle()
        await each()
      }
    },
  }
}
