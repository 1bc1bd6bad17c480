import type { Settings } from '@madruga/core/settings.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'

/** The best matches are tried for, however much a platform sends. */
const LEAST_CHASED = 20

/** Counts the new offers of one search, of which a platform may send any number. */
type Flood = {
  /** How many of this many new offers are stored. */
  admit(count: number, now: Timestamp): number
  /** Tells what was left out since the last time, if anything. */
  tell(): void
}

/** Creates it; `onDropped` hears once a minute of what was left out. */
export function createFlood(
  { offersAPoll, offersAMinute }: Settings['flood'],
  onDropped: (count: number) => void,
): Flood {
  let minute = 0
  let stored = 0
  let dropped = 0
  const tell = (): void => {
    const count = dropped
    dropped = 0
    if (count > 0) onDropped(count)
  }
  return {
    tell,
    admit(count, now) {
      const present = Math.floor(now / MINUTE_MS)
      if (present !== minute) {
        tell()
        minute = present
        stored = 0
      }
      const most = Math.min(count, offersAPoll, offersAMinute - stored)
      stored += most
      dropped += count - most
      return most
    },
  }
}

/** The best of ranked matches: as many as are stored, and a few in any case. */
export function keepBest<Match>(ranked: readonly Match[], most: number): readonly Match[] {
  return ranked.slice(0, Math.max(most, LEAST_CHASED))
}
