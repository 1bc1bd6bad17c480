import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Clock } from '@madruga/server/kit/clock.ts'

/** The machine's clock, moved ahead by as many ms as stand in a file: one time for several processes, which one of them moves. */
export type MovedClock = Clock & {
  /** Moves it ahead for everybody. */
  move(ms: number): void
}

/** Opens it; a file that is not there yet says 0. */
export function openMovedClock(file: string): MovedClock {
  const read = (): number => {
    try {
      return Number(readFileSync(file, 'utf8'))
    } catch {
      return 0
    }
  }
  return {
    now: () => Date.now() + read(),
    after(ms, call) {
      const timer = setTimeout(call, Math.min(ms, 2_147_483_647)).unref()
      return () => clearTimeout(timer)
    },
    move(ms) {
      const next = read() + Math.floor(ms)
      // Renamed, so that nobody reads half of a number.
      writeFileSync(`${file}.next`, String(next))
      renameSync(`${file}.next`, file)
    },
  }
}
