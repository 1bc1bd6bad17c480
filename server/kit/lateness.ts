import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late this process does what is due. */
export type Lateness = {
  /** Delay of the event loop in the last second that only one turn in ten exceeded, ms. */
  ms(): number
  close(): void
}

const EVERY_MS = 1_000
const NS = 1_000_000

/** Measures the delay of the event loop each second, until it is closed. */
export function measureLateness(): Lateness {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let ms = 0
  const timer = setInterval(() => {
    ms = delay.count === 0 ? 0 : delay.percentile(90) / NS
    delay.reset()
  }, EVERY_MS).unref()
  return {
    ms: () => ms,
    close() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
