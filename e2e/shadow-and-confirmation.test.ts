import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, callOperation, changeFilter, isHeld, placeFarBlock, steerMarket } from './market.ts'
import { dismissBanners, signInByForm } from './steps.ts'
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
import { longTest } from '@madruga/server/kit/testing.ts'

/**
 * A test of some seconds and a short cooling: the point is that it ends automatically, not how long a minute
 * is.
 */
const SETTINGS = { dailyStop: null, coolingMs: 1_000, shadow: { testMs: 20_000 } }
const PICTURES = process.env.PICTURES

const env = { SETTINGS: JSON.stringify(SETTINGS) }
const { product, browser } = await startFixture({ env })

type Say = ReturnType<typeof wordsOf>

longTest(
  'a test run judges the live market, shows each line, accepts nothing and reports: desktop, en',
  async () => {
    await visit('desktop', 'en', 'light', async (page, t) => {
      await page.goto(`${product.url}/#/live-log-test`)
      // The demo's bot searches for real: it cannot do both.
      await page.getByText(t('shadow.real_title')).waitFor()
      await stopBot(page, t)
      await allowEveryHour(page)

      await page.goto(`${product.url}/#/live-log-test`)
      await page.getByText(t('shadow.how')).waitFor()
      await page.getByRole('link', { name: t('shadow.home') }).click()
      await page.getByRole('button', { name: t('home.options') }).click()
      const options = page.getByRole('dialog')
      await options.getByRole('switch', { name: t('title.live-log-test') }).check()
      await options.getByRole('radio', { name: new RegExp(`^${t('shadow.minute')}`) }).check()
      await checkScreen(page)
      await take(page, 'shadow-start')
      await options.getByRole('button', { name: t('home.options_done') }).click()
      await page.getByRole('button', { name: t('title.live-log-test'), exact: true }).click()
      await page.getByRole('link', { name: new RegExp(t('shadow.until', { when: '.+' })) }).click()
      await page.getByRole('heading', { name: t('title.live-log-test') }).waitFor()
      const offerId = await placeFarBlock(product, page, { payCents: 12_000, nth: 0 })
      const report = page.getByRole('region', { name: t('shadow.report') })
      const row = report.getByRole('button').filter({ hasText: '$120' })
      await row.waitFor()
      await checkScreen(page)
      await take(page, 'shadow-watching')

      await page.getByText(t('shadow.how')).waitFor()
      await row.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('listitem').first().waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await take(page, 'shadow-report')
      assert.equal(await isHeld(product, offerId), false, 'nothing was accepted')
      assert.ok(await isListed(offerId), 'the market still offers it')
    })
  },
)

test('a confirmation request appears on every screen, and a yes accepts the offer: phone, es', async () => {
  await visit('phone', 'es', 'dark', async (page, t) => {
    await callOperation(page, 'POST', '/bot/stop', {})
    await page.goto(`${product.url}/#/home`)
    await page.getByRole('button', { name: t('home.start'), exact: true }).waitFor()
    await allowEveryHour(page)
    await askFrom(page, { lowerPayPercent: 50, perHourMinCents: 10_000 })
    await page.getByRole('button', { name: t('home.start'), exact: true }).click()
    await page.getByRole('heading', { name: t('phase.running') }).waitFor()
    // On another screen of the app.
    await page.goto(`${product.url}/#/profile`)
    const leave = await placeFarBlock(product, page, { payCents: 18_100, nth: 1 })
    const card = page.getByRole('region', { name: t('confirmation.title') })
    await card.filter({ hasText: '$181' }).waitFor()
    await checkScreen(page)
    await take(page, 'ask')
    await card.getByRole('button', { name: t('confirmation.leave'), exact: true }).click()
    await card.waitFor({ state: 'detached' })

    const wanted = await placeFarBlock(product, page, { payCents: 19_100, nth: 2 })
    await card.filter({ hasText: '$191' }).waitFor()
    const yes = card.getByRole('button', { name: t('confirmation.take'), exact: true })
    await yes.focus()
    await page.keyboard.press('Enter')
    const sign = page.getByRole('region', { name: t('booked.title') })
    await sign.filter({ hasText: '$191' }).waitFor()
    await card.waitFor({ state: 'detached' })
    assert.deepEqual([await isHeld(product, wanted), await isHeld(product, leave)], [true, false])
  })
})

/** Stops the bot by home's button, without holding it. */
async function stopBot(page: Page, t: Say): Promise<void> {
  await dismissBanners(page, 'en')
  await page.goto(`${product.url}/#/home`)
  await page.getByRole('button', { name: t('home.hold') }).click()
  await page.getByRole('button', { name: t('home.stop_now'), exact: true }).click()
  await page.getByRole('button', { name: t('home.start'), exact: true }).waitFor()
  await page.getByRole('heading', { name: t('phase.not_running') }).waitFor()
}

/** Sets an hourly minimum that nothing on the market meets, and requests confirmations for lower pay. */
async function askFrom(
  page: Page,
  { lowerPayPercent, perHourMinCents }: { lowerPayPercent: number; perHourMinCents: number },
): Promise<void> {
  await changeFilter(page, 'amazon', (filter) => ({
    ...filter,
    shared: { ...filter.shared, price: { ...filter.shared.price, perHourMinCents } },
    confirmation: { enabled: true, lowerPayPercent, lessArrivalMinutes: 0, anyHour: true },
  }))
}

async function isListed(offerId: string): Promise<boolean> {
  const { offers } = await steerMarket<{ offers: { offerId: string }[] }>(product, 'GET', '/admin/offers')
  return offers.some((offer) => offer.offerId === offerId)
}

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
    await page.goto(`${product.url}/#/login`)
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

/** Screenshots for inspection: `PICTURES=folder`. */
async function take(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` })
}
