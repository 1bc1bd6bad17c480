import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ANA, INES, LUIS } from './cast.ts'
import { launchBrowser } from './browser.ts'
import { startProduct } from './product.ts'
import { noteShifts, readShifts, sumShifts, type Shift } from './shifts.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { openVisit, type Size } from './visit.ts'

/**
 * Measures the layout shift of live home and of the screens that a driver opens most, from the reload on,
 * while the bot searches. Writes bench/shift.md: `sh scripts/node e2e/shift.ts`. With the names of screens it
 * measures these alone, says where what moved came from, and writes nothing:
 * `sh scripts/node e2e/shift.ts calendar logs`.
 */
const HOME_SECONDS = 60
const SCREEN_SECONDS = 15
const GOAL = 0.01
/** The screens of each app, home first. */
const SCREENS = {
  amazon: ['home', 'logs', 'logs?live=1', 'filter', 'calendar'],
  spark: ['spark-home', 'spark-logs', 'spark-logs?live=1', 'spark-filter', 'calendar'],
  courier: ['courier-home', 'courier-logs', 'courier-logs?live=1', 'courier-filter', 'calendar'],
}

type Measured = { app: string; screen: string; size: Size; shifts: Shift[] }

const asked = process.argv.slice(2)
const chosen = (screen: string) => asked.length === 0 || asked.includes(screen)
const product = await startProduct()
const browser = await launchBrowser()
const measured: Measured[] = []
try {
  for (const driver of [ANA, LUIS, INES])
    measured.push(...(await Promise.all([measure(driver, 'phone'), measure(driver, 'desktop')])).flat())
} finally {
  await browser.close()
  await product.stop()
}
const valueOf = ({ shifts }: Measured) => sumShifts(shifts)
const missed = measured.filter((one) => valueOf(one) >= GOAL)
if (asked.length > 0) printShifts()
else writeReport()
if (missed.length > 0) process.exitCode = 1

function printShifts(): void {
  for (const one of measured) {
    console.log(`${one.app} ${one.screen} ${one.size}: ${valueOf(one).toFixed(4)}`)
    for (const { value, atMs, moved } of one.shifts) {
      console.log(`  ${value.toFixed(4)} after ${atMs} ms`)
      for (const { name, from, to } of moved) console.log(`    ${name}: ${from} -> ${to}`)
    }
  }
}

function writeReport(): void {
  const rows = measured.map((one) => {
    const names = new Set(one.shifts.flatMap(({ moved }) => moved.map(({ name }) => name)))
    return `| ${one.app} | ${one.screen} | ${one.size} | ${valueOf(one).toFixed(4)} | ${[...names].join(', ') || '-'} |`
  })
  const report = `# Layout shift of live screens

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, \`sh scripts/node e2e/shift.ts\`: each screen of a signed-in driver, reloaded and watched while their bot searches,
home for ${HOME_SECONDS} seconds and the others for ${SCREEN_SECONDS}, by the browser's own PerformanceObserver (every shift counts, also
beyond a session window). The machine's load at the end was ${os.loadavg()[0]!.toFixed(1)}, of ${os.availableParallelism()} cores. Goal: under ${GOAL}. ${missed.length === 0 ? 'Met' : 'Missed'}.

| app | screen | size | layout shift | what moved |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
  writeFileSync(path.join(import.meta.dirname, '../bench/shift.md'), report)
  console.log(report)
}

async function measure(driver: typeof ANA | typeof INES, size: Size): Promise<Measured[]> {
  const app = driver.variant as keyof typeof SCREENS
  const screens = SCREENS[app].filter(chosen)
  if (screens.length === 0) return []
  const context = await openVisit({ browser, size, language: 'en', theme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, driver, 'en')
  await waitForOffers(page, 'en')
  await page.addInitScript(noteShifts)
  const found: Measured[] = []
  for (const screen of screens) {
    await page.goto(`${product.url}/#/${screen}`)
    await page.reload()
    await page.waitForTimeout((screen.endsWith('home') ? HOME_SECONDS : SCREEN_SECONDS) * 1_000)
    found.push({ app, screen, size, shifts: await readShifts(page) })
  }
  await context.close()
  return found
}
