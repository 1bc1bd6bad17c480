import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { weekSpan } from '@madruga/core/blocks.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { ratePerHourCents } from '@madruga/core/money.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, allowShortNotice, callOperation, placeOffer, readStation } from './market.ts'
import { holdToStop, dismissBanners, signInByForm } from './steps.ts'
import { collectErrors, findBarriers, findOverflow, openVisit, wordsOf, type Language } from './visit.ts'
import { realNow, until } from '@madruga/server/kit/testing.ts'

type Week = Outputs['recap']['week']

/** The placed block begins so soon that it nearly always begins this week. */
const SOON_MS = 12 * MINUTE_MS
/** So long before the end of the week the block, or a conflicting one, may begin in the next. */
const LATE_MS = 30 * MINUTE_MS

const { product, browser } = await startFixture()

test('main figure, tables, file and print of a week agree with the service', async () => {
  const { page, errors } = await visit('en')
  const t = wordsOf('en')
  await winBlock(page)
  await park(page)
  const week = await readWeek(page)
  await openRecap(page)
  await readBanner(page, week)
  assert.deepEqual(await findBarriers(page), [])

  for (const table of await page.getByText(t('chart.table'), { exact: true }).all()) await table.click()
  assert.deepEqual(await findBarriers(page), [], 'with every table open')
  assert.deepEqual(
    (await readTable(page, t('recap.stations'))).map((row) => row[0]),
    [...week.byStation.map((station) => station.code), t('recap.total')],
  )
  const { total } = week
  const counts = [total.blocks, total.caught, total.missed, total.ignored, total.offered].map(String)
  for (const title of ['recap.days', 'recap.hours', 'recap.stations'] as const) {
    const sum = (await readTable(page, t(title))).at(-1)!
    assert.deepEqual(sum.slice(3), counts.map(withCommas), title)
  }
  await compareFile(page, week)
  await printPage(page)
  assert.deepEqual(errors, [])
})

test('the same week on a Spanish phone', async () => {
  const { page, errors } = await visit('es')
  const t = wordsOf('es')
  await openRecap(page)
  await readBanner(page, await readWeek(page))
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(await findOverflow(page), [])
  await page.setViewportSize({ width: 320, height: 640 })
  assert.deepEqual(await findOverflow(page), [])
  await page.getByRole('region', { name: t('forecast.week') }).waitFor()
  assert.deepEqual(errors, [])
})

async function visit(language: Language) {
  const phone = language === 'es'
  const context = await openVisit({
    browser,
    language,
    size: phone ? 'phone' : 'desktop',
    theme: phone ? 'dark' : 'light',
  })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, language)
  await page.waitForURL(/#\/home/)
  await dismissBanners(page, language)
  return { page, errors }
}

/** Stops the bot, so that the figures stay constant. */
async function park(page: Page): Promise<void> {
  const t = wordsOf('en')
  await holdToStop(page, 'en')
  await page.getByRole('heading', { name: t('phase.cooling_down') }).waitFor()
}

/** The current week from the service. */
async function readWeek(page: Page): Promise<Week> {
  return await callOperation(page, 'GET', '/recap/week')
}

/**
 * Makes the bot win a block that begins this week: the one placed here, or an earlier win that conflicts with
 * it and is thus equally near. In the last minutes of a Sunday either may begin in the next week, whose recap
 * includes it; in this week it counts as a won offer.
 */
async function winBlock(page: Page): Promise<void> {
  await allowEveryHour(page)
  await allowShortNotice(page)
  const stationId = await readStation(page)
  const startAt = realNow() + SOON_MS
  await placeOffer(product, { stationId, startAt, minutes: 15, payCents: 4_100 })
  const isWon = async (): Promise<boolean> => {
    const { total } = await readWeek(page)
    const isLate = weekSpan(ANA.timeZone, realNow()).to - realNow() < LATE_MS
    return total.blocks > 0 || (isLate && total.caught > 0)
  }
  await until(isWon, 'a block is won')
}

async function openRecap(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/recap`)
  await page.locator('#recap-earned').waitFor()
}

/** The main figure and the figures below it. */
async function readBanner(page: Page, { total, left }: Week): Promise<void> {
  const sign = page.locator('section[aria-labelledby="recap-earned"]')
  const language = (await page.locator('html').getAttribute('lang')) as Language
  const { money, number, hours } = makeFormats(language, { now: realNow })
  if (total.blocks > 0) await sign.getByText(money(total.payCents), { exact: true }).waitFor()
  const figures = await sign.locator('dd').allInnerTexts()
  // A block of a few minutes has no pay an hour.
  const perHour = ratePerHourCents(total.payCents, total.paidMinutes)
  const own = [
    number(total.blocks),
    hours(total.minutes * 60_000),
    ...(perHour === null ? [] : [money(perHour)]),
  ]
  const worked = left && [...own, money(left.cents)]
  assert.deepEqual(figures, total.blocks > 0 ? worked : [])
}

async function readTable(page: Page, title: string): Promise<string[][]> {
  const rows = page.getByRole('group', { name: title, exact: true }).locator('tbody tr, tfoot tr')
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
  )
}

const withCommas = (figure: string) => Number(figure).toLocaleString('en-US')

/** The downloaded file adds up to the same week. */
async function compareFile(page: Page, { from, total, ignoredFor, byStation }: Week): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: wordsOf('en')('recap.save') }).click(),
  ])
  assert.match(download.suggestedFilename(), new RegExp(`${from}.*\\.csv$`))
  const [, ...lines] = readFileSync(await download.path(), 'utf8')
    .replaceAll('"', '')
    .trimEnd()
    .split('\r\n')
  // No name of the market's stations has a comma.
  const rows = lines.map((line) => line.split(','))
  const sum = (column: number, of = rows) => of.reduce((all, row) => all + Number(row[column]), 0)
  assert.deepEqual(
    [5, 6, 7, 8, 9, 10, 11, 12].map((column) => sum(column)),
    [
      total.offered,
      total.caught,
      total.missed,
      ignoredFor.time,
      ignoredFor.price,
      ignoredFor.schedule,
      total.blocks,
      total.minutes,
    ],
  )
  assert.equal(Math.round(sum(13) * 100), total.payCents)
  assert.equal(Math.round(sum(14) * 100), total.tipCents)
  for (const station of byStation) {
    const own = rows.filter((row) => row[3] === station.code)
    assert.deepEqual([sum(5, own), Math.round(sum(13, own) * 100)], [station.offered, station.payCents])
  }
}

/** In print: every table, no button, no menu; black on white in any theme. */
async function printPage(page: Page): Promise<void> {
  const t = wordsOf('en')
  // Collapsed, as most visitors leave them.
  await page.reload()
  await page.locator('#recap-earned').waitFor()
  assert.equal(await page.locator('.recap table:visible').count(), 0)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.recap table:visible').count(), 4)
  for (const hidden of ['button', 'a', 'nav', 'header', 'summary'])
    assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden)
  await page.getByRole('heading', { name: t('recap.misses') }).waitFor()
  assert.ok((await page.pdf({ format: 'Letter' })).length > 10_000)
  await page.emulateMedia({ media: null })
}
