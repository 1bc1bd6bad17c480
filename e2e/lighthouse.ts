import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import lighthouse, { type Result } from 'lighthouse'
import { chromium, type BrowserContext } from 'playwright-core'
import { findPorts } from '@madruga/server/kit/ports.ts'
import { ANA } from './cast.ts'
import { BROWSER_FLAGS, findBrowser, launchBrowser } from './browser.ts'
import { changeFilter } from './market.ts'
import { enterDemo, startProduct } from './product.ts'

/**
 * Judges the first load of the landing, sign-in and home by Lighthouse: its mobile preset (slow 4G, a CPU
 * four times slower), the median of three runs, each with an empty cache. Writes bench/lighthouse.md:
 * `sh scripts/node e2e/lighthouse.ts`. Fails below the goals; `--floor` judges by FLOOR and repeats what
 * falls below it, for a busy machine, and writes nothing.
 */
const RUNS = 3
/** Medians that `--floor` takes before it fails: what the machine does besides passes, a regression stays. */
const FLOOR_ROUNDS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof CATEGORIES)[number]

type Sight = { name: string; path: string; signedIn: boolean; goal: number }
const SIGHTS: Sight[] = [
  { name: 'landing', path: '/', signedIn: false, goal: 95 },
  { name: 'sign-in', path: '/#/login', signedIn: false, goal: 95 },
  { name: 'home', path: '/#/home', signedIn: true, goal: 90 },
]
/** What a CPU that does other work meanwhile may take from a performance score. */
const FLOOR = 15
const MOST_BLOCKING_MS = 200
/** Home never comes to rest: offers keep arriving. */
const WATCHED_MS = 10_000
const NOBODY_PAYS_CENTS = 90_000

type Judged = Record<Category, number> & Record<'lcpMs' | 'tbtMs' | 'shift' | 'requests' | 'bytes', number>

const isFloor = process.argv.includes('--floor')
const rounds = isFloor ? FLOOR_ROUNDS : 1
const product = await startProduct()
const rows: string[] = []
const missed: string[] = []
try {
  await winNothing()
  for (const sight of SIGHTS) {
    let judged = await judgeOften(sight)
    for (let round = 1; round < rounds && missesOf(sight, judged).length > 0; round++) {
      console.log(`again: ${missesOf(sight, judged).join('; ')}, load ${os.loadavg()[0]!.toFixed(1)}`)
      judged = await judgeOften(sight)
    }
    note(sight, judged)
  }
} finally {
  await product.stop()
}
const goals = isFloor
  ? `Floor: performance ${FLOOR} below the goals, the others 100`
  : `Goals: performance at least 95 before sign-in and 90 on home, the others 100, blocking time under ${MOST_BLOCKING_MS} ms`
const report = `# Lighthouse

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, \`sh scripts/node e2e/lighthouse.ts\`: the first load with an empty cache, Lighthouse's mobile preset (slow 4G:
150 ms, 1.6 Mbit/s; a CPU four times slower), the median of ${RUNS} runs. The API, the bots and PostgreSQL run on the
same two cores; the load is that of the machine. ${goals}, layout shift under 0.01.
${missed.length === 0 ? 'Met' : `Missed: ${missed.join('; ')}`}.

| screen | performance | accessibility | best practices | largest paint | blocking time | layout shift | requests | on the wire | load |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
if (!isFloor) writeFileSync(path.join(import.meta.dirname, '../bench/lighthouse.md'), report)
console.log(report)
if (missed.length > 0) process.exitCode = 1

/** The median of several loads. A load that Lighthouse cannot judge on a stalled machine is repeated. */
async function judgeOften(sight: Sight): Promise<Judged> {
  const runs: Judged[] = []
  const failures: unknown[] = []
  while (runs.length < RUNS) {
    try {
      runs.push(await judge(sight))
    } catch (error) {
      failures.push(error)
      console.log(`${sight.name}: ${String(error)}`)
      if (failures.length > RUNS) throw error
    }
  }
  return middleOf(runs)
}

/** One load in its own browser: nothing is cached, and it is signed in where the screen needs it. */
async function judge({ path: sight, signedIn }: Sight): Promise<Judged> {
  const port = (await findPorts(1))[0]!
  const profile = mkdtempSync(path.join(os.tmpdir(), 'madruga-lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(await findBrowser()),
    args: [...BROWSER_FLAGS, `--remote-debugging-port=${port}`],
  })
  try {
    if (signedIn) await signIn(context)
    const result = await lighthouse(`${product.url}${sight}`, {
      port,
      onlyCategories: [...CATEGORIES],
      disableStorageReset: true,
      maxWaitForLoad: WATCHED_MS,
      disableFullPageScreenshot: true,
      logLevel: 'silent',
    })
    if (!result) throw new Error(`${sight}: Lighthouse has no result`)
    return readFigures(result.lhr)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Throws if the page could not be judged; names what fails outright. */
function readFigures({ audits, categories, runtimeError }: Result): Judged {
  if (runtimeError) throw new Error(runtimeError.message)
  const figureOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const scoreOf = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  for (const { score, scoreDisplayMode, title } of Object.values(audits))
    if (score === 0 && scoreDisplayMode === 'binary') console.log(`failed: ${title}`)
  const network = audits['network-requests']?.details
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    lcpMs: figureOf('largest-contentful-paint'),
    tbtMs: figureOf('total-blocking-time'),
    shift: figureOf('cumulative-layout-shift'),
    requests: network?.type === 'table' ? network.items.length : Number.NaN,
    bytes: figureOf('total-byte-weight'),
  }
}

/** A session without a page: nothing of the app is loaded yet. */
async function signIn(context: BrowserContext): Promise<void> {
  await enterDemo(context)
  const { request } = context
  await request.get(`${product.url}/api/accounts/session`)
  const { cookies } = await request.storageState()
  const token = cookies.find((each) => each.name === 'XSRF-TOKEN')?.value ?? ''
  const { email, password } = ANA
  const answer = await request.post(`${product.url}/api/accounts/sign-in`, {
    headers: { 'x-xsrf-token': token },
    data: { email, password },
  })
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`)
}

/**
 * From now on the driver's bot searches and takes nothing: the banner of a win would cover the page that is
 * judged, and count as its last paint.
 */
async function winNothing(): Promise<void> {
  const browser = await launchBrowser()
  const page = await browser.newPage()
  await signIn(page.context())
  await page.goto(`${product.url}/#/support`)
  await changeFilter(page, 'amazon', (filter) => {
    const { shared } = filter
    return { ...filter, shared: { ...shared, price: { ...shared.price, totalMinCents: NOBODY_PAYS_CENTS } } }
  })
  await browser.close()
}

function middleOf(runs: Judged[]): Judged {
  const middle = (figure: keyof Judged) =>
    runs.map((run) => run[figure]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!
  const entries = Object.keys(runs[0]!).map((key) => [key, middle(key as keyof Judged)])
  return Object.fromEntries(entries) as Judged
}

function missesOf({ name, goal }: Sight, judged: Judged): string[] {
  const { performance, accessibility, 'best-practices': practices, tbtMs, shift } = judged
  const least = isFloor ? goal - FLOOR : goal
  return [
    performance < least && `${name}: performance ${performance} of ${least}`,
    accessibility < 100 && `${name}: accessibility ${accessibility}`,
    practices < 100 && `${name}: best practices ${practices}`,
    shift >= 0.01 && `${name}: layout shift ${shift.toFixed(4)}`,
    !isFloor && tbtMs >= MOST_BLOCKING_MS && `${name}: blocking ${Math.round(tbtMs)} ms`,
  ].filter((miss) => miss !== false)
}

function note(sight: Sight, judged: Judged): void {
  const { performance, accessibility, 'best-practices': practices } = judged
  const { lcpMs, tbtMs, shift, requests, bytes } = judged
  missed.push(...missesOf(sight, judged))
  rows.push(
    `| ${sight.name} | ${performance} | ${accessibility} | ${practices} | ${(lcpMs / 1_000).toFixed(2)} s | ${Math.round(tbtMs)} ms | ${shift.toFixed(4)} | ${requests} | ${Math.round(bytes / 1024)} KB | ${os.loadavg()[0]!.toFixed(1)} |`,
  )
}
