import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { ANA } from './cast.ts'
import { launchBrowser } from './browser.ts'
import { allowEveryHour, placeFarBlock } from './market.ts'
import { startProduct, type Product } from './product.ts'
import { holdToStop, dismissBanners, signInByForm, waitForOffers } from './steps.ts'
import {
  collectErrors,
  findBarriers,
  findOverflow,
  openVisit,
  wordsOf,
  type Language,
  type Size,
} from './visit.ts'
import { longTest } from '@madruga/server/kit/testing.ts'

const browser = await launchBrowser()
after(() => browser?.close())

/**
 * One complete first session with the product, on a fresh one each time, so that no test sees another's data.
 */
for (const [size, language] of [
  ['phone', 'es'],
  ['desktop', 'en'],
] as const)
  longTest(
    `a driver watches the bot win, asks why, changes the filter, stops and starts: ${size}, ${language}`,
    async () => {
      const product = await startProduct()
      try {
        await acquaint(product, size, language)
      } finally {
        await product.stop()
      }
    },
    size === 'phone',
  )

async function acquaint(product: Product, size: Size, language: Language): Promise<void> {
  const context = await openVisit({ browser, size, language, theme: size === 'phone' ? 'dark' : 'light' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const t = wordsOf(language)
  await page.goto(`${product.url}/#/login`)

  await refuseWrongPassword(page, language)
  await signInByForm(page, ANA, language)
  await page.getByRole('heading', { name: t('phase.running') }).waitFor()

  await bookedBannerDrops(page, language, product)
  await dismissBanners(page, language)
  await whyIsAnswered(page, language)
  await filterIsSaved(page, language, product)
  await liveLogResumes(page, language)
  await stopAndStart(page, language)

  await context.setOffline(true)
  const known = t('shell.last_known', { minutes: 1, state: t('phase.cooling_down') })
  await page.getByText(`${t('shell.offline')} ${known}`).waitFor()
  await context.setOffline(false)
  await page.getByText(t('shell.offline')).waitFor({ state: 'detached' })
  assert.equal(await page.getByText(t('shell.failed')).count(), 0, 'what was there stays')

  const serious = errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|\b(401|409|422)\b/.test(error))
  assert.deepEqual(serious, [])
  await context.close()
}

async function refuseWrongPassword(page: Page, language: Language): Promise<void> {
  const t = wordsOf(language)
  await signInByForm(page, { email: ANA.email, password: 'not-it' }, language)
  await page.getByText(t('error.accounts.invalid_login')).waitFor()
  assert.equal(await page.getByLabel(t('login.email'), { exact: true }).inputValue(), ANA.email)
}

async function bookedBannerDrops(page: Page, language: Language, product: Product): Promise<void> {
  const t = wordsOf(language)
  const sign = page.getByRole('region', { name: t('booked.title') })
  await allowEveryHour(page)
  await waitForOffers(page, language)
  await placeFarBlock(product, page, { payCents: 9_000, nth: 0 })
  await sign.waitFor()
  // The next booking may be shown already: OK dismisses this one.
  const first = sign.filter({ hasText: await sign.innerText() })
  await sign.getByRole('button').click()
  await first.waitFor({ state: 'detached' })

  // It is shown for eight seconds: a slow check may outlast it.
  await placeFarBlock(product, page, { payCents: 9_000, nth: 1 })
  await sign.waitFor()
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
}

async function whyIsAnswered(page: Page, language: Language): Promise<void> {
  const t = wordsOf(language)
  const left = page
    .getByRole('region', { name: t('offers.title') })
    .getByRole('button')
    .first()
  await left.click()
  const sheet = page.getByRole('dialog')
  await sheet.waitFor()
  await sheet.getByRole('listitem').first().waitFor()
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
}

async function filterIsSaved(page: Page, language: Language, product: Product): Promise<void> {
  const t = wordsOf(language)
  await page.goto(`${product.url}/#/filter`)
  const perHour = page.getByLabel(t('filter.per_hour'), { exact: true })
  await perHour.fill('-3')
  await page.getByRole('button', { name: t('filter.save') }).click()
  await page.getByText(t('error.filters.negative')).first().waitFor()

  await perHour.fill('31')
  await page.reload()
  await page.getByText(t('form.restored')).waitFor()
  assert.equal(await perHour.inputValue(), '$31')

  await page.getByRole('button', { name: t('filter.save') }).click()
  await page.getByText(t('filter.saved_say')).first().waitFor()
  await page.reload()
  await perHour.waitFor()
  assert.equal(await perHour.inputValue(), '$31')
  assert.deepEqual(await findBarriers(page), [])
}

async function liveLogResumes(page: Page, language: Language): Promise<void> {
  const t = wordsOf(language)
  await page.evaluate(`location.hash = '#/live-log'`)
  const rows = page.locator('.row')
  await rows.first().waitFor()
  await page.getByRole('switch', { name: t('offers.live'), checked: true }).waitFor()
  await page.reload()
  await rows.first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.evaluate(`location.hash = '#/home'`)
  await page.getByRole('heading', { level: 1, name: t('HOME') }).waitFor()
}

async function stopAndStart(page: Page, language: Language): Promise<void> {
  const t = wordsOf(language)
  const hold = page.getByRole('button', { name: t('home.hold') })
  await hold.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('home.stop_keep') }).click()
  await holdToStop(page, language)
  await page.getByRole('heading', { name: t('phase.cooling_down') }).waitFor()
  const start = page.getByRole('button', {
    name: new RegExp(`^${t('home.start_in', { time: '' })}\\d+:\\d\\d$`),
  })
  assert.equal(await start.getAttribute('aria-disabled'), 'true')
  assert.equal(await start.getAttribute('data-quiet'), 'true', 'it looks as quiet as it is')
  assert.deepEqual(await findBarriers(page), [])
}

longTest('an address that changes while the page still starts leads to its screen', async () => {
  const product = await startProduct()
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  try {
    const page = await context.newPage()
    const t = wordsOf('es')
    await page.goto(`${product.url}/#/login`)
    await signInByForm(page, ANA, 'es')
    await page.waitForURL(/home/)
    await page.goto('about:blank')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    // Home's texts are still loading.
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      const body = await response.text()
      if (body.includes(t('home.hold'))) await released
      await route.fulfill({ response, body })
    })
    await page.goto(`${product.url}/#/home`, { waitUntil: 'commit' })
    // The app marks each entry of the history.
    await page.waitForFunction(() => 'entry' in (history.state ?? {}))
    await page.evaluate(`new Promise((done) => {
      addEventListener('hashchange', done)
      location.hash = '#/profile'
    })`)
    release()
    await page.getByRole('heading', { level: 1, name: t('PROFILE') }).waitFor()
    // Prefetched parts are irrelevant.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  } finally {
    await context.close()
    await product.stop()
  }
})
