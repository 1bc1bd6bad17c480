import type { Page } from 'playwright-core'
import { wordsOf, type Language } from './visit.ts'

/** Signs in as a person does: by the form of the page on screen. */
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

/** From now on puts away each booked sign that hangs before what is to be tapped, as a person would: a lucky bot drops many. */
export async function putSignsAway(page: Page, language: Language): Promise<void> {
  const sign = page.getByRole('region', { name: wordsOf(language)('booked.title') })
  const putAway = async (): Promise<void> => {
    // It may come down by itself meanwhile.
    await sign
      .getByRole('button')
      .click({ timeout: 2_000 })
      .catch(() => {})
  }
  // The next sign may hang already when this one is away: there is no waiting for none.
  await page.addLocatorHandler(sign, putAway, { noWaitAfter: true })
}
