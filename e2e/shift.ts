import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ANA, LUIS } from './cast.ts'
import { launchBrowser } from './browser.ts'
import { startProduct } from './product.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { openVisit, type Size } from './visit.ts'

/**
 * Measures the layout shift of live home and of the screens that a driver opens most, from the reload on,
 * while the bot searches. Writes bench/shift.md: `sh scripts/node e2e/shift.ts`.
 */
const HOME_SECONDS = 60
const SCREEN_SECONDS = 15
const GOAL = 0.01
/** The screens of both apps, home first. */
const SCREENS = {
  amazon: ['home', 'logs', 'live-log', 'filter', 'calendar'],
  spark: ['home', 'spark-logs', 'live-log', 'spark-filter', 'calendar'],
}

type Shifts = { value: number; moved: string[] }

const product = await startProduct()
const browser = await launchBrowser()
const rows: string[] = []
let worst = 0
try {
  const visits = [ANA, LUIS].flatMap((driver) =>
    (['phone', 'desktop'] as const).map((size) => ({ driver, size })),
  )
  const measured = await Promise.all(visits.map(({ driver, size }) => measure(driver, size)))
  for (const [index, screens] of measured.entries()) {
    const { driver, size } = visits[index]!
    for (const { screen, value, moved } of screens) {
      worst = Math.max(worst, value)
      rows.push(
        `| ${driver.variant} | ${screen} | ${size} | ${value.toFixed(4)} | ${[...new Set(moved)].join(', ') || '-'} |`,
      )
    }
  }
} finally {
  await browser.close()
  await product.stop()
}
const report = `# Layout shift of live screens

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, \`sh scripts/node e2e/shift.ts\`: each screen of a signed-in driver, reloaded and watched while their bot searches,
home for ${HOME_SECONDS} seconds and the others for ${SCREEN_SECONDS}, by the browser's own PerformanceObserver (every shift counts, also
beyond a session window). Goal: under ${GOAL}. ${worst < GOAL ? 'Met' : 'Missed'}.

| app | screen | size | layout shift | what moved |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
writeFileSync(path.join(import.meta.dirname, '../bench/shift.md'), report)
console.log(report)
if (worst >= GOAL) process.exitCode = 1

async function measure(driver: typeof ANA, size: Size): Promise<(Shifts & { screen: string })[]> {
  const context = await openVisit({ browser, size, language: 'en', theme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, driver, 'en')
  await waitForOffers(page, 'en')
  await page.addInitScript(() => {
    const kept = { value: 0, moved: [] as string[] }
    ;(globalThis as unknown as { shifts: typeof kept }).shifts = kept
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        kept.value += entry.value
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          kept.moved.push(`${element?.tagName.toLowerCase()}.${element?.classList[0] ?? ''}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const measured: (Shifts & { screen: string })[] = []
  for (const screen of SCREENS[driver.variant as keyof typeof SCREENS]) {
    await page.goto(`${product.url}/#/${screen}`)
    await page.reload()
    await page.waitForTimeout((screen === 'home' ? HOME_SECONDS : SCREEN_SECONDS) * 1_000)
    measured.push({ screen, ...(await page.evaluate<Shifts>('globalThis.shifts')) })
  }
  await context.close()
  return measured
}
