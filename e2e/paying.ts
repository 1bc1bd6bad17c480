import assert from 'node:assert/strict'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Outputs } from '@madruga/core/contract.ts'
import { callOperation } from './market.ts'
import type { Product } from './product.ts'
import { dismissBanners, signInByForm } from './steps.ts'
import {
  collectErrors,
  findBarriers,
  findOverflow,
  openVisit,
  spokenFor,
  wordsOf,
  type Language,
  type Size,
} from './visit.ts'
import { until } from '@madruga/server/kit/testing.ts'

/** Test cards by behavior; the product's gateway accepts no others. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  asks: '4000 0027 6000 3184',
  declined: '4000 0000 0000 0341',
}

export type Payment = Outputs['billing']['payments']['payments'][number]

/**
 * A signed-in visitor, at home; Spanish and dark on a phone, English and light on a desktop. `leave` fails on
 * console errors.
 */
export async function visitAs(
  product: Product,
  browser: Browser,
  who: { email: string; password: string },
  given: { size: Size; language: Language },
) {
  const context = await openVisit({ browser, ...given, theme: given.language === 'es' ? 'dark' : 'light' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, who, given.language)
  await page.waitForURL(/home|admin/)
  await dismissBanners(page, given.language)
  return {
    page,
    t: wordsOf(given.language),
    leave: async () => {
      await page.goto('about:blank')
      await context.close()
      assert.deepEqual(seriousOf(errors), [])
    },
  }
}

/** Refusals that a journey provokes appear in the console too; anything else is an error. */
export function seriousOf(errors: readonly string[]): string[] {
  return errors.filter((error) => !/\b(401|402|404|409|422)\b/.test(error))
}

/** The screen once everything has loaded: nothing overflows, and it is accessible. */
export async function checkScreen(page: Page): Promise<void> {
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
}

/** Enters a card into the form of the payment screen; a new one beside the saved ones. */
export async function typeCard(page: Page, language: Language, number: string): Promise<void> {
  const t = wordsOf(language)
  await page.getByLabel(t('pay.field.number'), { exact: true }).fill(number)
  await page.getByLabel(t('pay.field.expiry'), { exact: true }).fill('12 / 39')
  await page.getByLabel(t('pay.field.cvc'), { exact: true }).fill('123')
}

/** The button that pays what is seen. */
export function payButton(page: Page, language: Language): Locator {
  return page.getByRole('button', { name: wordsOf(language)('pay.go', { sum: '' }) })
}

/** The sign of a completed payment. */
export function paidBanner(page: Page, language: Language): Locator {
  return page.getByRole('region', { name: wordsOf(language)('pay.state.paid') })
}

/** Confirms the bank's authentication, which is in a frame. The next one may open as it closes. */
export async function answerBank(page: Page, language: Language): Promise<void> {
  const t = wordsOf(language)
  const yes = spokenFor(language) === 'es' ? 'Sí, soy yo' : 'Yes, it is me'
  const question = page.getByRole('dialog', { name: t('pay.bank_title') })
  const asked = await question.elementHandle()
  await question.getByTitle(t('pay.bank_frame')).contentFrame().getByRole('button', { name: yes }).click()
  await asked!.waitForElementState('hidden')
}

/** The driver's payments, newest first. */
export async function readPayments(page: Page): Promise<Payment[]> {
  return (await callOperation<Outputs['billing']['payments']>(page, 'GET', '/billing/payments')).payments
}

/** Waits for a message to a recipient that matches the pattern; the demo shows what its gateways received. */
export async function receiveMessage(
  product: Product,
  page: Page,
  to: string,
  pattern: RegExp,
): Promise<{ text: string; found: string }> {
  const read = async () => {
    const answer = await page.request.get(`${product.url}/api/notify/received`, { params: { to, limit: 20 } })
    const { messages } = (await answer.json()) as Outputs['notify']['received']
    return messages
      .map(({ text }) => ({ text, found: pattern.exec(text)?.[0] ?? '' }))
      .find(({ found }) => found !== '')
  }
  return await until(read, `a message to ${to} with ${pattern}`)
}
