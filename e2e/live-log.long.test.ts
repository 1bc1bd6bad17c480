import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, callOperation, placeFarBlock } from './market.ts'
import { fillLog } from './scrolling.ts'
import { signInByForm } from './steps.ts'
import { until } from '@madruga/server/kit/testing.ts'
import { findBarriers, openVisit, wordsOf } from './visit.ts'

/** More than a screen has room for. */
const LINES = 60

// Only the lines of these tests exist.
const { product, browser } = await startFixture({ env: { MARKET_SCENARIO: 'quiet' } })
const t = wordsOf('en')
const CAME = new RegExp(t('history.new', { count: 2 }).replace('2', '\\d+'))
await until(
  () => product.database.kysely.selectFrom('stations').select('id').executeTakeFirst(),
  'the demo has stations',
)
await fillLog(product.database, ANA.email, LINES)

test('the focus stays in the logs when its win becomes one row with others: desktop', async () => {
  const page = await openLogs()
  const live = page.getByRole('switch', { name: t('offers.live') })
  // Off, the list is held wherever it is read.
  await live.click()
  await placeFarBlock(product, page, { payCents: 9_421, nth: 0 })
  await page.getByRole('button', { name: CAME }).waitFor()
  await live.click()
  const win = rowsOf(page).filter({ hasText: '$94.21' })
  const seq = await win.getAttribute('data-row')
  await win.getByRole('button').focus()
  for (const nth of [2, 4]) await placeFarBlock(product, page, { payCents: 9_421, nth })
  await page.locator(`[data-row="${seq}"]`).waitFor({ state: 'detached' })
  await page.locator('[data-row^="burst"]:focus-within').waitFor()
  await page.context().close()
})

test('the live logs show new lines again once a reader is back at their top: desktop', async () => {
  const page = await openLogs()
  const rows = rowsOf(page)
  const came = page.getByRole('button', { name: CAME })
  const shown = await rows.nth(1).getAttribute('data-row')
  await rows.getByRole('button').first().focus()
  await page.keyboard.press('End')
  // A row far away is rendered first, and has the focus then. New lines are held back: it keeps its place.
  await page.waitForFunction(
    (least) => Number(document.querySelector('li:focus-within')?.getAttribute('aria-posinset')) > least,
    LINES,
  )
  const last = Number(await page.locator('li:focus-within').getAttribute('aria-posinset'))
  await callOperation(page, 'POST', '/bot/stop', {})
  await came.waitFor()
  await page.keyboard.press('ArrowUp')
  await page.locator(`li:focus-within[aria-posinset="${last - 1}"]`).waitFor()
  await page.keyboard.press('Home')
  await came.waitFor({ state: 'detached' })
  // The day's heading stays.
  await page.waitForFunction(
    (row) => document.querySelectorAll<HTMLElement>('.history [aria-setsize]')[1]?.dataset.row !== row,
    shown,
  )
  assert.deepEqual(await findBarriers(page), [])
  await page.context().close()
})

async function openLogs(): Promise<Page> {
  const context = await openVisit({ browser, size: 'desktop', language: 'en', theme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, ANA, 'en')
  await page.waitForURL(/home/)
  await allowEveryHour(page)
  await page.goto(`${product.url}/#/live-log`)
  await page.waitForURL(/#\/logs\?live=1/)
  await rowsOf(page).nth(20).waitFor()
  return page
}

/** The rendered rows of the logs; home has a list too. */
function rowsOf(page: Page) {
  return page.getByRole('region', { name: t('history.list') }).locator('[aria-setsize]')
}
