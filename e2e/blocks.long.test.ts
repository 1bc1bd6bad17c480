import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import type { BrowserContext, Page } from 'playwright-core'
import type { Outputs } from '@madruga/core/contract.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, allowShortNotice, callOperation, placeOffer, readStation } from './market.ts'
import { dismissBanners, signInByForm } from './steps.ts'
import {
  collectErrors,
  findBarriers,
  findOverflow,
  openVisit,
  wordsOf,
  type Language,
  type Size,
} from './visit.ts'
import { realNow, until } from '@madruga/server/kit/testing.ts'

type Block = Outputs['blocks']['list']['blocks'][number]
type Station = Outputs['platforms']['stations']['stations'][number]

/**
 * The placed offers: minutes until the start, length in minutes, pay in dollars. Far enough apart for
 * driving.
 */
const PLACED = [
  { inMinutes: 12, minutes: 15, dollars: 41 },
  { inMinutes: 40, minutes: 30, dollars: 52 },
  { inMinutes: 180, minutes: 60, dollars: 63 },
]

// An empty market: only the test's offers exist.
const { product, browser } = await startFixture({ env: { MARKET_SCENARIO: 'quiet' } })

test('won blocks are shown, checked in at and released: phone, es', async () => {
  await visit('phone', 'es', async (page, context) => {
    const t = wordsOf('es')
    const { station, blocks } = await winBlocks(page)
    const [first, second] = blocks as [Block, Block]

    await page.goto(`${product.url}/#/calendar`)
    await seeMonth(page, blocks, 'es')
    await seeAgenda(page, blocks, 'es')

    await leafTo(page, second, first.startAt, 'es')
    await openBlock(page, second)
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: t('blocks.release'), exact: true }).click()
    // 40 minutes before its start: the warning is shown, and nothing happens before it is confirmed.
    await sheet.getByText(new RegExp(t('blocks.release_late', { time: '.+', minutes: 45 }))).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await sheet.getByRole('button', { name: t('form.keep') }).click()
    assert.equal((await readBlocks(page)).find((block) => block.id === second.id)?.state, 'held')
    await sheet.getByRole('button', { name: t('blocks.release'), exact: true }).click()
    await sheet.getByRole('button', { name: t('blocks.release_late_go') }).click()
    await sheet.waitFor({ state: 'detached' })
    assert.equal((await readBlocks(page)).find((block) => block.id === second.id)?.state, 'forfeited')
    await page
      .locator(`[data-block="${second.id}"]`)
      .filter({ hasText: t('blocks.state.released') })
      .waitFor()

    await page.goto(`${product.url}/#/arrival`)
    const here = page.getByRole('button', { name: t('arrival.here') })
    await here.click()
    await page.getByText(t('error.blocks.not_selected')).waitFor()
    await page.locator('label.option').first().click()
    await here.click()
    await page.getByText(t('arrival.place_denied')).waitFor()
    await checkScreen(page)
    const { latitude, longitude } = station
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: latitude + 0.0203, longitude })
    await here.click()
    await page.getByText(t('arrival.away', { miles: '1.4' })).waitFor()
    await context.setGeolocation({ latitude, longitude })
    await here.click()
    await page.getByRole('region', { name: t('arrival.done', { station: first.stationCode }) }).waitFor()
    await checkScreen(page)
    assert.equal((await readBlocks(page)).find((block) => block.id === first.id)?.state, 'checked_in')
  })
})

test('the secret address is created, read by a calendar, renewed and disabled: desktop, en', async () => {
  await visit('desktop', 'en', async (page) => {
    const t = wordsOf('en')
    const won = await readBlocks(page)
    const blocks = won.length > 0 ? won : (await winBlocks(page)).blocks
    await page.goto(`${product.url}/#/calendar`)
    const card = page.getByRole('region', { name: t('blocks.link') })
    await card.getByRole('button', { name: t('blocks.link_make') }).click()
    const address = card.getByLabel(t('blocks.link_address'))
    const first = await address.inputValue()
    assert.ok(first.startsWith(`${product.url}/api/calendar/`), first)
    assert.equal(
      await card.getByRole('link', { name: t('blocks.link_open') }).getAttribute('href'),
      first.replace(/^http:/, 'webcal:'),
    )
    await checkScreen(page)
    const reply = await fetch(first)
    const events = new ICAL.Component(ICAL.parse(await reply.text())).getAllSubcomponents('vevent')
    assert.deepEqual(
      events.map((event) => event.getFirstPropertyValue('uid')),
      blocks.map((block) => `${block.id}@madruga`),
    )

    await card.getByRole('button', { name: t('blocks.link_renew') }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: t('blocks.link_renew') }).click()
    await sheet.waitFor({ state: 'detached' })
    const second = await address.inputValue()
    assert.notEqual(second, first)
    assert.deepEqual([(await fetch(first)).status, (await fetch(second)).status], [404, 200])

    await card.getByRole('button', { name: t('form.remove'), exact: true }).click()
    await sheet.getByRole('button', { name: t('form.remove') }).click()
    await card.getByRole('button', { name: t('blocks.link_make') }).waitFor()
    assert.equal((await fetch(second)).status, 404)
    assert.ok(!product.output().includes(first.slice(-40)), 'the secret is in no line that the product wrote')

    await seeMonth(page, blocks, 'en')
    await page.locator('label', { hasText: t('blocks.view_week') }).click()
    await page.locator(`[data-block="${blocks[0]!.id}"]`).first().click()
    await sheet.getByText(t('blocks.by_bot')).waitFor()
    await checkScreen(page)
  })
})

/** Makes the bot win offers placed at one of its stations, at any hour. */
async function winBlocks(page: Page): Promise<{ station: Station; blocks: Block[] }> {
  await allowEveryHour(page)
  await allowShortNotice(page)
  const stationId = await readStation(page)
  for (const { inMinutes, minutes, dollars } of PLACED) {
    const startAt = realNow() + inMinutes * MINUTE_MS
    await placeOffer(product, { stationId, startAt, minutes, payCents: dollars * 100 })
  }
  const { stations } = await callOperation<{ stations: Station[] }>(page, 'GET', '/platforms/stations')
  const station = stations.find(({ id }) => id === stationId)!
  const readAll = async () => {
    const blocks = await readBlocks(page)
    return blocks.length === PLACED.length && blocks
  }
  return { station, blocks: await until(readAll, 'the bot wins what was placed') }
}

/** All blocks, by start, from the API. */
async function readBlocks(page: Page): Promise<Block[]> {
  const [from, to] = [dayOf(realNow() - 2 * 1440 * MINUTE_MS), dayOf(realNow() + 3 * 1440 * MINUTE_MS)]
  const path = `/blocks?from=${from}&to=${to}`
  return (await callOperation<Outputs['blocks']['list']>(page, 'GET', path)).blocks
}

const dayOf = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ANA.timeZone }).format(at).slice(0, 10)
const monthOf = (at: number) => dayOf(at).slice(0, 7)

/** The day of the first block shows its dollars in the month, and its blocks below. */
async function seeMonth(page: Page, blocks: readonly Block[], language: Language): Promise<void> {
  // A desktop opens the week.
  await page.locator('label', { hasText: wordsOf(language)('blocks.view_month') }).click()
  await leafTo(page, blocks[0]!, realNow(), language)
  const day = dayOf(blocks[0]!.startAt)
  const ofDay = blocks.filter((block) => dayOf(block.startAt) === day)
  const cents = ofDay
    .filter((block) => block.state !== 'forfeited')
    .reduce((sum, block) => sum + block.payCents, 0)
  const cell = page.locator(`[data-day="${day}"]`)
  await cell.filter({ hasText: `$${cents / 100}` }).click()
  for (const block of ofDay) await page.locator(`[data-block="${block.id}"]`).waitFor()
  await checkScreen(page)
}

async function seeAgenda(page: Page, blocks: readonly Block[], language: Language): Promise<void> {
  await page.locator('label', { hasText: wordsOf(language)('blocks.view_agenda') }).click()
  const month = monthOf(blocks[0]!.startAt)
  for (const block of blocks.filter((one) => monthOf(one.startAt) === month))
    await page.locator(`[data-block="${block.id}"]`).waitFor()
  await checkScreen(page)
}

/** Turns to the month of a block's start: in the last hours of this month that is the next. */
async function leafTo(page: Page, block: Block, shownAt: number, language: Language): Promise<void> {
  if (monthOf(block.startAt) === monthOf(shownAt)) return
  await page.getByRole('button', { name: wordsOf(language)('blocks.next_month') }).click()
}

async function openBlock(page: Page, block: Block): Promise<void> {
  await page.locator(`[data-block="${block.id}"]`).click()
  await page.getByRole('dialog').waitFor()
}

async function visit(
  size: Size,
  language: Language,
  act: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await openVisit({ browser, size, language, theme: size === 'phone' ? 'dark' : 'light' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, language)
  await page.waitForURL(/home/)
  await dismissBanners(page, language)
  await act(page, context)
  await page.goto('about:blank')
  await context.close()
  assert.deepEqual(
    errors.filter((error) => !/\b(401|404|409|422)\b/.test(error)),
    [],
  )
}

async function checkScreen(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
}
