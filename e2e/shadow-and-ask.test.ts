import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DEMO_DRIVERS } from '@madruga/server/admin/demo-drivers.ts'
import { launchBrowser } from './browser.ts'
import { startProduct, type Product } from './product.ts'
import { putSignsAway, signInByForm } from './steps.ts'
import {
  collectErrors,
  findBarriers,
  findOverflow,
  openVisit,
  wordsOf,
  type Language,
  type Size,
  type Theme,
} from './visit.ts'

/** A test of some seconds and a short cooling: what is tried is that it ends by itself, not how long a minute is. */
const SETTINGS = { dailyStop: null, coolingMs: 1_000, shadow: { testMs: 20_000 } }
const PICTURES = process.env.PICTURES

let product: Product
let browser: Browser
before(async () => {
  const env = { SETTINGS: JSON.stringify(SETTINGS) }
  ;[product, browser] = await Promise.all([startProduct({ env }), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

const ANA = DEMO_DRIVERS[0]!
type Say = ReturnType<typeof wordsOf>

test('a test run judges the live market, shows each line, accepts nothing and reports: desktop, en', async () => {
  await visit('desktop', 'en', 'light', async (page, t) => {
    await page.goto(`${product.url}/#/live-log-test`)
    // The demo's bot hunts for real: it cannot do both.
    await page.getByText(t('shadow.real_title')).waitFor({ timeout: 60_000 })
    await stopBot(page, t)

    await page.goto(`${product.url}/#/live-log-test`)
    await page.getByRole('radio', { name: new RegExp(`^${t('shadow.minute')}`) }).waitFor()
    await checkScreen(page)
    await take(page, 'shadow-start')
    await page.getByRole('button', { name: t('shadow.start'), exact: true }).click()
    await page.getByRole('heading', { name: t('shadow.watching') }).waitFor()
    const offerId = await place(await myStation(page), { payCents: 12_000, hours: 250 })
    const report = page.getByRole('region', { name: t('shadow.report') })
    const row = report.getByRole('button').filter({ hasText: '$120' })
    await row.waitFor()
    await checkScreen(page)
    await take(page, 'shadow-watching')

    await page.getByRole('button', { name: t('shadow.start'), exact: true }).waitFor({ timeout: 40_000 })
    await row.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('listitem').first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await take(page, 'shadow-report')
    assert.equal(await isHeld(offerId), false, 'nothing was accepted')
    assert.ok(await isListed(offerId), 'the market still offers it')
  })
})

test('an offer outside the filter is asked about wherever one is, and a yes takes it: phone, es', async () => {
  await visit('phone', 'es', 'dark', async (page, t) => {
    await page.goto(`${product.url}/#/home`)
    await page.getByRole('button', { name: t('home.start'), exact: true }).waitFor({ timeout: 60_000 })
    await askFrom(page, { lowerPayPercent: 50, perHourMinCents: 10_000 })
    await page.getByRole('button', { name: t('home.start'), exact: true }).click()
    await page.getByRole('heading', { name: t('state.running') }).waitFor({ timeout: 60_000 })
    // Somewhere else in the app.
    await page.goto(`${product.url}/#/profile`)
    const station = await myStation(page)
    const leave = await place(station, { payCents: 18_100, hours: 260 })
    const card = page.getByRole('region', { name: t('ask.title') })
    await card.filter({ hasText: '$181' }).waitFor({ timeout: 30_000 })
    await checkScreen(page)
    await take(page, 'ask')
    await card.getByRole('button', { name: t('ask.leave'), exact: true }).click()
    await card.waitFor({ state: 'detached' })

    const wanted = await place(station, { payCents: 19_100, hours: 270 })
    await card.filter({ hasText: '$191' }).waitFor({ timeout: 30_000 })
    const yes = card.getByRole('button', { name: t('ask.take'), exact: true })
    await yes.focus()
    await page.keyboard.press('Enter')
    const sign = page.getByRole('region', { name: t('booked.title') })
    await sign.filter({ hasText: '$191' }).waitFor({ timeout: 20_000 })
    await card.waitFor({ state: 'detached' })
    assert.deepEqual([await isHeld(wanted), await isHeld(leave)], [true, false])
  })
})

/** Stops the bot by home's button, the way without holding. */
async function stopBot(page: Page, t: Say): Promise<void> {
  await putSignsAway(page, 'en')
  await page.goto(`${product.url}/#/home`)
  await page.getByRole('button', { name: t('home.hold') }).click()
  await page.getByRole('button', { name: t('home.stop_now'), exact: true }).click()
  await page.getByRole('button', { name: t('home.start'), exact: true }).waitFor({ timeout: 30_000 })
  await page.getByRole('heading', { name: t('state.not_running') }).waitFor({ timeout: 30_000 })
}

/** Calls an operation as the page's own client does, with its session and token. */
function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([verb, address, sent]) => {
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '')
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': token }
      const reply = await fetch(`/api${address}`, { method: verb, headers, ...(sent && { body: sent }) })
      if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`)
      return await reply.json()
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  ) as Promise<T>
}

async function myStation(page: Page): Promise<string> {
  const saved = await call<{ filter: { stations: { stationId: string }[] } }>(page, 'GET', '/filters/amazon')
  const station = saved.filter.stations[0]
  assert.ok(station, 'a station in the filter')
  return station.stationId
}

/** Wants so much an hour that nothing on the market fits, and to be asked about what pays less. */
async function askFrom(
  page: Page,
  { lowerPayPercent, perHourMinCents }: { lowerPayPercent: number; perHourMinCents: number },
): Promise<void> {
  const { version, filter } = await call<{ version: number; filter: Record<string, unknown> }>(
    page,
    'GET',
    '/filters/amazon',
  )
  const shared = filter.shared as { price: object }
  await call(page, 'PUT', '/filters/amazon', {
    variant: 'amazon',
    baseVersion: version,
    filter: {
      ...filter,
      shared: { ...shared, price: { ...shared.price, perHourMinCents } },
      ask: { enabled: true, lowerPayPercent, lessArrivalMinutes: 0, anyHour: true },
    },
  })
}

/**
 * Places a block of three hours that no competitor takes, further ahead than the market lists by itself (ten days): no block that the bot
 * won before is in the way.
 */
async function place(
  stationId: string,
  { payCents, hours }: { payCents: number; hours: number },
): Promise<string> {
  const start = Date.now() + hours * 3_600_000
  const reply = await fetch(`${product.marketUrl}/admin/offers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      stationId,
      kind: 'block',
      start: new Date(start).toISOString(),
      end: new Date(start + 3 * 3_600_000).toISOString(),
      payCents,
    }),
  })
  const { offerId } = (await reply.json()) as { offerId?: string }
  assert.ok(offerId, `placed: ${reply.status}`)
  return offerId
}

const readMarket = async (what: string) => await (await fetch(`${product.marketUrl}/admin/${what}`)).text()
const isHeld = async (offerId: string) => (await readMarket('blocks')).includes(`"${offerId}"`)
const isListed = async (offerId: string) => (await readMarket('offers')).includes(`"${offerId}"`)

async function visit(
  size: Size,
  language: Language,
  theme: Theme,
  walk: (page: Page, t: Say) => Promise<void>,
): Promise<void> {
  const context = await openVisit({ browser, size, language, theme })
  const page = await context.newPage()
  const errors = collectErrors(page)
  try {
    await page.goto(product.url)
    await signInByForm(page, ANA, language)
    await page.getByRole('heading', { level: 1, name: wordsOf(language)('HOME') }).waitFor()
    await walk(page, wordsOf(language))
    assert.deepEqual(errors, [])
  } finally {
    await context.close()
  }
}

async function checkScreen(page: Page): Promise<void> {
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(await findOverflow(page), [])
}

/** Pictures for whoever looks: `PICTURES=folder`. */
async function take(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` })
}
