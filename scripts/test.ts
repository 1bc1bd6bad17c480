import { fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { findBrowser } from '../e2e/browser.ts'
import { startTestCluster } from '../server/db/testing.ts'

/**
 * Runs the tests: `unit` (pure), `world` (real PostgreSQL and HTTP), `e2e` (journeys in a browser) or `all`.
 * Further words keep only the files whose path holds one of them. Ends non-zero when a test failed or none
 * ran.
 */
const ROOT = path.join(import.meta.dirname, '..')
// Time-outs for hanging tests: a machine five times slower than ours stays within them.
const TEST_MS = { unit: 300_000, world: 300_000, e2e: 900_000 }
// A file that hangs in a hook has no test to time out: the whole kind is then ended.
const KIND_MS = { unit: 600_000, world: 2_400_000, e2e: 1_800_000 }
const KINDS = ['unit', 'world', 'e2e'] as const
// Parallel files. A journey mostly waits, for a page or for a minute to pass: two leave the other tests time,
// and four fill the machine once those are done.
const AT_ONCE = { unit: 1, world: 2, e2e: 2 }
/**
 * The journeys that take longest, two of which need hardly any CPU: started first, they run beside the
 * others.
 */
const LONGEST = ['e2e/autostart.test.ts', 'e2e/invoices.test.ts', 'e2e/routes.test.ts']
// Every file loads the same modules: types are stripped and code is compiled once a run, not once a process.
process.env['NODE_COMPILE_CACHE'] ??= path.join(ROOT, 'node_modules/.cache/compile')
type Kind = (typeof KINDS)[number]
type Counts = Record<'tests' | 'suites' | 'passed' | 'failed' | 'cancelled' | 'skipped' | 'todo', number>

function kindOf(file: string): Kind {
  if (file.startsWith(`e2e${path.sep}`)) return 'e2e'
  return file.endsWith('.world.test.ts') ? 'world' : 'unit'
}

function findFiles(words: readonly string[]): Map<Kind, string[]> {
  const files = globSync('{core,server,simulator,web,scripts,bench,e2e}/**/*.test.ts', {
    cwd: ROOT,
    exclude: (name) => name.split(path.sep).some((part) => part === 'node_modules' || part === 'dist'),
  })
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .toSorted((a, b) => Number(LONGEST.includes(b)) - Number(LONGEST.includes(a)) || (a < b ? -1 : 1))
  return new Map(KINDS.map((kind) => [kind, files.filter((file) => kindOf(file) === kind)]))
}

/** Node's own report goes to the terminal; the counts are returned. */
async function runFiles(kind: Kind, files: readonly string[]): Promise<Counts> {
  const over = new AbortController()
  const limit = setTimeout(() => {
    console.error(`test: the ${kind} tests took over ${KIND_MS[kind] / 60_000} minutes`)
    over.abort()
  }, KIND_MS[kind])
  // Tests that share this process end only when nothing else holds it up.
  limit.unref()
  console.log(`\n${kind}: ${files.length === 1 ? files[0] : `${files.length} files`}`)
  const events = run({
    files: files.map((file) => path.join(ROOT, file)),
    // Pure tests share this process: starting Node for each file costs more than most of them take.
    isolation: kind === 'unit' ? 'none' : 'process',
    concurrency: AT_ONCE[kind],
    timeout: TEST_MS[kind],
    signal: over.signal,
    cwd: ROOT,
  })
  let counts: Counts | undefined
  events.on('test:summary', (summary) => {
    // The types lack `failed`, which the runner has.
    if (summary.file === undefined) counts = summary.counts as unknown as Counts
  })
  for await (const chunk of events.compose(spec)) process.stdout.write(chunk)
  clearTimeout(limit)
  if (!counts) throw new Error(`the ${kind} tests gave no counts`)
  return counts
}

function addCounts(all: readonly Counts[]): Counts {
  const total: Counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 }
  for (const counts of all) {
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name]
  }
  return total
}

const [wanted = 'all', ...words] = process.argv.slice(2)
if (wanted !== 'all' && !KINDS.some((kind) => kind === wanted)) {
  console.error(`test: no kind ${wanted}; there are ${KINDS.join(', ')} and all`)
  process.exit(2)
}
const startedAt = performance.now()
const found = findFiles(words)
const parts: Counts[] = []
let cluster: Awaited<ReturnType<typeof startTestCluster>> | null = null

function filesOf(kind: Kind): readonly string[] {
  return wanted === 'all' || wanted === kind ? (found.get(kind) ?? []) : []
}

async function runServerTests(): Promise<void> {
  const [unit, world] = [filesOf('unit'), filesOf('world')]
  if (unit.length > 0) parts.push(wanted === 'all' ? await runPureApart() : await runFiles('unit', unit))
  if (world.length === 0) return
  cluster = await startTestCluster()
  process.env['TEST_CLUSTER_URL'] = cluster.url
  parts.push(await runFiles('world', world))
}

/** The journeys, the next one as soon as one ends; more of them at once when `others` are over. */
async function runJourneys(others: Promise<unknown>): Promise<void> {
  const waiting = [...filesOf('e2e')]
  if (waiting.length === 0) return
  // The browser from npm is unpacked on first use: parallel tests would start an incomplete one.
  await findBrowser()
  const runNext = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      parts.push(await runFiles('e2e', [file]))
  }
  const runMore = () => Promise.all(Array.from({ length: AT_ONCE.e2e }, runNext))
  await Promise.all([runMore(), others.then(runMore, runMore)])
}

/**
 * The pure tests in another process: nothing that they leave in theirs reaches the files started from here.
 */
async function runPureApart(): Promise<Counts> {
  const child = fork(import.meta.filename, ['unit', ...words])
  const told = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])
  const [[counts]] = await Promise.all([told, once(child, 'exit')])
  if (!counts) throw new Error('the unit tests gave no counts')
  return counts as Counts
}

const others = runServerTests()
const ends = await Promise.allSettled([others, runJourneys(others)])
await (cluster as Awaited<ReturnType<typeof startTestCluster>> | null)?.stop()
for (const end of ends) if (end.status === 'rejected') throw end.reason

const total = addCounts(parts)
if (parts.length > 1) {
  const { passed: pass, failed: fail, ...rest } = total
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log('\nall together')
  for (const [name, count] of Object.entries({ tests: rest.tests, suites: rest.suites, pass, fail })) {
    console.log(`ℹ ${name} ${count}`)
  }
  console.log(
    `ℹ cancelled ${rest.cancelled}\nℹ skipped ${rest.skipped}\nℹ todo ${rest.todo}\nℹ seconds ${seconds}`,
  )
}
if (total.tests === 0) console.error('test: no test ran')
process.send?.(total)
process.exitCode = total.tests === 0 || total.failed > 0 || total.cancelled > 0 ? 1 : 0
