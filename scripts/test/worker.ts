import path from 'node:path'
import { suite } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import type { WorkerMessage } from './pool.ts'
import { collectResults, type TestResult } from './reporter.ts'

/**
 * One process of a test run. It runs the file that its parent names, as a suite of the file's own
 * tests, then asks for the next. A file fails if it leaves something running or changed that the next would
 * meet.
 */
const ROOT = path.join(import.meta.dirname, '../..')
/** How long what a file closed may take to be gone. */
const SETTLE_MS = 2_000
/** The pause between two looks whether it is gone, ms. */
const SETTLE_LOOK_MS = 2

// They become handles when they are first used, or when a library imports them with all of the process.
process.stdin.on('error', () => {})
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
fc.configureGlobal({ seed: Number(process.env['TEST_SEED']) })
process.on('disconnect', () => process.exit(1))
process.on('message', (file: string) => {
  if (file === 'end') process.exit(0)
  void runFile(file)
})
send([])

function send(results: TestResult[], cpuMs = 0): void {
  const message: WorkerMessage = { results, cpuMs }
  process.send!(message)
}

async function runFile(file: string): Promise<void> {
  const before = readShared()
  const began = process.cpuUsage()
  // A suite's tests begin once its body has run, as those of a file do.
  void suite(file, { timeout: Number(process.env['TEST_LIMIT_MS']) }, async () => {
    await import(path.resolve(ROOT, file))
  })
  const results = await collectResults()
  const leftovers = await findLeftovers(before)
  if (leftovers.length > 0)
    results.push({
      name: 'leaves nothing behind',
      ms: 0,
      outcome: 'failed',
      error: `left behind: ${leftovers.join(', ')}`,
    })
  const { user, system } = process.cpuUsage(began)
  send(results, (user + system) / 1_000)
}

/** What all files of a process share. */
type Shared = { running: string[]; values: Map<string, unknown> }

function readShared(): Shared {
  const globals = { Date, now: Date.now, random: Math.random, fetch, setTimeout, setInterval, setImmediate }
  const named = Object.entries({ ...globals, folder: process.cwd(), umask: process.umask() })
  const variables = Object.entries(process.env).map(([name, value]) => [`$${name}`, value] as const)
  return { running: process.getActiveResourcesInfo(), values: new Map([...named, ...variables]) }
}

/** Sockets, servers, timers and processes that a file left running, and shared values that it changed. */
async function findLeftovers(before: Shared): Promise<string[]> {
  const deadline = performance.now() + SETTLE_MS
  let after = readShared()
  while (surplusOf(before, after).length > 0 && performance.now() < deadline) {
    await sleep(SETTLE_LOOK_MS)
    after = readShared()
  }
  const names = new Set([...before.values.keys(), ...after.values.keys()])
  const changed = [...names].filter((name) => before.values.get(name) !== after.values.get(name))
  return [...surplusOf(before, after), ...changed]
}

/** What runs now and did not run before. */
function surplusOf(before: Shared, after: Shared): string[] {
  const rest = [...before.running]
  return after.running.filter((one) => {
    const index = rest.indexOf(one)
    if (index !== -1) rest.splice(index, 1)
    return index === -1
  })
}
