import { globSync, statSync, watch } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findBrowser } from '../e2e/browser.ts'
import { startTestCluster } from '../server/db/testing.ts'
import { makeTemporaryFolder, measureSlowness } from '../server/kit/testing.ts'
import { runFiles, type FileResult, type Queue } from './test/pool.ts'

/**
 * Runs the tests: `unit` (pure), `world` (real PostgreSQL and HTTP), `e2e` (journeys in a browser) or `all`.
 * Further words keep only the files whose path holds one of them. `npm test` leaves out `*.long.test.ts` and
 * every `longTest`; `--long` includes them, and words the files that they name. `--at 23:40` runs the
 * journeys at that time in Miami, `--swap-languages` those in English in Spanish and the other way round.
 * `--watch` runs again after every change. Ends non-zero when a test failed or none ran.
 */
const ROOT = path.join(import.meta.dirname, '..')
const KINDS = ['unit', 'world', 'e2e'] as const
type Kind = (typeof KINDS)[number]
/** Processes at once of journeys; they help with the other tests once there are no more journeys. */
const JOURNEYS_AT_ONCE = os.availableParallelism()
/** The longest that a file may take on a machine as fast as ours; it ends a test that hangs. */
const LIMIT_MS = 1_200_000
const SLOWEST = 10
const LOGS = path.join(ROOT, 'node_modules/.cache/test-logs')
const FOLDERS = ['core', 'e2e', 'proofs', 'scripts', 'server', 'simulator', 'web']

export function kindOf(file: string): Kind {
  if (file.startsWith('e2e/')) return 'e2e'
  return /\.world\.(long\.)?test\.ts$/.test(file) ? 'world' : 'unit'
}

/** Whether a test belongs to the long check; every other one is part of `npm test`. */
export function isLong(file: string): boolean {
  return file.endsWith('.long.test.ts')
}

/** All test files, the largest first: a long one that starts last would run alone. */
export function findTests(): string[] {
  const size = (file: string) => statSync(path.join(ROOT, file)).size
  return globSync(`{${FOLDERS.join()}}/**/*.test.ts`, {
    cwd: ROOT,
    exclude: (name) => name.split(path.sep).some((part) => part === 'node_modules' || part === 'dist'),
  })
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted((a, b) => size(b) - size(a))
}

type Selection = { kind: string; words: readonly string[]; long: boolean }

/** The files of these kinds; words keep those that they name, long or not. */
export function selectTests({ kind, words, long }: Selection): string[] {
  return findTests()
    .filter((file) => kind === 'all' || kindOf(file) === kind)
    .filter((file) =>
      words.length === 0 ? long || !isLong(file) : words.some((word) => file.includes(word)),
    )
}

/** Runs these files once; whether all of their tests passed. */
async function runOnce(files: readonly string[]): Promise<boolean> {
  const removeFolder = makeTemporaryFolder()
  const slowness = measureSlowness()
  process.env['TEST_SLOWNESS'] = String(slowness)
  const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  const journeys = files.filter((file) => kindOf(file) === 'e2e')
  const others = files.filter((file) => kindOf(file) !== 'e2e')
  if (journeys.length > 0) await findBrowser()
  const cluster = files.some((file) => kindOf(file) !== 'unit') ? await startTestCluster() : null
  if (cluster) process.env['TEST_CLUSTER_URL'] = cluster.url
  const queues: Queue[] = [
    { files: others, atOnce: os.availableParallelism() + (journeys.length > 0 ? 0 : 1) },
    { files: journeys, atOnce: JOURNEYS_AT_ONCE },
  ]
  const ended: FileResult[] = []
  const tell = (result: FileResult): void => {
    ended.push(result)
    tellFile(result, seed)
  }
  await runFiles(queues, { limitMs: LIMIT_MS * slowness, logs: LOGS, seed, tell })
  await cluster?.stop()
  removeFolder()
  return summarize(ended)
}

/** Prints a file's line, and of each failed test its error and how to run it again. */
function tellFile({ file, ms, cpuMs, results, log }: FileResult, seed: number): void {
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  console.log(
    `${failed.length > 0 ? '✖' : '✔'} ${file} (${results.length} tests, ${seconds(ms)} s, ${seconds(cpuMs)} s of CPU)`,
  )
  for (const { name, error } of failed) console.error(`  ✖ ${name}\n${error.replaceAll(/^/gm, '    ')}`)
  if (failed.length === 0) return
  console.error(`    output: ${log}`)
  console.error(`    again:  TEST_SEED=${seed} sh scripts/node scripts/test.ts all ${file}`)
}

/** Prints the slowest files, what failed, and the counts; whether all passed. */
function summarize(ended: readonly FileResult[]): boolean {
  const slowest = ended.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  if (ended.length > SLOWEST)
    console.log(`slowest: ${slowest.map(({ file, ms }) => `${file} ${seconds(ms)} s`).join(', ')}`)
  const results = ended.flatMap((one) => one.results.map((result) => ({ ...result, file: one.file })))
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  for (const { file, name } of failed) console.error(`✖ ${file}: ${name}`)
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
  const passed = results.length - failed.length - skipped
  if (results.length === 0) console.error('test: no test ran')
  console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`)
  return passed > 0 && failed.length === 0
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}

/** From now to the next time that clocks in Miami show `HH:MM`. */
function millisecondsUntil(time: string): number {
  const now = Temporal.Now.zonedDateTimeISO('America/New_York')
  const at = now.withPlainTime(time)
  const next = Temporal.ZonedDateTime.compare(at, now) < 0 ? at.add({ days: 1 }) : at
  return next.epochMilliseconds - now.epochMilliseconds
}

/** Runs the selection now and after each change of a source, until the user stops it. */
async function runOnChanges(selection: Selection): Promise<never> {
  let change = Promise.withResolvers<void>()
  for (const name of FOLDERS)
    watch(path.join(ROOT, name), { recursive: true }, (_, file) => {
      if (file !== null && /\.(tsx?|sql|json)$/.test(file) && !/node_modules|dist/.test(file))
        change.resolve()
    })
  while (true) {
    change = Promise.withResolvers()
    await runOnce(selectTests(selection))
    console.log('test: waiting for a change')
    await change.promise
  }
}

if (import.meta.main) {
  // Every process loads the same modules: types are stripped and code is compiled once a run.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(ROOT, 'node_modules/.cache/compile')
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      long: { type: 'boolean', default: false },
      at: { type: 'string' },
      'swap-languages': { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
    },
  })
  if (values.at !== undefined) process.env['TEST_SHIFT_MS'] = String(millisecondsUntil(values.at))
  if (values['swap-languages']) process.env['TEST_SWAP_LANGUAGES'] = '1'
  const [kind = 'all', ...words] = positionals
  if (kind !== 'all' && !KINDS.some((each) => each === kind)) {
    console.error(`test: no kind ${kind}; there are ${KINDS.join(', ')} and all`)
    process.exit(2)
  }
  const selection = { kind, words, long: values.long }
  if (values.long) process.env['TEST_FULL'] = '1'
  if (values.watch) await runOnChanges(selection)
  process.exitCode = (await runOnce(selectTests(selection))) ? 0 : 1
}
