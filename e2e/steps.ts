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
