import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { ANA, LUIS } from './cast.ts'
import { launchBrowser } from './browser.ts'
import { startProduct } from './product.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { openVisit, type Size } from './visit.ts'

/**
 * Measures the layout shift of live home: a minute from the reload on, while the bot searches. Writes
 * bench/shift.md: `sh scripts/node e2e/shift.ts`.
 */
const MINUTE_MS = 60_000
const GOAL = 0.01

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
  for (const [index, { value, moved }] of measured.entries()) {
    const { driver, size } = visits[index]!
    worst = Math.max(worst, value)
    rows.push(
      `| ${driver.variant} | ${size} | ${value.toFixed(4)} | ${[...new Set(moved)].join(', ') || '-'} |`,
    )
  }
} finally {
  await browser.close()
  await product.stop()
}
const report = `# Layout shift of live home

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, \`sh scripts/node e2e/shift.ts\`: home of a signed-in driver, reloaded and watched for a minute while
its bot searches, by the browser's own PerformanceObserver (every shift counts, also beyond a session window).
Goal: under ${GOAL}. ${worst < GOAL ? 'Met' : 'Missed'}.

| app | size | layout shift in a minute | what moved |
| --- | --- | --- | --- |
${rows.join('\n')}
`
writeFileSync(path.join(import.meta.dirname, '../bench/shift.md'), report)
console.log(report)

async function measure(driver: typeof ANA, size: Size): Promise<Shifts> {
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
  await page.reload()
  await page.waitForTimeout(MINUTE_MS)
  const shifts = await page.evaluate<Shifts>('globalThis.shifts')
  await context.close()
  return shifts
}
