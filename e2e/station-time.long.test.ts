import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Outputs } from '@madruga/core/contract.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, callOperation, placeOffer, readStation } from './market.ts'
import { signInByForm } from './steps.ts'
import { findBarriers, findOverflow, openVisit, wordsOf, spokenFor } from './visit.ts'
import { realNow } from '@madruga/server/kit/testing.ts'

const HOME = 'America/Los_Angeles'
const DAYS_AHEAD = 8

const { product, browser } = await startFixture({ env: { MARKET_SCENARIO: 'quiet' } })

test('a driver in Los Angeles reads everywhere what the clock of a station in Miami shows, and nothing of it is cut', async () => {
  const context = await openVisit({ browser, language: 'es', theme: 'light', size: 'phone' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'es')
  await page.waitForURL(/#\/home/)
  await moveHome(page)
  await allowEveryHour(page)
  // Late in the evening at home is the next day at the station: the longest text of a row.
  const startAt = Math.floor(realNow() / DAY_MS) * DAY_MS + DAYS_AHEAD * DAY_MS + 6.5 * HOUR_MS
  await placeOffer(product, { stationId: await readStation(page), startAt, minutes: 210, payCents: 11_750 })
  const there = makeFormats(spokenFor('es'), { timeZone: HOME, now: realNow })
    .there(startAt, ANA.timeZone)
    .trim()
  assert.match(there, spokenFor('es') === 'es' ? /a\.m\..*oriental/ : /AM.*Eastern/)

  const t = wordsOf('es')
  const sign = page.getByRole('region', { name: t('booked.title') })
  await sign.getByText(there).waitFor()
  await sign.getByRole('button').click()
  await page
    .getByRole('region', { name: t('next.title') })
    .getByText(there)
    .waitFor()
  const row = page
    .getByRole('region', { name: t('offers.title') })
    .getByRole('button')
    .first()
  await row.getByText(there).waitFor()
  assert.deepEqual(await findOverflow(page), [])
  await row.click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText(there).waitFor()
  assert.deepEqual(await findBarriers(page), [])

  for (const log of ['live-log', 'logs']) {
    await page.goto(`${product.url}/#/${log}`)
    await page.locator('.entry-row').getByText(there).waitFor()
    assert.deepEqual(await findOverflow(page), [], log)
  }
  await page.goto(`${product.url}/#/calendar`)
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: HOME }).format(startAt).slice(0, 10)
  const chosen = page.locator(`[data-day="${day}"]`)
  await page.locator('[data-day]').first().waitFor()
  if ((await chosen.count()) === 0) await page.getByRole('button', { name: t('blocks.next_month') }).click()
  await chosen.click()
  await page.locator('[data-block]').first().click()
  await sheet.getByText(there).waitFor()
  await context.close()
})

async function moveHome(page: Page): Promise<void> {
  const { firstName, lastName, language, app, callAlert, emailAlert, reminderMinutes } = await callOperation<
    Outputs['accounts']['profile']
  >(page, 'GET', '/accounts/profile')
  const kept = { firstName, lastName, language, app, callAlert, emailAlert, reminderMinutes }
  await callOperation(page, 'PUT', '/accounts/profile', { ...kept, timeZone: HOME })
  await page.reload()
}
