import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { ANA } from './cast.ts'
import { launchBrowser } from './browser.ts'
import { startProduct } from './product.ts'
import { SCROLLED_PX, fillLog, scroll } from './scrolling.ts'
import { dismissBanners, signInByForm, waitForOffers } from './steps.ts'
import { openVisit, wordsOf } from './visit.ts'

/**
 * Measures what a driver feels on a phone with a CPU four times slower: the time from a tap or key to the
 * next paint, by the browser's own event timing, and the frames while ten thousand log rows scroll. Writes
 * bench/interactions.md: `sh scripts/node e2e/interactions.ts`.
 */
const SLOWER = 4
const TIMES = 5
const GOAL_MS = 200
const ROWS = 10_000
/** Of 60; a frame more or less is the clock's. */
const GOAL_FRAMES = 58
/** A tap's entry is there once its frame is drawn; later parts of the screen do not count as its. */
const SETTLED_MS = 700

const t = wordsOf('en')

type Step = {
  name: string
  /** Not measured: leads to where the interaction begins. */
  prepare: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: t('shell.tabs') }).getByRole('link', { name })
const menuTab = (page: Page) =>
  page.getByRole('navigation', { name: t('shell.tabs') }).getByRole('button', { name: t('MENU') })
const goTo = (page: Page, screen: string) => page.goto(`${product.url}/#/${screen}`)
const openHome = async (page: Page) => {
  await goTo(page, 'home')
  await waitForOffers(page, 'en')
}
const openFilter = async (page: Page) => {
  await goTo(page, 'filter')
  await page.getByLabel(t('filter.per_hour'), { exact: true }).waitFor()
}
const openLogs = async (page: Page) => {
  await goTo(page, 'logs')
  await page.locator('.entry-row').nth(5).waitFor()
}
const openLiveLog = async (page: Page) => {
  await goTo(page, 'live-log')
  await page.locator('.entry-row').nth(5).waitFor()
}
const firstOffer = (page: Page) => page.locator('button.entry-row').nth(2)

const STEPS: Step[] = [
  {
    name: 'menu: open',
    prepare: openHome,
    act: (page) => menuTab(page).tap(),
  },
  {
    name: 'menu: close',
    prepare: async (page) => {
      await openHome(page)
      await menuTab(page).tap()
      await page.getByRole('dialog').waitFor()
    },
    act: (page) => page.keyboard.press('Escape'),
  },
  { name: 'tab: filter', prepare: openHome, act: (page) => tab(page, t('FILTERS')).tap() },
  { name: 'tab: calendar', prepare: openHome, act: (page) => tab(page, t('CALENDAR')).tap() },
  {
    name: 'tab: home',
    prepare: (page) => goTo(page, 'calendar'),
    act: (page) => tab(page, t('HOME')).tap(),
  },
  {
    name: 'filter: step the pay up',
    prepare: openFilter,
    act: (page) =>
      page.getByRole('button', { name: t('filter.more', { field: t('filter.per_hour') }) }).tap(),
  },
  {
    name: 'filter: type the pay',
    prepare: async (page) => {
      await openFilter(page)
      await page.getByLabel(t('filter.per_hour'), { exact: true }).focus()
    },
    act: (page) => page.keyboard.type('25', { delay: 150 }),
  },
  { name: 'home: open a why sheet', prepare: openHome, act: (page) => firstOffer(page).tap() },
  { name: 'log: open a why sheet', prepare: openLiveLog, act: (page) => firstOffer(page).tap() },
  {
    name: 'log: choose an outcome',
    prepare: openLiveLog,
    act: (page) => page.getByRole('button', { name: t('log.ignored_price') }).tap(),
  },
  {
    name: 'log: type a search',
    prepare: async (page) => {
      await openLogs(page)
      await page.getByRole('searchbox').focus()
    },
    act: (page) => page.keyboard.type('miami', { delay: 150 }),
  },
]

const product = await startProduct()
const browser = await launchBrowser()
const missed: string[] = []
const tapped: string[] = []
const scrolled: string[] = []
try {
  const { page, cdp } = await openPhone()
  for (const step of STEPS) {
    const times: number[] = []
    for (let time = 0; time < TIMES; time++) times.push(await measure(page, cdp, step))
    noteTaps(step.name, times)
  }
  await page.context().close()
  await fillLog(product.database, ANA.email, ROWS)
  for (const slower of [1, SLOWER]) await measureLists(slower)
} finally {
  await browser.close()
  await product.stop()
}
const report = `# Interactions and scrolling

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, \`sh scripts/node e2e/interactions.ts\`: a phone of 390 by 844 whose CPU is ${SLOWER} times slower, while the bot
searches. The API, the bots and PostgreSQL run on the same two cores. Goals: ${GOAL_MS} ms from a tap or a key to the next
paint, and 60 frames a second. ${missed.length === 0 ? 'Met' : `Missed: ${missed.join('; ')}`}.

## From a tap or key to the next paint

By the browser's event timing, which rounds to 8 ms; the slowest event of an interaction, ${TIMES} times each. Load is
that of the machine, of two cores.

| interaction | median | slowest | load |
| --- | --- | --- | --- |
${tapped.join('\n')}

## A log of ${ROWS.toLocaleString('en-US')} rows

All rows of the history are loaded first; then a hand scrolls through ${(SCROLLED_PX / 1_000).toFixed(0)},000 px. Frames are counted by \`requestAnimationFrame\`; drawn
and dropped frames and the time of the page's thread come from the browser's trace.

| CPU | frames a second | without rows | drawn | dropped | thread time of a frame | load |
| --- | --- | --- | --- | --- | --- | --- |
${scrolled.join('\n')}
`
writeFileSync(path.join(import.meta.dirname, '../bench/interactions.md'), report)
console.log(report)
if (missed.length > 0) process.exitCode = 1

/** Home on a phone that is signed in. */
async function openPhone(): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await openVisit({ browser, size: 'phone', language: 'en', theme: 'dark' })
  const page = await context.newPage()
  await page.addInitScript(observeTaps)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'en')
  await waitForOffers(page, 'en')
  await dismissBanners(page, 'en')
  return { page, cdp: await context.newCDPSession(page) }
}

/** In the page: keeps the longest event of any tap or key. */
function observeTaps(): void {
  const kept = { longestMs: 0 }
  Object.assign(globalThis, { taps: kept })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) kept.longestMs = Math.max(kept.longestMs, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Each time in a page that was just loaded: what a first tap loads is part of what a driver feels. */
async function measure(page: Page, cdp: CDPSession, { prepare, act }: Step): Promise<number> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto('about:blank')
  await prepare(page)
  await page.waitForTimeout(SETTLED_MS)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate('globalThis.taps.longestMs = 0')
  await act(page)
  await page.waitForTimeout(SETTLED_MS)
  return page.evaluate<number>('globalThis.taps.longestMs')
}

function noteTaps(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  if (median > GOAL_MS) missed.push(`${name}: ${median} ms`)
  tapped.push(`| ${name} | ${median} ms | ${sorted.at(-1)} ms | ${os.loadavg()[0]!.toFixed(1)} |`)
  console.log(tapped.at(-1))
}

async function measureLists(slower: number): Promise<void> {
  const { page, cdp } = await openPhone()
  await openLogs(page)
  await loadAll(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const { perSecond, bare, drawn, dropped, cpuMsPerFrame } = await scroll(page, cdp)
  if (perSecond < GOAL_FRAMES) missed.push(`logs, CPU 1/${slower}: ${perSecond.toFixed(0)} frames a second`)
  scrolled.push(
    `| 1/${slower} | ${perSecond.toFixed(1)} | ${bare} | ${drawn} | ${dropped} | ${cpuMsPerFrame.toFixed(1)} ms | ${os.loadavg()[0]!.toFixed(1)} |`,
  )
  console.log(scrolled.at(-1))
  await page.context().close()
}

/** Loads the rows by scrolling to the end of the list. Ends at the top. */
async function loadAll(page: Page): Promise<void> {
  while (!(await page.evaluate<boolean, number>(isLoaded, ROWS)))
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await page.evaluate('scrollTo(0, 0)')
}

/** In the page: whether the list is as high as this many rows. */
function isLoaded(rows: number): boolean {
  const list = document.querySelector<HTMLElement>('ul.rows')
  const row = document.querySelector<HTMLElement>('.row-slot')
  return list !== null && row !== null && list.offsetHeight >= rows * row.offsetHeight
}
