import type { Key } from '../web/i18n.ts'
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { isOfMoney } from '../web/screens/shell/of-money.ts'
import { SCREENS, type Screen } from '../web/screens/table.ts'
import { findBarriers } from './visit.ts'
import type { wordsOf } from './visit.ts'

type T = ReturnType<typeof wordsOf>

/** Connects a courier to a recorded platform, with their own sign-in there, up to the first steps of home. */
export async function connect(
  page: Page,
  t: T,
  platform: string,
  [label, identity]: [Key, string],
  password: string,
): Promise<void> {
  await page.getByText(platform, { exact: true }).click()
  await page.getByText(t('sync.draft_text')).waitFor()
  if (platform.endsWith('(Fleetbase)'))
    await page.getByText(t('sync.sign_in_by.password'), { exact: true }).click()
  // Days are written as the driver's language writes them: 1 oct 2026.
  assert.doesNotMatch(await page.getByRole('main').innerText(), /\d{4}-\d\d-\d\d/)
  await page.getByLabel(t(label), { exact: true }).fill(identity)
  await page.getByLabel(t('sync.platform_password'), { exact: true }).fill(password)
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: t('sync.connect'), exact: true }).click()
  await page.getByRole('button', { name: t('setup.use'), exact: true }).waitFor()
}

/** Starts the bot of a courier at home. */
export async function startBot(page: Page, t: T): Promise<void> {
  await page.evaluate(`location.hash = '#/courier-home'`)
  await page.getByRole('button', { name: t('home.start'), exact: true }).click()
  await page.getByRole('heading', { name: t('phase.running') }).waitFor()
}

const screens = (Object.keys(SCREENS) as Screen[]).filter((screen) => screen !== 'logout')
/** What a guest can open, and what a courier who pays nothing can. */
export const OPEN_SCREENS = screens.filter((screen) => !SCREENS[screen].guarded)
export const COURIER_SCREENS = screens.filter((screen) => SCREENS[screen].guarded && !isOfMoney(screen))

/** The dollar that stands on the current page, with the words around it; null = none does. */
export async function findDollar(page: Page): Promise<string | null> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  return /.{0,40}\$.{0,20}/.exec(await page.locator('body').innerText())?.[0] ?? null
}

/** Opens each of these screens; answers the dollars that stand on them. */
export async function findDollars(page: Page, t: T, wanted: readonly Screen[]): Promise<string[]> {
  const found: string[] = []
  for (const screen of wanted) {
    await page.evaluate((address) => (location.hash = address), `#/${screen}`)
    const title = page.getByRole('heading', { level: 1 }).filter({ hasText: t(SCREENS[screen].title) })
    await title.first().waitFor()
    const dollar = await findDollar(page)
    if (dollar !== null) found.push(`${screen}: ${dollar}`)
  }
  return found
}

/** Every screen of cards and invoices leads home. */
export async function meetNoCard(page: Page): Promise<void> {
  for (const screen of screens.filter(isOfMoney)) {
    await page.evaluate((address) => (location.hash = address), `#/${screen}`)
    await page.waitForURL(/#\/courier-home/)
  }
}
