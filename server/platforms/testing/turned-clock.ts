import type { Clock } from '../../kit/clock.ts'

/** A clock whose timers fire when a test turns it; real sockets go on meanwhile. */
export function createTurnedClock(): Clock & { turn(ms: number): void } {
  let now = 0
  let timers: { at: number; call: () => void }[] = []
  return {
    now: () => now,
    after(ms, call) {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    turn(ms) {
      const until = now + ms
      for (;;) {
        const next = timers.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        timers = timers.filter((one) => one !== next)
        now = next.at
        next.call()
      }
      now = until
    },
  }
}
