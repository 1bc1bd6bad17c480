import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { DEMO_DRIVERS } from '@madruga/server/admin/demo-drivers.ts'
import { SCREENS, type Screen } from '../web/screens/table.ts'
import { launchBrowser } from './browser.ts'
import { startProduct, type Product } from './product.ts'
import { signInByForm } from './steps.ts'
import {
  collectErrors,
  findBarriers,
  findOverflow,
  openVisit,
  wordsOf,
  type Language,
  type Size,
  type Theme,
} from './visit.ts'

let product: Product
let browser: Browser
before(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
})
after(async () => {
  await browser?.close()
  await product?.stop()
})

const screens = Object.keys(SCREENS) as Screen[]
/** These leave at once: signing out ends the visit, and a signed-in driver has no business at the sign-in. */
const LEAVING: readonly Screen[] = ['logout', 'login']

for (const variant of ['amazon', 'spark'] as const)
  for (const size of ['phone', 'desktop'] as const)
    for (const language of ['en', 'es'] as const)
      for (const theme of ['dark', 'light'] as const)
        test(`every ${variant} screen has its title, its heading in focus and no barrier: ${size}, ${language}, ${theme}`, async () => {
          await walk({ variant, size, language, theme })
        })

for (const variant of ['amazon', 'spark'] as const)
  test(`nothing of any ${variant} screen sticks out of 320 px`, async () => {
    const context = await openVisit({ browser, language: 'es', theme: 'dark', size: 'small' })
    const page = await context.newPage()
    await page.goto(`${product.url}/`)
    await signInByForm(page, driverOf(variant), 'es')
    await page.waitForURL(/home/)
    for (const screen of screens.filter((one) => !LEAVING.includes(one))) {
      await page.goto(`${product.url}/#/${screen}`)
      await page
        .getByRole('heading', { level: 1 })
        .filter({ hasText: wordsOf('es')(SCREENS[screen].title) })
        .waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      assert.deepEqual(
        (await findOverflow(page)).map((what) => `${screen}: ${what}`),
        [],
      )
    }
    await leave(context, page)
  })

test('a stranger is led to the sign-in and back to where they wanted to go', async () => {
  const context = await openVisit({ browser, language: 'en', theme: 'dark', size: 'phone' })
  const page = await context.newPage()
  await page.goto(`${product.url}/#/filter`)
  await page.waitForURL(/#\/login/)
  await signInByForm(page, driverOf('amazon'), 'en')
  await page.waitForURL(/#\/filter/)
  await context.close()
})

function driverOf(variant: 'amazon' | 'spark') {
  return DEMO_DRIVERS.find((driver) => driver.variant === variant)!
}

async function walk(visit: {
  variant: 'amazon' | 'spark'
  size: Size
  language: Language
  theme: Theme
}): Promise<void> {
  const context = await openVisit({ ...visit, browser })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const t = wordsOf(visit.language)
  await page.goto(`${product.url}/`)
  assert.equal(await page.locator('html').getAttribute('lang'), visit.language)
  assert.deepEqual(await barriersOf(page, 'login'), [])
  await signInByForm(page, driverOf(visit.variant), visit.language)
  await page.waitForURL(visit.variant === 'spark' ? /#\/spark-home/ : /#\/home/)
  for (const screen of screens.filter((one) => !LEAVING.includes(one))) {
    await page.goto(`${product.url}/#/${screen}`)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.filter({ hasText: t(SCREENS[screen].title) }).waitFor()
    await page.waitForFunction(`document.title.startsWith(${JSON.stringify(t(SCREENS[screen].title))})`)
    assert.equal(
      await page.evaluate('document.activeElement?.tagName'),
      'H1',
      `${screen}: focus is on the heading`,
    )
    assert.deepEqual(await barriersOf(page, screen), [])
  }
  await leave(context, page)
  assert.deepEqual(errors, [])
}

async function barriersOf(page: Page, screen: string): Promise<string[]> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  return (await findBarriers(page)).map((barrier) => `${screen}: ${barrier}`)
}

async function leave(context: BrowserContext, page: Page): Promise<void> {
  await page.goto('about:blank')
  await context.close()
}
