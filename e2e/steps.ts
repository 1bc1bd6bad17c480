import type { Key } from '../web/i18n.ts'
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
  await page.getByRole('button', { name: t('title.login'), exact: true }).click()
}

/** Fills in the last step of a registration, up to its button. */
export async function fillAccount(
  page: Page,
  t: (key: Key) => string,
  person: { first: string; last: string; password: string },
): Promise<void> {
  await page.getByLabel(t('register.first_name'), { exact: true }).fill(person.first)
  await page.getByLabel(t('register.last_name'), { exact: true }).fill(person.last)
  await page.getByLabel(t('password.new'), { exact: true }).fill(person.password)
  await page.getByLabel(t('password.repeat'), { exact: true }).fill(person.password)
  await page.getByLabel(t('register.consent')).check()
}

/** Opens the menu of a phone. */
export async function openMenu(page: Page, t: (key: Key) => string): Promise<void> {
  await page
    .getByRole('navigation', { name: t('shell.tabs') })
    .getByRole('button', { name: t('MENU') })
    .click()
}

/** Unfolds a rule of a filter's editor that is beyond where, how much and when, by its title. */
export async function openRule(page: Page, t: (key: Key) => string, title: Key): Promise<void> {
  const row = page.getByRole('button', { name: new RegExp(`^${t(title)}`) })
  await page.locator('#filter-beyond').waitFor()
  if (!(await row.isVisible()))
    await page.getByRole('button', { name: new RegExp(`^${t('beyond.title')}`) }).click()
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click()
}

/** Gives a page's device a fingerprint reader that always knows its person. */
export async function giveReader(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

/**
 * Gives a page's device a fingerprint reader, and takes the visitor from the IP address to the name of this
 * machine, since passkeys know no address. Returns the product's URL by that name.
 */
export async function givePasskeys(page: Page, url: string): Promise<string> {
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: 'localhost' })))
  await giveReader(page)
  return url.replace('127.0.0.1', 'localhost')
}

/** Adds this device's passkey: its name is given, the password confirms it. */
export async function addPasskey(
  page: Page,
  driver: { password: string },
  name: string,
  language: Language,
): Promise<void> {
  const t = wordsOf(language)
  await page.getByRole('button', { name: t('profile.passkey_add') }).click()
  const sheet = page.getByRole('dialog', { name: t('profile.passkey_add') })
  await sheet.getByLabel(t('profile.passkey_name'), { exact: true }).fill(name)
  await sheet.getByLabel(t('change.your_password'), { exact: true }).fill(driver.password)
  await sheet.getByRole('button', { name: t('profile.passkey_add') }).click()
  await sheet.waitFor({ state: 'detached' })
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
