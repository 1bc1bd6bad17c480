import { systemClock } from '../kit/clock.ts'
import type { Clock } from '../kit/clock.ts'

/** A clock that follows another one until it is closed. */
export type FollowedClock = { clock: Clock; close(): Promise<void> }

type Sources = {
  /** Reads the clock to follow, epoch ms. */
  read(): Promise<number>
  /** Called when it cannot be read; the clock continues by itself. */
  onFault(error: unknown): void
  timers?: Clock
  /** Never jumps, ms. */
  monotonic?: () => number
}

const READ_EACH_MS = 2_000
/** Smaller differences are left: a time that steps back is worse. */
const TOLERATED_MS = 20

/**
 * A clock by the time that `read` tells, for processes that must agree on what is due: the clocks of their
 * machines may differ, and may be set while they run. Between two readings the time continues by itself.
 * Rejects when the first reading does.
 */
export async function followClock(sources: Sources): Promise<FollowedClock> {
  const { read, onFault, timers = systemClock, monotonic = () => performance.now() } = sources
  let base: number | null = null

  const measure = async (): Promise<void> => {
    const asked = monotonic()
    const told = await read()
    const answered = monotonic()
    const measured = told - (asked + answered) / 2
    // A slow answer says less about the time than a quick one before it.
    const unsure = (answered - asked) / 2 + TOLERATED_MS
    if (base === null || Math.abs(measured - base) > unsure) base = measured
  }

  await measure()
  let cancel: (() => void) | null = null
  let measuring: Promise<void> | null = null
  let closed = false
  const arm = (): void => {
    if (closed) return
    cancel = timers.after(READ_EACH_MS, () => {
      measuring = measure().catch(onFault).finally(arm)
    })
  }
  arm()
  return {
    clock: { now: () => Math.round((base ?? 0) + monotonic()), after: timers.after },
    async close() {
      closed = true
      cancel?.()
      await measuring
    },
  }
}
