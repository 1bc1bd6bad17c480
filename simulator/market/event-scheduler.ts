import type { Clock } from './clock.ts'

/** Advances a world with a clock that runs by itself. */
export interface EventScheduler {
  /** Schedules a wake-up at that time (epoch ms); returns how to cancel it. */
  wakeAt(at: number): () => void
  stop(): void
}

/** Minimum wake-up rate, so that viewers see time pass. */
const LONGEST_MS = 250
/** Events closer together than this are executed together. */
const SHORTEST_MS = 4

/** Starts calling `move` whenever something is due; on a stepped clock it never does. */
export function startEventScheduler(clock: Clock, nextAt: () => number, move: () => void): EventScheduler {
  const wakes = new Set<{ at: number }>()
  let timer: NodeJS.Timeout | undefined
  const plan = () => {
    let at = nextAt()
    for (const wake of wakes) at = Math.min(at, wake.at)
    const delayMs = (at - clock.now()) / clock.factor
    timer = setTimeout(run, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, delayMs)))
  }
  const run = () => {
    move()
    plan()
  }
  if (clock.kind !== 'stepped') plan()
  return {
    wakeAt(at) {
      const wake = { at }
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
    stop: () => clearTimeout(timer),
  }
}
