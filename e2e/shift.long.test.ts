import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { dayOf } from '@madruga/core/blocks.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, allowShortNotice, callOperation, placeOffer, readStation } from './market.ts'
import { noteShifts, readShifts, sumShifts } from './shifts.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { openVisit, wordsOf } from './visit.ts'
import { realNow, until } from '@madruga/server/kit/testing.ts'

const { product, browser } = await startFixture()
const t = wordsOf('en')
/** A number that grows by a digit is no more than this. */
const STILL = 0.002

test('nothing moves on the calendar when its blocks arrive late', async () => {
  const context = await openVisit({ browser, size: 'desktop', language: 'en', theme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'en')
  await waitForOffers(page, 'en')
  await allowEveryHour(page)
  await allowShortNotice(page)
  const startAt = realNow() + 12 * MINUTE_MS
  await placeOffer(product, { stationId: await readStation(page), startAt, minutes: 15, payCents: 4_117 })
  await until(async () => (await readPays(page)).includes(4_117), 'the block is won')
  await page.addInitScript(noteShifts)

  await openSlowly(page, 'calendar', /\/api\/blocks\?/, page.getByRole('grid'))
  await page.locator('[data-block]').first().waitFor()
  await page.getByRole('button', { name: t('blocks.link_make') }).waitFor()
  await assertStill(page)
  await context.close()
})

/** The pay of each block of today. */
async function readPays(page: Page): Promise<number[]> {
  const today = dayOf('America/New_York', realNow())
  const path = `/blocks?from=${today}&to=${today}`
  const { blocks } = await callOperation<Outputs['blocks']['list']>(page, 'GET', path)
  return blocks.map(({ payCents }) => payCents)
}

/** Loads a screen whose answers come once the rest of it is `there`. */
async function openSlowly(page: Page, screen: string, answers: RegExp, there: Locator): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(answers, async (route) => {
    await released
    await route.fallback()
  })
  await page.goto(`${product.url}/#/${screen}`)
  await page.reload()
  await there.waitFor()
  // Two frames: what is drawn by then may not move.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  release()
}

async function assertStill(page: Page): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  const shifts = await readShifts(page)
  assert.ok(sumShifts(shifts) < STILL, JSON.stringify(shifts, null, 2))
}
