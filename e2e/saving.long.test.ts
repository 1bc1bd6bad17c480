import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { HOUR_MS } from '@madruga/core/time.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, placeOffer, readStation, untilCharged } from './market.ts'
import { checkScreen, visitAs } from './paying.ts'
import { spokenFor, wordsOf, type Language } from './visit.ts'
import { realNow } from '@madruga/server/kit/testing.ts'

/** Blocks at $5 each, beside a plan of $25 a week. */
const FEE_CENTS = 500
const AS_MUCH_AS_FLAT = 5
const A_BUSY_WEEK = 22
const FAR_HOURS = 48
const SAVING: Partial<Record<Language, string>> = {
  en: 'This week’s wins, by the block: $110 in fees. With Advanced: $25.',
  es: 'Lo ganado esta semana, pagando por bloque: $110 de comisión. Con Avanzado: $25.',
}
/** Four blocks of an hour a day: below the limits of hours. */
const APART_HOURS = 6

// An empty market: the bot wins what this test places, and nothing else.
const { product, browser } = await startFixture({ env: { MARKET_SCENARIO: 'quiet' } })

test('home says what a flat week would have saved once the blocks cost more, and not before', async () => {
  const { page, t, leave } = await visitAs(product, browser, ANA, { size: 'phone', language: 'en' })
  await allowEveryHour(page)
  await win(page, 0, AS_MUCH_AS_FLAT)
  const week = await openWeek(page, 'en')
  assert.equal(await week.getByRole('link', { name: t('week.saving_go') }).count(), 0)
  assert.doesNotMatch(await week.innerText(), /flat/)

  await win(page, AS_MUCH_AS_FLAT, A_BUSY_WEEK)
  const busy = await openWeek(page, 'en')
  await busy.getByText(SAVING[spokenFor('en')]!, { exact: true }).waitFor()
  await checkScreen(page)
  await busy.getByRole('link', { name: t('week.saving_go') }).click()
  await page.waitForURL(/#\/activation/)
  await leave()

  const spanish = await visitAs(product, browser, ANA, { size: 'desktop', language: 'es' })
  const semana = await openWeek(spanish.page, 'es')
  await semana.getByText(SAVING[spokenFor('es')]!, { exact: true }).waitFor()
  await checkScreen(spanish.page)
  await spanish.leave()
})

/** The bot wins the blocks of these numbers; waits until each of them is charged for. */
async function win(page: Page, from: number, to: number): Promise<void> {
  const stationId = await readStation(page)
  for (let nth = from; nth < to; nth++) {
    const startAt = realNow() + (FAR_HOURS + nth * APART_HOURS) * HOUR_MS
    await placeOffer(product, { stationId, startAt, minutes: 60, payCents: 3_000 })
  }
  await untilCharged(page, to * FEE_CENTS)
}

/** The running week on home, as it is now. */
async function openWeek(page: Page, language: Language) {
  await page.goto(`${product.url}/#/home`)
  await page.reload()
  const week = page.getByRole('region', { name: wordsOf(language)('week.title') })
  await week.waitFor()
  return week
}
