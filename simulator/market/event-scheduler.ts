import type { Clock } from './clock.ts'

/** Keeps a world moving with a clock that moves by itself. */
export interface EventScheduler {
  /** Sees to it that time is looked at again at that moment (epoch ms); answers how to call that off. */
  wakeAt(at: number): () => void
  stop(): void
}

/** Looks at least so often, so that whoever watches sees time pass. */
const LONGEST_MS = 250
/** Events closer together than this are carried out in one go. */
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
