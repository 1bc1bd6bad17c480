import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { longTest } from '@madruga/server/kit/testing.ts'
import { INES } from './cast.ts'
import { COURIER_SCREENS, findDollar, findDollars, meetNoCard, OPEN_SCREENS } from './courier-steps.ts'
import { startFixture } from './fixture.ts'
import { signInByForm } from './steps.ts'
import { collectErrors, openVisit, wordsOf } from './visit.ts'

/** The service of a co-op, tried as a demo: couriers alone, and no one pays. */
const { product, browser } = await startFixture({ env: { VARIANTS: 'courier', BILLING: 'off' } })

/** What the co-op asks of its members, in its own currency. */
const PRICES = JSON.stringify([{ from: '2026-01', cents: 1_250, currency: 'EUR' }])
await product.database.pool.query(
  `update platform_instances set member_prices = $1 where kind = 'coopcycle'`,
  [PRICES],
)

suite('couriers alone', { concurrency: 2 }, () => {
  for (const language of ['en', 'es'] as const)
    longTest(`a courier who pays nothing sees no dollar and no card on any screen: ${language}`, async () => {
      const context = await openVisit({ browser, language, theme: 'dark', size: 'phone' })
      const page = await context.newPage()
      const errors = collectErrors(page)
      const t = wordsOf(language, 'courier')
      await page.goto(`${product.url}/`)
      await page.getByText(t('landing.register_free')).waitFor()
      assert.equal(await findDollar(page), null)
      assert.deepEqual(await findDollars(page, t, OPEN_SCREENS), [])
      await page.goto(`${product.url}/#/login`)
      await signInByForm(page, INES, language)
      await page.waitForURL(/#\/courier-home/)
      assert.deepEqual(await findDollars(page, t, COURIER_SCREENS), [])
      await page.evaluate(`location.hash = '#/sync'`)
      await page.getByText('€12.50').first().waitFor()
      await meetNoCard(page)
      assert.deepEqual(errors, [])
      await context.close()
    })
})
