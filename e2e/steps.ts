import type { Page } from 'playwright-core'
import { wordsOf, type Language } from './visit.ts'
import { until } from '@madruga/server/kit/testing.ts'

/** Signs in like a person: by the form of the current page. */
export async function signInByForm(
  page: Page,
  driver: { email: string; password: string },
  language: Language,
): Promise<void> {
  const t = wordsOf(language)
  await page.getByLabel(t('login.email'), { exact: true }).fill(driver.email)
  await page.getByLabel(t('login.password'), { exact: true }).fill(driver.password)
  await page.getByRole('button', { name: t('login.go'), exact: true }).click()
}

/**
 * Waits until home shows an offer. From then on the log is open, and a win shows its banner: earlier wins are
 * history and show none.
 */
export async function waitForOffers(page: Page, language: Language): Promise<void> {
  const offers = page.getByRole('region', { name: wordsOf(language)('offers.title') })
  await offers.getByRole('button').first().waitFor()
}

/**
 * From now on dismisses each booking banner that covers a tap target, as a person would: a lucky bot shows
 * many.
 */
export async function dismissBanners(page: Page, language: Language): Promise<void> {
  const sign = page.getByRole('region', { name: wordsOf(language)('booked.title') })
  const putAway = async (): Promise<void> => {
    // It may disappear by itself meanwhile.
    await sign
      .getByRole('button')
      .click({ timeout: 2_000 })
      .catch(() => {})
  }
  // The next banner may be shown already when this one is gone: waiting for none is impossible.
  await page.addLocatorHandler(sign, putAway, { noWaitAfter: true })
}

/**
 * Stops the bot with a thumb's press, repeated if a booking banner covered the button. No locator is awaited
 * while the button is down: dismissing a banner then would release it.
 */
export async function holdToStop(page: Page, language: Language): Promise<void> {
  const hold = page.getByRole('button', { name: wordsOf(language)('home.hold') })
  for (let tries = 0; tries < 5; tries++) {
    await hold.hover()
    await page.mouse.down()
    await until(() => page.evaluate(`document.querySelector('[data-holding="true"]') === null`))
    await page.mouse.up()
    if ((await hold.count()) === 0) return
  }
  throw new Error('the hold was let go of five times')
}
