import type { Key } from '../web/i18n.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { SPARK_KINDS } from '@madruga/core/filters.ts'
import type { SparkFilter, SparkKind } from '@madruga/core/filters.ts'
import { LUIS } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, callOperation } from './market.ts'
import { holdToStop, dismissBanners, signInByForm } from './steps.ts'
import { collectErrors, findBarriers, findOverflow, openVisit, wordsOf, spokenFor } from './visit.ts'

const { product, browser } = await startFixture()

const t = wordsOf('en', 'spark')
const [en, es] = [t, wordsOf('es', 'spark')]

test('a spark driver sets stores, kinds and miles, is refused by the rules, sees what if, and saves: desktop, en', async () => {
  const context = await openVisit({ browser, size: 'desktop', language: 'en', theme: 'light' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await dismissBanners(page, 'en')
  await signInByForm(page, LUIS, 'en')
  await page.getByRole('heading', { name: t('phase.running') }).waitFor()
  // At night most trips fail by their hour.
  await allowEveryHour(page, 'spark')
  await page.goto(`${product.url}/#/spark-filter`)
  await page.getByRole('heading', { name: t('filter.stations') }).waitFor()

  await whatIfFollows(page)
  await checkPointsOut(page)
  await refusedAndPutRight(page)
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
  await typedSurvivesReload(page)
  await savedForGood(page)

  assert.deepEqual(errors, [])
  await context.close()
})

test('a spark driver has their own screens, switches to amazon and back, and hears nothing twice: desktop, es', async () => {
  const context = await openVisit({ browser, size: 'desktop', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await dismissBanners(page, 'es')
  await signInByForm(page, LUIS, 'es')
  await page.getByRole('heading', { name: es('phase.running') }).waitFor()

  await everyScreenLightsItsEntry(page)
  await historiesAreApart(page)
  await noInstantOffers(page)
  await page.goto(`${product.url}/#/spark-home`)
  await holdToStop(page, 'es')
  await turnTo(page, 'amazon')
  await wordsEndWithTheirLanguage(page)
  await page.goto(`${product.url}/#/activation`)
  await page.getByRole('heading', { name: en('activation.days') }).waitFor()
  await page.goto(`${product.url}/#/filter`)
  await page.getByText(wordsOf('en')('filter.no_stations')).waitFor()
  await turnTo(page, 'spark')
  await nothingOfAmazonStays(page)

  assert.deepEqual(errors, [])
  await context.close()
})

/** The address selects the entry, even if the screen itself is not in the menu. */
async function everyScreenLightsItsEntry(page: Page): Promise<void> {
  for (const [screen, entry, current] of [
    ['spark-filter', 'FILTERS', 'page'],
    ['sync', 'SYNC', 'page'],
    ['activation', 'INVOICES', 'true'],
  ] as const) {
    await page.goto(`${product.url}/#/${screen}`)
    const menu = page.getByRole('navigation', { name: es('MENU') })
    await menu
      .locator(`[aria-current="${current}"]`)
      .filter({ hasText: es(entry) })
      .waitFor()
    assert.equal(await menu.locator('[aria-current]').count(), 1)
  }
}

/** Trips appear in spark's history and blocks in amazon's, where this driver has none. */
async function historiesAreApart(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/spark-logs`)
  await page.locator('.history .row').first().waitFor()
  await page.goto(`${product.url}/#/logs`)
  await page.getByText(es('history.empty'), { exact: true }).waitFor()
  assert.equal(await page.locator('.history .row').count(), 0)
  await page.getByRole('button', { name: new RegExp(es('history.filters')) }).click()
  assert.match(
    (await page.getByRole('link', { name: es('history.export') }).getAttribute('href'))!,
    /variant=amazon/,
  )
}

async function noInstantOffers(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/instant-offers`)
  await page.getByText(es('error.instant.not_offered')).waitFor()
  // Outside it, a sign may tell of a trip that pays $2 and more.
  assert.equal(await page.getByRole('main').getByText('$2').count(), 0)
  await page.goto(`${product.url}/#/location`)
  await page.getByText(es('place.none_saved_text_trips')).waitFor()
  assert.deepEqual(await findBarriers(page), [])
}

/** In the profile, in its current language. */
async function turnTo(page: Page, app: 'amazon' | 'spark'): Promise<void> {
  const words = wordsOf(spokenFor((await page.locator('html').getAttribute('lang')) === 'es' ? 'es' : 'en'))
  await page.goto(`${product.url}/#/profile`)
  await page.getByText(words(`profile.app_${app}`), { exact: true }).click()
  await page.getByRole('button', { name: words('profile.save'), exact: true }).click()
  await statusLine(page)
    .filter({ hasText: words('profile.saved') })
    .waitFor({ state: 'attached' })
}

/** Screen reader announcements are cleared with their language, and with their screen. */
async function wordsEndWithTheirLanguage(page: Page): Promise<void> {
  const language = spokenFor('en')
  await page
    .getByText(language === 'en' ? 'English' : 'Español', { exact: true })
    .first()
    .click()
  await page.waitForFunction((lang) => document.documentElement.lang === lang, language)
  await statusLine(page).filter({ hasNotText: /./ }).waitFor({ state: 'attached' })
}

/**
 * Neither stations of the other app, however slow the new ones load, nor a price that could only be refused.
 */
async function nothingOfAmazonStays(page: Page): Promise<void> {
  const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/platforms/stations?as=*', async (route) => {
    await looked
    await route.continue()
  })
  await page.goto(`${product.url}/#/spark-filter`)
  await statusLine(page).filter({ hasNotText: /./ }).waitFor({ state: 'attached' })
  await page.getByRole('heading', { name: en('filter.stations') }).waitFor({ state: 'detached' })
  goOn()
  await page.getByRole('heading', { name: en('filter.stations') }).waitFor()
  for (const screen of ['spark-filter', 'profile']) {
    await page.goto(`${product.url}/#/${screen}`)
    await page.getByRole('link', { name: en('sync.link') }).waitFor()
  }
  await page.getByRole('link', { name: en('sync.link') }).click()
  await page.getByRole('button', { name: en('sync.read') }).waitFor()
  await page.goto(`${product.url}/#/activation`)
  await page.getByText(en('error.billing.no_plans')).waitFor()
}

function statusLine(page: Page): Locator {
  return page.locator('output.sr-only')
}

/** The panel's text about any number of offers, in the form for `count`; as a pattern. */
const panelText = (key: Key, count: number) =>
  t(key, { count, offers: '\\d+' }).replace(String(count), count === 1 ? '1' : '[1-9]\\d*')

/** What if counts the market's real offers next to the filter, and recounts when the filter changes. */
async function whatIfFollows(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: t('dock.title') })
  const says = (...texts: string[]) => panel.getByText(new RegExp(`^(${texts.join('|')})`)).waitFor()
  const none = panelText('dock.none', 0)
  const holds = [1, 2].map((count) => panelText('dock.hold', count))
  await says(...holds, none)
  const payOf = (name: SparkKind) => kind(page, name).getByLabel(t('spark.min_pay'), { exact: true })
  const asked = await payOf('curbside').inputValue()
  for (const each of SPARK_KINDS) await type(payOf(each), '900')
  await says(none)
  for (const each of SPARK_KINDS) await type(payOf(each), '1')
  await says(`${panelText('dock.hold', 2)}, \\d+ `)
  await panel
    .getByText(/^[$][1-9][\d,]*/)
    .first()
    .waitFor()
  await panel.getByRole('heading', { name: t('dock.by_station') }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await type(payOf('curbside'), asked)
}

/** An impossible part is reported, with a link to the rule. */
async function checkPointsOut(page: Page): Promise<void> {
  const stops = kind(page, 'multiple').getByLabel(t('spark.max_stops'), { exact: true })
  await type(stops, '1')
  await page.getByRole('button', { name: t('finding.multiple_one_stop') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('finding.multiple_one_stop') })
    .click()
  // No locator: putting a win's banner away would take the focus.
  await page.waitForFunction(() => document.activeElement?.id === 'filter-kinds')
  await type(stops, '0')
  await page.getByRole('button', { name: t('finding.multiple_one_stop') }).waitFor({ state: 'detached' })
}

/** No store, four stops at the curb, and descending miles are rejected by name; input stays. */
async function refusedAndPutRight(page: Page): Promise<void> {
  const save = page.getByRole('button', { name: t('filter.save'), exact: true })
  await page.getByRole('button', { name: t('filter.choose_none') }).click()
  const curbside = kind(page, 'curbside').getByLabel(t('spark.max_stops'), { exact: true })
  await type(curbside, '4')
  await page.getByRole('button', { name: t('spark.tier_first') }).click()
  await page.getByRole('button', { name: t('spark.tier_add') }).click()
  await type(tier(page, 1).getByLabel(t('spark.tier_miles'), { exact: true }), '8')
  const second = tier(page, 2).getByLabel(t('spark.tier_miles'), { exact: true })
  await type(second, '5')
  await save.click()
  await page.getByText(t('error.filters.no_station')).waitFor()
  await page.getByText(t('error.filters.curbside_stops', { max: 3 })).waitFor()
  await page.getByText(t('error.filters.miles_descending', { miles: 8 })).waitFor()
  assert.equal(await curbside.inputValue(), '4')

  const stores = page.getByRole('group', { name: t('filter.stations') }).getByRole('button')
  await stores.nth(0).click()
  await stores.nth(1).click()
  await type(curbside, '2')
  await type(second, '12')
  await kind(page, 'shopping').getByRole('switch').click()
  await page.getByText(t('error.filters.miles_descending', { miles: 8 })).waitFor({ state: 'detached' })
}

async function typedSurvivesReload(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes('.spark.')))
  await page.reload()
  await page.getByText(t('form.restored')).waitFor()
  assert.equal(await tier(page, 2).getByLabel(t('spark.tier_miles'), { exact: true }).inputValue(), '12')
}

async function savedForGood(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('filter.save'), exact: true }).click()
  await page.getByRole('button', { name: t('filter.saved'), exact: true }).waitFor()
  const { filter } = await callOperation<{ filter: SparkFilter }>(page, 'GET', '/filters/spark')
  assert.equal(filter.storeIds.length, 2)
  assert.equal(filter.kinds.curbside.maxStops, 2)
  assert.equal(filter.kinds.shopping.enabled, false)
  assert.deepEqual(
    filter.milesTiers.map((each) => each.upToMiles),
    [8, 12],
  )
}

function kind(page: Page, name: SparkKind): Locator {
  return page.getByRole('group', { name: t(`kind.${name}`), exact: true })
}

function tier(page: Page, n: number): Locator {
  return page.getByRole('group', { name: t('spark.tier', { n }), exact: true })
}

async function type(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.blur()
}
