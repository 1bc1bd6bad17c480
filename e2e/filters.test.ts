import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import { planNumberOf } from '@madruga/core/plans.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { callOperation } from './market.ts'
import { dismissBanners, openRule, signInByForm } from './steps.ts'
import {
  collectErrors,
  findBarriers,
  findOverflow,
  openVisit,
  spokenFor,
  wordsOf,
  type Language,
  type Size,
} from './visit.ts'
import { longTest, realNow } from '@madruga/server/kit/testing.ts'

const STATION = 'HLX2'
const { product, browser } = await startFixture()

longTest('a basic driver in a higher editor sees its benefits and links to it and to their own', async () => {
  const { page, t, leave } = await visit('desktop', 'en', 'basic')
  for (const screen of ['advanced-filter', 'advanced-filter-v2', 'professional-filter']) {
    await page.goto(`${product.url}/#/${screen}`)
    await page.getByRole('heading', { name: t('plan.dearer_title') }).waitFor()
    await page.getByText(t('plan.gives_own_hours')).waitFor()
    assert.match(
      (await page.getByRole('link', { name: t('week.saving_go') }).getAttribute('href'))!,
      /activation/,
    )
    assert.deepEqual(await findBarriers(page), [])
  }
  await page.getByRole('link', { name: t('plan.to_own') }).click()
  await page.waitForURL(/#\/filter/)
  await page.getByLabel(t('filter.per_hour'), { exact: true }).waitFor()
  await leave()
})

test('a professional on a phone gives a station two settings, copies them, loses nothing on a refusal, a reload and a lost connection, and takes the filter along as a file', async () => {
  const { page, t, leave } = await visit('phone', 'es', 'professional')
  await page.goto(`${product.url}/#/professional-filter`)
  await giveTwoSettings(page, t)
  await refuseInsideStation(page, t)
  await copyToOthers(page, t)
  await refuseAndReload(page, t)
  await loseConnection(page, t)

  const save = page.getByRole('button', { name: t('filter.save') })
  await save.click()
  await page.getByText(t('filter.saved_say')).first().waitFor()
  const saved = await readSaved(page)
  checkSaved(saved.filter)
  await checkSight(page)

  await page.getByRole('button', { name: new RegExp(`^${t('beyond.title')}`) }).click()
  const file = await exportFile(page, t)
  await refuseFiles(page, t)
  await importFile(page, t, file)
  assert.equal((await readSaved(page)).version, saved.version, 'nothing is saved by itself')
  // The first save's announcement still stands: the answer tells of the second one.
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await save.click()
  assert.equal((await stored).status(), 200)
  const again = await readSaved(page)
  assert.equal(again.version, saved.version + 1)
  assert.equal(again.filter.stations.length, saved.filter.stations.length - 1)
  assert.equal(again.filter.shared.price.perHourMinCents, 3350)
  await leave()
})

type T = ReturnType<typeof wordsOf>

async function giveTwoSettings(page: Page, t: T): Promise<void> {
  await page.getByRole('button', { name: t('editor.open_station', { station: STATION, count: 0 }) }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: t('editor.add_first') }).click()
  // A phone's pad may have a comma and no point.
  await field(sheet, t('filter.per_hour')).fill('28.000')
  await field(sheet, t('editor.per_hour_max')).fill('45,00')
  await sheet.getByText(t('filter.number_two_ways', { small: '28', large: '28000' })).waitFor()
  await field(sheet, t('filter.per_hour')).fill('28,00')

  await sheet.getByRole('button', { name: t('editor.add_setting') }).click()
  await sheet.getByText(t('editor.pay_by_length'), { exact: true }).click()
  const threeHours = sheet.getByRole('group', { name: t('editor.length_of', { hours: 3 }) })
  await field(threeHours, t('editor.length_min')).fill('96')
  await sheet.getByText(t('editor.own_week'), { exact: true }).click()
  const monday = await openDay(sheet)
  await monday.getByLabel(t('filter.from')).fill('06:00')
  await monday.getByLabel(t('filter.to')).fill('04:00')
  await monday.getByRole('button', { name: t('weekdays.all'), exact: true }).click()
  await sheet.getByRole('button', { name: t('editor.done') }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** A station's own hours that cross midnight are rejected; the sheet opens there automatically. */
async function refuseInsideStation(page: Page, t: T): Promise<void> {
  await page.getByRole('button', { name: t('filter.save') }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(t('error.filters.range_order')).first().waitFor()
  const monday = await openDay(sheet)
  await monday.getByLabel(t('filter.to')).fill('10:00')
  await monday.getByRole('button', { name: t('weekdays.all'), exact: true }).click()
  await sheet.getByText(t('error.filters.range_order')).first().waitFor({ state: 'detached' })
  await checkSight(page)
}

async function copyToOthers(page: Page, t: T): Promise<void> {
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: t('editor.copy_to') }).click()
  await sheet.getByText(t('editor.copy_all', { n: 2 }), { exact: true }).click()
  await sheet.getByRole('button', { name: t('filter.choose_all') }).click()
  await checkSight(page)
  await sheet.getByRole('button', { name: t('editor.copy_go', { count: 5 }) }).click()
  await sheet
    .getByText(t('editor.copied', { stations: '' }).slice(0, 8))
    .first()
    .waitFor()
  await sheet.getByRole('button', { name: t('editor.done') }).click()
  await sheet.waitFor({ state: 'detached' })
}

async function refuseAndReload(page: Page, t: T): Promise<void> {
  await openRule(page, t, 'filter.speed')
  await page.getByText('4X', { exact: true }).click()
  const refresh = field(page, t('editor.refresh'))
  await refresh.fill('0,2')
  await field(page, t('editor.run')).fill('20')
  await field(page, t('editor.sleep')).fill('5')
  await page.getByRole('button', { name: t('filter.save') }).click()
  await page.getByText(t('error.filters.refresh_too_fast', { minMs: 500 })).waitFor()
  await page
    .getByText(t('form.fix', { count: 1 }))
    .first()
    .waitFor()

  await page.reload()
  await page.getByText(t('form.restored')).waitFor()
  await openRule(page, t, 'filter.speed')
  assert.equal(await refresh.inputValue(), '0.2')
  await page.getByRole('button', { name: t('editor.open_station', { station: STATION, count: 2 }) }).waitFor()
  await refresh.fill('1.5')
}

async function loseConnection(page: Page, t: T): Promise<void> {
  await page.context().setOffline(true)
  await page.getByRole('button', { name: t('filter.save') }).click()
  await page.getByText(t('filter.not_sent')).waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await page.getByText(t('form.restored')).waitFor()
  await openRule(page, t, 'filter.speed')
  assert.equal(await field(page, t('editor.refresh')).inputValue(), '1.5')
}

function checkSaved(filter: AmazonFilter): void {
  assert.equal(filter.speed, '4X')
  assert.deepEqual(filter.custom, { refreshMs: 1500, runMinutes: 20, sleepMinutes: 5 })
  assert.equal(filter.stations.length, 6)
  const [first, ...others] = filter.stations.map((choice) => choice.settings)
  for (const settings of others) assert.deepEqual(settings, first)
  const [hourly, byLength] = first!
  assert.equal(first!.length, 2)
  assert.deepEqual([hourly!.price.perHourMinCents, hourly!.price.perHourMaxCents], [2800, 4500])
  assert.equal(hourly!.schedule, null)
  assert.deepEqual(
    byLength!.price.byDuration.find((row) => row.minutes === 180),
    { minutes: 180, minCents: 9600, maxCents: null },
  )
  assert.equal(byLength!.schedule?.days.length, 7)
  for (const day of byLength!.schedule!.days)
    assert.deepEqual(day.ranges, [{ startMinute: 360, endMinute: 600 }])
}

async function exportFile(page: Page, t: T): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('file.export'), exact: true }).click(),
  ])
  assert.match(download.suggestedFilename(), /^madruga-filter-\d{4}-\d\d-\d\d\.json$/)
  const text = readFileSync(await download.path(), 'utf8')
  assert.ok(JSON.parse(text).stations.some((station: { code: string }) => station.code === STATION))
  return text
}

async function refuseFiles(page: Page, t: T): Promise<void> {
  for (const [text, words] of [
    ['no filter at all', t('file.not_a_filter')],
    ['{"hello":1}', t('file.not_a_filter')],
    ['{"format":"madruga.filter","formatVersion":99}', t('file.newer_format')],
  ] as const) {
    await chooseFile(page, t, text)
    const sheet = page.getByRole('dialog')
    await sheet.getByText(words).waitFor()
    assert.equal(await sheet.getByRole('button', { name: t('file.take') }).count(), 0)
    await sheet.getByRole('button', { name: t('form.cancel') }).click()
    await sheet.waitFor({ state: 'detached' })
  }
}

/** The file edited by hand: other pay, and an unknown station. */
async function importFile(page: Page, t: T, text: string): Promise<void> {
  const file = JSON.parse(text)
  file.filter.shared.price.perHourMinCents = 3350
  file.filter.stations[0].stationId = 'gone'
  file.stations.push({ id: 'gone', code: 'ZZZ9', city: 'Nowhere' })
  await chooseFile(page, t, JSON.stringify(file))
  const sheet = page.getByRole('dialog')
  await sheet.getByText(t('file.unknown', { count: 1, stations: 'ZZZ9' })).waitFor()
  await checkSight(page)
  await sheet.getByRole('button', { name: t('file.take') }).click()
  await sheet.waitFor({ state: 'detached' })
  assert.equal(await field(page, t('filter.per_hour')).inputValue(), '$33.50')
}

async function chooseFile(page: Page, t: T, text: string): Promise<void> {
  await page
    .getByLabel(t('file.import'))
    .setInputFiles({ name: 'filtro.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

/** Monday of the week in a sheet, opened. */
async function openDay(sheet: Locator): Promise<Locator> {
  const name = makeFormats(spokenFor('es'), { now: realNow }).weekday(1)
  const monday = sheet.getByRole('group', { name })
  const row = monday.getByRole('button', { name: new RegExp(`^${name}`) })
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click()
  return monday
}

/** Nothing overflows or is covered once the bottom bar's figures have loaded. */
async function checkSight(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
}

function field(within: Page | Locator, label: string): Locator {
  return within.getByLabel(label, { exact: true })
}

async function readSaved(page: Page): Promise<{ version: number; filter: AmazonFilter }> {
  return await callOperation(page, 'GET', '/filters/amazon')
}

/** Sets the driver's plan, as a payment would. */
async function subscribe(plan: Plan): Promise<void> {
  const changed = await product.database.kysely
    .updateTable('drivers')
    .set({
      plan_number: planNumberOf(plan),
      subscribed_until: plan === 'basic' ? null : new Date(realNow() + 30 * 86_400_000),
    })
    .where('email', '=', ANA.email)
    .executeTakeFirst()
  assert.equal(changed.numUpdatedRows, 1n)
}

async function visit(size: Size, language: Language, plan: Plan) {
  const context = await openVisit({ browser, size, language, theme: size === 'phone' ? 'dark' : 'light' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await dismissBanners(page, language)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, language)
  await page.waitForURL(/home/)
  await subscribe(plan)
  await page.reload()
  // Home is loaded before the test continues, as for a person.
  await page.getByRole('region', { name: wordsOf(language)('offers.title') }).waitFor()
  return {
    page,
    t: wordsOf(language),
    leave: async () => {
      await page.goto('about:blank')
      await context.close()
      assert.deepEqual(
        errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|\b401\b/.test(error)),
        [],
      )
    },
  }
}
