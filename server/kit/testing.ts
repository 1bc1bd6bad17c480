import { createHash } from 'node:crypto'
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import type { TestFn } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

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
