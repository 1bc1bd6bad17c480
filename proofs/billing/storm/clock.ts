import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@madruga/server/kit/clock.ts'

/**
 * The machine's clock, moved ahead by as many ms as stand in a file: one time for several processes, which
 * one of them moves.
 */
export type MovedClock = Clock & {
  /** Moves it ahead for everybody, once no one holds it. */
  move(ms: number): Promise<void>
  /**
   * Keeps it from being moved while this work lasts, in any process. A storm's hour is over in 40 ms: for
   * what must reach the gateway within the hour by which its keys outlive ours, time may not leap on the way.
   */
  hold<T>(work: () => Promise<T>): Promise<T>
}

const LOOK_MS = 2

/** Opens it; a file that is not there yet says 0. */
export function openMovedClock(file: string): MovedClock {
  const holders = `${file}.held`
  mkdirSync(holders, { recursive: true })
  let holds = 0
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
    async move(ms) {
      while (readdirSync(holders).some(isAlive)) await sleep(LOOK_MS)
      const next = read() + Math.floor(ms)
      // Renamed, so that no one reads half of a number.
      writeFileSync(`${file}.next`, String(next))
      renameSync(`${file}.next`, file)
    },
    async hold(work) {
      const mark = join(holders, `${process.pid}-${holds++}`)
      writeFileSync(mark, '')
      try {
        return await work()
      } finally {
        rmSync(mark)
      }
    },
  }
}

/** Whether the process that left this mark still runs: one that was killed holds nothing. */
function isAlive(mark: string): boolean {
  try {
    return process.kill(Number(mark.split('-')[0]), 0)
  } catch {
    return false
  }
}
