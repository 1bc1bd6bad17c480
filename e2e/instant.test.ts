import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { HOUR_MS } from '@madruga/core/time.ts'
import { readSigns } from '@madruga/server/platforms/testing/read-signs.ts'
import { ANA, OPERATOR } from './cast.ts'
import { startFixture } from './fixture.ts'
import { isHeld, placeOffer, readStation, steerMarket } from './market.ts'
import { holdToStop, dismissBanners, signInByForm } from './steps.ts'
import { collectErrors, findBarriers, findOverflow, openVisit, wordsOf, type Language } from './visit.ts'
import { realNow, until } from '@madruga/server/kit/testing.ts'

/** The driver reads Spanish on a phone, the operator English on a desktop. */
const [es, en] = [wordsOf('es'), wordsOf('en')]

const SETTINGS = JSON.stringify({ dailyStop: null, coolingMs: 1_000 })
// Only the test's offers exist.
const env = { SETTINGS, MARKET_SCENARIO: 'quiet' }
const { product, browser } = await startFixture({ env })

test('a driver gets a device id, wins an instant offer, and continues after a solved human check', async () => {
  const phone = await visit('es', ANA)
  const marketId = await openMarketAccount()
  const { page } = phone
  await stopBot(page)

  await readNoDevice(page)
  await enableDevice()
  await choosePlace(page)
  await confirmInstant(page, marketId)
  await startInstantOnly(page)
  await winInstant(page, marketId, 1)
  await solveCheck(page, marketId)
  await winInstant(page, marketId, 3)
  await deletePlace(page)
  assert.deepEqual(seriousOf(phone.errors), [])
})

/** A signed-in visitor, at home. */
async function visit(language: Language, who: { email: string; password: string }) {
  const size = language === 'es' ? 'phone' : 'desktop'
  const context = await openVisit({ browser, size, language, theme: language === 'es' ? 'dark' : 'light' })
  // The phone's position, if the driver allows it.
  await context.setGeolocation({ latitude: 25.79, longitude: -80.31 })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, who, language)
  await page.waitForURL(/#\/(home|admin)/)
  await dismissBanners(page, language)
  return { page, errors }
}

/** The browser itself logs one line for each refusal that the journey provokes. */
function seriousOf(errors: readonly string[]): string[] {
  return errors.filter((line) => !line.includes('Failed to load resource'))
}

/** The driver's account there, as created by the demo. */
async function openMarketAccount(): Promise<string> {
  const { email, password, variant, metro } = ANA
  const account = { email, password, variant, metro }
  return (await steerMarket<{ driverId: string }>(product, 'POST', '/admin/drivers', account)).driverId
}

async function stopBot(page: Page): Promise<void> {
  await page.getByRole('heading', { name: es('phase.running') }).waitFor()
  await holdToStop(page, 'es')
  await page.getByRole('heading', { name: es('phase.not_running') }).waitFor()
}

async function readNoDevice(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/instant-offers`)
  await page.getByText(es('instant.need_device_no')).waitFor()
  assert.equal(await page.getByRole('button', { name: es('instant.turn_on') }).count(), 0)
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('link', { name: es('instant.choose') }).click()
  await page.getByText(es('place.none_saved'), { exact: true }).waitFor()
  await page.getByRole('link', { name: es('act.support') }).waitFor()
  await page.getByRole('button', { name: es('place.save') }).click()
  await page.getByText(es('error.instant.no_location')).waitFor()
}

async function enableDevice(): Promise<void> {
  const { page: desk } = await visit('en', OPERATOR)
  await desk.goto(`${product.url}/#/admin?tab=drivers`)
  await desk.getByLabel(en('drivers.search')).fill(ANA.email)
  await desk.getByText(en('drivers.count', { count: 1 })).waitFor()
  await desk.getByRole('button', { name: ANA.email }).click()
  await desk.getByLabel(en('drivers.device'), { exact: true }).fill('pixel-9-ana')
  await desk.getByRole('button', { name: en('drivers.device_save') }).click()
  await desk.getByText(en('drivers.device_saved')).waitFor()
  await desk.context().close()
}

async function choosePlace(page: Page): Promise<void> {
  await page.reload()
  const map = page.getByRole('application', { name: es('map.label') })
  await map.waitFor()
  assert.equal(await page.getByText(es('instant.need_device_no')).count(), 0)

  // Position denied: reported, and nothing is selected.
  await page.getByRole('button', { name: es('place.mine') }).click()
  await page.getByText(es('place.denied')).waitFor()
  await page.context().grantPermissions(['geolocation'])
  await page.getByRole('button', { name: es('place.mine') }).click()
  // Until the nearest place is found, its coordinates are its name too.
  const sign = page.locator('#place p.tnum')
  await sign.filter({ hasText: '25.7900, -80.3100' }).waitFor()

  // By keyboard alone.
  const search = page.getByRole('searchbox', { name: es('place.search') })
  await search.fill('hialeah')
  await page.getByRole('button', { name: 'Hialeah, FL', exact: true }).waitFor()
  await search.press('Enter')
  // The list of results may still be visible.
  await page.locator('#place').getByText('Hialeah, FL', { exact: true }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(await findOverflow(page), [])

  // And by a tap beside the center.
  const searched = await sign.innerText()
  const box = (await map.boundingBox())!
  await map.click({ position: { x: box.width / 2 + 20, y: box.height / 2 + 20 } })
  await sign.filter({ hasNotText: searched }).waitFor()
  const label = page.getByLabel(es('place.label'), { exact: true })
  await label.fill('Casa')
  await page.getByRole('button', { name: es('place.save') }).click()
  await page.getByText(es('place.saved'), { exact: true }).waitFor()
  await page.getByRole('button', { name: es('place.save') }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Casa', { exact: true }).waitFor()
  // A tab of the same name is above, once it is loaded.
  await page
    .locator('#place')
    .getByRole('link', { name: es('place.to_instant') })
    .click()
}

async function confirmInstant(page: Page, marketId: string): Promise<void> {
  await page.getByRole('button', { name: es('instant.turn_on') }).click()
  await page.getByRole('heading', { name: es('instant.state.pending') }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await steerMarket(product, 'POST', `/admin/drivers/${marketId}/confirm-instant`)
  // Visible without a tap.
  await page.getByRole('heading', { name: es('instant.state.on'), exact: true }).waitFor()
  await page.getByText(es('instant.cost_days', { count: 1 })).waitFor()
}

async function startInstantOnly(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/home`)
  await page.getByRole('button', { name: es('home.options') }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(es('mode.instant_only'), { exact: true }).click()
  await sheet.getByRole('button', { name: es('home.options_done') }).click()
  await page.getByRole('button', { name: es('home.start') }).click()
  await readRunningWithGps(page)
}

async function readRunningWithGps(page: Page): Promise<void> {
  await page.getByRole('heading', { name: es('phase.running') }).waitFor()
  await page
    .getByText(es('phase.gps', { phase: es('phase.running') }))
    .first()
    .waitFor()
}

/** An instant offer near the location, beside a block that the bot ignores. */
async function winInstant(page: Page, marketId: string, inHours: number): Promise<void> {
  const { block, instant } = await offerBoth(page, marketId, inHours)
  await until(() => isHeld(product, instant), 'the instant offer is won')
  assert.equal(await isHeld(product, block), false, 'blocks are left')
}

async function offerBoth(page: Page, marketId: string, inHours: number) {
  const stationId = await readStation(page)
  const start = nextNoon() + inHours * HOUR_MS
  const place = (kind: 'block' | 'instant', startAt: number) =>
    placeOffer(product, { kind, startAt, minutes: 30, payCents: 9_000, stationId, forDriver: marketId })
  const block = await place('block', start)
  return { block, instant: await place('instant', start + HOUR_MS) }
}

/** Inside the hours of the demo's filter at any time. */
function nextNoon(): number {
  const hour = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: ANA.timeZone,
  })
  let at = Math.ceil(realNow() / HOUR_MS) * HOUR_MS
  do at += HOUR_MS
  while (hour.format(at) !== '12')
  return at
}

async function solveCheck(page: Page, marketId: string): Promise<void> {
  await steerMarket(product, 'POST', `/admin/drivers/${marketId}/require-human`)
  await page.getByText(es('reason.human_verification')).waitFor()
  await page.getByRole('link', { name: es('act.captcha') }).click()
  const picture = page.getByRole('img', { name: es('check.picture') })
  await picture.waitFor()
  await page.getByText(es('check.waits')).waitFor()
  assert.ok(
    await picture.evaluate(
      (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
    ),
    'the policy lets the picture show',
  )
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(await findOverflow(page), [])
  const answer = page.getByLabel(es('support.reply'), { exact: true })
  await answer.fill('0')
  await page.getByRole('button', { name: es('support.reply_send') }).click()
  await page.getByText(es('error.platforms.wrong_answer')).waitFor()

  const question = await page.locator('#check p.font-bold').first().innerText()
  await answer.fill(readSigns({ question, image: (await picture.getAttribute('src'))! }))
  await page.getByRole('button', { name: es('support.reply_send') }).click()
  await page.getByText(es('check.solved_bot'), { exact: true }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('link', { name: es('bot.open') }).click()
  await readRunningWithGps(page)
}

async function deletePlace(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/location`)
  // Leaving in the middle of a zoom causes no error.
  await page.getByRole('button', { name: es('map.zoom_out') }).click()
  await page.evaluate(`location.hash = '#/instant-offers'`)
  await page.getByRole('heading', { level: 1, name: es('title.instant-offers') }).waitFor()
  await page.goto(`${product.url}/#/location`)
  await page.getByRole('button', { name: es('place.delete') }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: es('place.delete') }).click()
  await page.getByText(es('place.none_saved'), { exact: true }).waitFor()
  await page.goto(`${product.url}/#/instant-offers`)
  await page.getByRole('heading', { name: es('instant.state.off'), exact: true }).waitFor()
}
