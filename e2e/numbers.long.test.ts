import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Outputs } from '@madruga/core/contract.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, allowShortNotice, callOperation, changeFilter, placeFarBlock } from './market.ts'
import { placeOffer, readStation, untilCharged } from './market.ts'
import { dismissBanners, holdToStop, signInByForm } from './steps.ts'
import { collectErrors, findBarriers, openVisit, wordsOf, spokenFor } from './visit.ts'
import { realNow } from '@madruga/server/kit/testing.ts'

const { product, browser } = await startFixture()

async function visit() {
  const context = await openVisit({ browser, language: 'en', size: 'phone', theme: 'dark' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'en')
  await page.waitForURL(/#\/home/)
  await dismissBanners(page, 'en')
  return { page, errors }
}

const t = wordsOf('en')
const { money } = makeFormats(spokenFor('en'), { now: realNow })
const readRunning = (page: Page) => callOperation<Outputs['recap']['running']>(page, 'GET', '/recap/running')

const limitOf = async (page: Page) => {
  const { filter } = await callOperation<Outputs['filters']['get']>(page, 'GET', '/filters/amazon')
  return (filter as AmazonFilter).shared.price.perHourMinCents
}

/** An offer of $18.30 an hour, less than the driver's minimum, with its own pay; opens its why sheet. */
async function openLeft(page: Page, nth: number) {
  const payCents = 5_491 + nth
  await placeFarBlock(product, page, { payCents, nth })
  await page.goto(`${product.url}/#/logs?live=1`)
  await page
    .locator('button.entry-row', { hasText: money(payCents) })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  const lower = new RegExp(`^${t('mend.price_per_hour', { pay: '[$]18' })}`, 'i')
  return { sheet, mend: sheet.getByRole('button', { name: lower }) }
}

test('the why sheet lowers the minimum in one tap, and takes it back in another', async () => {
  const { page, errors } = await visit()
  await allowEveryHour(page)
  const before = await limitOf(page)
  const { sheet, mend } = await openLeft(page, 0)
  await mend
    .filter({ hasText: new RegExp(t('mend.brings', { held: '\\d+', hours: '.+', pay: '[$]' })) })
    .waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await mend.click()
  await sheet.getByText(t('filter.saved_say')).waitFor()
  assert.equal(await limitOf(page), 1_800)
  await sheet.getByRole('button', { name: t('mend.undo') }).click()
  await sheet.getByText(t('mend.undone')).waitFor()
  assert.equal(await limitOf(page), before)
  assert.deepEqual(errors, [])
})

test('a mend of a filter that was changed elsewhere meanwhile is refused in plain words, and nothing is saved', async () => {
  const { page } = await visit()
  const before = await limitOf(page)
  const { sheet, mend } = await openLeft(page, 1)
  // The change comes between the tap and its save: a page that looked again before the tap would have it.
  let isChanged = false
  await page.route('**/api/filters/amazon?as=*', async (route) => {
    if (route.request().method() === 'PUT' && !isChanged) {
      isChanged = true
      await changeFilter(page, 'amazon', (filter) => ({
        ...filter,
        shared: { ...filter.shared, arrivalMinutes: filter.shared.arrivalMinutes + 1 },
      }))
    }
    await route.continue()
  })
  await mend.click()
  await sheet.getByText(t('error.filters.stale')).waitFor()
  assert.equal(await limitOf(page), before)
  // The button is made from the newest version by now.
  await mend.click()
  await sheet.getByText(t('filter.saved_say')).waitFor()
  assert.equal(await limitOf(page), 1_800)
})

test('home, calendar, recap and invoices show one pay and one fee of a week', async () => {
  const { page, errors } = await visit()
  await allowEveryHour(page)
  await allowShortNotice(page)
  const stationId = await readStation(page)
  const startAt = realNow() + 12 * MINUTE_MS
  await placeOffer(product, { stationId, startAt, minutes: 15, payCents: 4_117 })
  await untilCharged(page, 1)
  await page.goto(`${product.url}/#/home`)
  await holdToStop(page, 'en')
  await page.getByRole('heading', { name: t('phase.cooling_down') }).waitFor()
  const week = await readRunning(page)
  await page.reload()
  const home = page.getByRole('region', { name: t('week.title') })
  await home.getByText(money(week.payCents)).first().waitFor()
  await home.getByText(t('week.fees', { fees: money(week.costs.feeCents) })).waitFor()
  await page.goto(`${product.url}/#/calendar`)
  await page.locator('label', { hasText: t('blocks.view_week') }).click()
  await page.getByText(money(week.payCents), { exact: false }).first().waitFor()
  await page.goto(`${product.url}/#/recap`)
  await page.locator('#recap-earned').waitFor()
  await page
    .locator('section[aria-labelledby="recap-earned"]')
    .getByText(money(week.payCents), { exact: true })
    .waitFor()
  await page.goto(`${product.url}/#/invoices`)
  const running = page.getByRole('region', { name: t('invoices.running') })
  await running.getByText(money(week.useCents), { exact: true }).first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(errors, [])
})
