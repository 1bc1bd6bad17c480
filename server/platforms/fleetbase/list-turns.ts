import { SECOND_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'

/** Lists of an instance that are out at once: the platform works at few, and an accept comes after them. */
const MOST_AT_ONCE = 4
/** A list that waits longer is left out; the next poll asks again. */
const PATIENCE_MS = 2 * SECOND_MS

/** Lets few lists of an instance be read at a time. */
export type ListTurns = {
  /** What `read` answers; null if its turn did not come in time. */
  take<T>(read: () => Promise<T>): Promise<T | null>
}

/** Creates the turns of an instance: first come, first served. */
export function createListTurns(clock: Clock): ListTurns {
  const waiting = new Set<() => void>()
  let taken = 0
  const wait = (): Promise<boolean> =>
    new Promise((resolve) => {
      const go = (): void => {
        stop()
        resolve(true)
      }
      const stop = clock.after(PATIENCE_MS, () => {
        waiting.delete(go)
        resolve(false)
      })
      waiting.add(go)
    })
  return {
    async take(read) {
      if (taken < MOST_AT_ONCE) taken++
      else if (!(await wait())) return null
      try {
        return await read()
      } finally {
        const [next] = waiting
        if (next === undefined) taken--
        else {
          // The turn goes over to the next one.
          waiting.delete(next)
          next()
        }
      }
    },
  }
}
