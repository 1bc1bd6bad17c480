import { createHash } from 'node:crypto'
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import type { TestFn } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import type { Pool } from 'pg'
import type { Clock } from './clock.ts'

/** The pause between two looks, ms, is a tenth of the wait so far: a driver's requests are limited. */
const PAUSE = { least: 10, most: 250 }
/** How long a condition may take to hold on a machine as fast as ours that does nothing else. */
const LIMIT_MS = 90_000
/** What `measureSlowness` takes on such a machine, ms. */
const REFERENCE_MS = 100

/** Whether the long check runs: every test, with as many cases as it can have. */
export const isFullRun = process.env['TEST_FULL'] === '1'

/**
 * A test of the long check alone, in a file that `npm test` runs too; whole files are `*.long.test.ts`. One
 * case of several that `isInBoth` runs in `npm test` as well.
 */
export function longTest(name: string, work: TestFn, isInBoth = false): void {
  if (isFullRun || isInBoth) void test(name, work)
}

type Truthy<T> = Exclude<T, false | null | undefined | 0 | ''>

/**
 * Waits until `look` answers something true, and returns it; rejects with `what`, else the text of `look`,
 * when that takes too long. For what happens in databases, sockets and pages without a signal. The limit
 * grows with `TEST_SLOWNESS`.
 */
export async function until<T>(look: () => Promise<T> | T, what = String(look)): Promise<Truthy<T>> {
  const limitMs = LIMIT_MS * Number(process.env['TEST_SLOWNESS'] ?? 1)
  const began = performance.now()
  while (true) {
    const seen = await look()
    if (seen) return seen as Truthy<T>
    const waitedMs = performance.now() - began
    if (waitedMs > limitMs) throw new Error(`still not: ${what}`)
    await sleep(Math.min(PAUSE.most, Math.max(PAUSE.least, waitedMs / 10)))
  }
}

/** A clock that a test moves by hand. */
export type HandClock = Clock & { advance(ms: number): Promise<void> }

/** What runs in real time, and that a clock moved by hand waits for. */
type RealTime = {
  /** Connections in use. */
  pools?: readonly Pool[]
  /** How much else is under way. */
  underWay?: () => number
  /** Waits for whatever a step set off, in place of the two above. */
  settle?: () => Promise<void>
}

/** How often the clock looks whether what is no connection has ended, ms. */
const LOOK_MS = 1

/**
 * Starts at `now`; `advance` fires what falls due, in order, and lets each have its effect, until nothing is
 * under way in real time. `moved` hears of each step before its timers fire, for clocks that must go along.
 */
export function handClock(
  now: number,
  realTime: RealTime = {},
  moved: (ms: number) => void = () => {},
): HandClock {
  const { settle = makeSettle(realTime) } = realTime
  let at = now
  let timers: { at: number; call: () => void }[] = []
  const move = (to: number): void => {
    if (to <= at) return
    const ms = to - at
    at = to
    moved(ms)
  }
  return {
    now: () => at,
    after(ms, call) {
      const timer = { at: at + ms, call }
      timers.push(timer)
      return () => (timers = timers.filter((each) => each !== timer))
    },
    async advance(ms) {
      const end = at + ms
      while (true) {
        await settle()
        const next = timers.reduce<{ at: number; call: () => void } | null>(
          (first, each) => (each.at <= end && (first === null || each.at < first.at) ? each : first),
          null,
        )
        if (next === null) break
        timers = timers.filter((each) => each !== next)
        move(next.at)
        next.call()
      }
      move(end)
      await settle()
    },
  }
}

function makeSettle({ pools = [], underWay = () => 0 }: RealTime): () => Promise<void> {
  const isBusy = (): boolean =>
    underWay() > 0 || pools.some((pool) => pool.idleCount < pool.totalCount || pool.waitingCount > 0)
  /** Calls once a connection is free: a loop would take the processor from the database that it waits for. */
  const onceFree = (call: () => void): void => {
    const free = (): void => {
      clearTimeout(timer)
      for (const pool of pools) pool.off('release', free)
      setImmediate(call)
    }
    const timer = setTimeout(free, LOOK_MS)
    for (const pool of pools) pool.once('release', free)
  }
  // One promise for all looks: the test runner keeps track of each that is made.
  return () =>
    new Promise((settled) => {
      let quiet = 0
      const look = (): void => {
        if (isBusy()) {
          quiet = 0
          onceFree(look)
        } else if (++quiet === 4) settled()
        else setImmediate(look)
      }
      setImmediate(look)
    })
}

/** A database of a test is a thousand files: in memory it is made in 15 ms, on a disk in 300. */
const MEMORY = '/dev/shm'
const MEMORY_OCTETS = 4 * 2 ** 30

/**
 * Makes a folder for whatever this run and its processes write temporarily, in memory where that has room,
 * and names it as their temporary folder. The returned function removes it; so does the end of this process.
 */
export function makeTemporaryFolder(): () => void {
  const folder = mkdtempSync(path.join(hasMemory() ? MEMORY : os.tmpdir(), 'madruga-test-'))
  process.env['TMPDIR'] = folder
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.once('exit', remove)
  return () => {
    process.off('exit', remove)
    remove()
  }
}

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MEMORY_OCTETS
  } catch {
    return false
  }
}

/** How many times slower this machine is now than one that does nothing else; at least 1. */
export function measureSlowness(): number {
  const began = performance.now()
  const octets = Buffer.alloc(1 << 20)
  for (let round = 0; round < 64; round++) createHash('sha256').update(octets).digest()
  return Math.max(1, (performance.now() - began) / REFERENCE_MS)
}

/**
 * The time of servers whose clock is the machine's, epoch ms. `TEST_SHIFT_MS` moves it along with the clock
 * of the journeys' product.
 */
export function realNow(): number {
  return Date.now() + Number(process.env['TEST_SHIFT_MS'] ?? 0)
}

const SURROGATES = { from: 0xd800, count: 0x800 }
/**
 * Any character of Unicode, as a unit of `fc.string`. Its own unit `binary` takes five seconds of each
 * process for a table of all of them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES.count).map(
  (index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count),
  (character) => {
    const code = typeof character === 'string' && [...character].length === 1 ? character.codePointAt(0)! : -1
    if (code < 0) throw new Error('no character')
    return code < SURROGATES.from ? code : code - SURROGATES.count
  },
)
