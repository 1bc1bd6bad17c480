import assert from 'node:assert/strict'
import { suite } from 'node:test'
import type { Page } from 'playwright-core'
import { longTest } from '@madruga/server/kit/testing.ts'
import { isOfMoney } from '../web/screens/shell/of-money.ts'
import { SCREENS, type Screen } from '../web/screens/table.ts'
import { INES } from './cast.ts'
import { startFixture } from './fixture.ts'
import { signInByForm } from './steps.ts'
import { collectErrors, openVisit, wordsOf } from './visit.ts'

/** The service of a co-op, tried as a demo: couriers alone, and nobody pays. */
const { product, browser } = await startFixture({ env: { VARIANTS: 'courier', BILLING: 'off' } })

/** What the co-op asks of its members, in its own currency. */
const PRICES = JSON.stringify([{ from: '2026-01', cents: 1_250, currency: 'EUR' }])
await product.database.pool.query(
  `update platform_instances set member_prices = $1 where kind = 'coopcycle'`,
  [PRICES],
)

const screens = (Object.keys(SCREENS) as Screen[]).filter((screen) => screen !== 'logout')
const open = screens.filter((screen) => !SCREENS[screen].guarded)
const guarded = screens.filter((screen) => SCREENS[screen].guarded)

suite('couriers alone', { concurrency: 2 }, () => {
  for (const language of ['en', 'es'] as const)
    longTest(`a courier who pays nothing sees no dollar and no card on any screen: ${language}`, async () => {
      const context = await openVisit({ browser, language, theme: 'dark', size: 'phone' })
      const page = await context.newPage()
      const errors = collectErrors(page)
      const t = wordsOf(language, 'courier')
      const found: string[] = []
      const look = async (screen: string): Promise<void> => {
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        const dollars = /.{0,40}\$.{0,20}/.exec(await page.locator('body').innerText())?.[0]
        if (dollars !== undefined) found.push(`${screen}: ${dollars}`)
      }
      await page.goto(`${product.url}/`)
      await page.getByText(t('landing.register_free')).waitFor()
      await look('landing')
      for (const screen of open) {
        await show(page, screen, t(SCREENS[screen].title))
        await look(screen)
      }
      await page.goto(`${product.url}/#/login`)
      await signInByForm(page, INES, language)
      await page.waitForURL(/#\/courier-home/)
      for (const screen of guarded.filter((each) => !isOfMoney(each))) {
        await show(page, screen, t(SCREENS[screen].title))
        await look(screen)
        if (screen === 'sync') await page.getByText('€12.50').first().waitFor()
      }
      for (const screen of guarded.filter(isOfMoney)) {
        await page.evaluate((address) => (location.hash = address), `#/${screen}`)
        await page.waitForURL(/#\/courier-home/)
      }
      assert.deepEqual(found, [])
      assert.deepEqual(errors, [])
      await context.close()
    })
})

async function show(page: Page, screen: Screen, title: string): Promise<void> {
  await page.evaluate((address) => (location.hash = address), `#/${screen}`)
  await page.getByRole('heading', { level: 1 }).filter({ hasText: title }).first().waitFor()
}
