import type { Clock } from '../../kit/clock.ts'

const FIRST_MS = 1_000
const CAP_MS = 60_000

/** Waits that double from one attempt to the next. */
export type BackOff = {
  /** Calls once after the next wait. */
  again(call: () => void): void
  isWaiting(): boolean
  /** The next wait is short again, and nothing is waited for. */
  reset(): void
}

/** `random` (0 to 1, exclusive) spreads the upper half of each wait. */
export function createBackOff(clock: Clock, random: () => number): BackOff {
  let attempts = 0
  let cancel: (() => void) | null = null
  return {
    again(call) {
      cancel?.()
      const fullMs = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(16, attempts++))
      cancel = clock.after(fullMs / 2 + (fullMs / 2) * random(), () => {
        cancel = null
        call()
      })
    },
    isWaiting: () => cancel !== null,
    reset() {
      cancel?.()
      cancel = null
      attempts = 0
    },
  }
}
