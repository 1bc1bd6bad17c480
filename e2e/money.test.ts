import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DEMO_COUPON } from '@madruga/server/main/demo.ts'
import { ANA } from './cast.ts'
import { startFixture } from './fixture.ts'
import { callOperation } from './market.ts'
import {
  CARDS,
  answerBank,
  checkScreen,
  paidBanner,
  payButton,
  readPayments,
  receiveMessage,
  seriousOf,
  typeCard,
  visitAs,
} from './paying.ts'
import { openMenu } from './steps.ts'
import { collectErrors, openVisit, wordsOf } from './visit.ts'

const EMAIL = 'marta.solis@example.com'
const PHONE = '3055550123'
const t = wordsOf('es')

// An empty market: no banner of a won block covers a tap target.
const { product, browser } = await startFixture({ env: { MARKET_SCENARIO: 'quiet' } })

test('an invited stranger buys a week of advanced with a coupon, and the driver gets a credit', async () => {
  const inviter = await visitAs(product, browser, ANA, { size: 'desktop', language: 'en' })
  const code = await readCode(inviter.page)
  const context = await openVisit({ browser, size: 'phone', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  const errors = collectErrors(page)

  await register(page, code)
  await chooseWeek(page)
  const reference = await payOnce(page)
  await usePlan(page)
  await readReceipt(page, reference)

  await inviter.page.goto(`${product.url}/#/invite`)
  const credits = inviter.page.getByRole('region', { name: inviter.t('invite.credits') })
  await credits.getByText(inviter.t('invite.joined', { count: 1 })).waitFor()
  // Available, earned, used.
  assert.deepEqual(await credits.locator('dd').allInnerTexts(), ['1', '1', '0'])
  await checkScreen(inviter.page)
  await inviter.leave()
  assert.deepEqual(seriousOf(errors), [])
  await context.close()
})

test("a bank's authentication survives a reload, and a declined card shows why and allows another", async () => {
  const { page, t: en, leave } = await visitAs(product, browser, ANA, { size: 'phone', language: 'en' })
  const question = page.getByRole('dialog', { name: en('pay.bank_title') })
  await page.goto(`${product.url}/#/payment?plan=advanced&days=7`)
  await typeCard(page, 'en', CARDS.asks)
  await payButton(page, 'en').click()
  // This card requires authentication twice: for saving, and for charging.
  await answerBank(page, 'en')
  await answerBank(page, 'en')
  await paidBanner(page, 'en').waitFor()
  await checkScreen(page)

  await page.goto(`${product.url}/#/payment?plan=advanced&days=14`)
  await payButton(page, 'en').click()
  await question.waitFor()
  await page.reload()
  await page.getByRole('heading', { name: en('pay.state.needs_action') }).waitFor()
  await checkScreen(page)
  const answer = page.getByRole('button', { name: en('pay.answer_bank') })
  await answer.click()
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  assert.match(page.url(), /#\/payment\?.*days=14/, 'going back put the question away, and nothing else')
  await answer.click()
  await answerBank(page, 'en')
  await paidBanner(page, 'en').waitFor()

  await page.goto(`${product.url}/#/payment?plan=professional&days=7`)
  await page.getByText(en('pay.another'), { exact: true }).click()
  await typeCard(page, 'en', CARDS.declined)
  await payButton(page, 'en').click()
  await page.getByText(en('payments.reason.declined')).waitFor()
  await checkScreen(page)
  await page.getByRole('link', { name: en('pay.try_again') }).click()
  await page.getByText(en('pay.another'), { exact: true }).click()
  await typeCard(page, 'en', CARDS.good)
  await payButton(page, 'en').click()
  await paidBanner(page, 'en').waitFor()

  const states = (await readPayments(page)).map(({ state, what, method }) => [
    state,
    what.kind === 'subscription' && `${what.plan} ${what.days}`,
    method?.last4,
  ])
  assert.deepEqual(states, [
    ['paid', 'professional 7', '4242'],
    ['refused', 'professional 7', '0341'],
    ['paid', 'advanced 14', '3184'],
    ['paid', 'advanced 7', '3184'],
  ])
  await leave()
})

async function readCode(page: Page): Promise<string> {
  return (await callOperation<{ code: string }>(page, 'GET', '/referrals')).code
}

async function register(page: Page, code: string): Promise<void> {
  await page.goto(`${product.url}/#/register?code=${code}`)
  await page.getByText(t('form.by_sms'), { exact: true }).click()
  await page.getByLabel(t('register.phone'), { exact: true }).fill(PHONE)
  await page.getByLabel(t('login.email'), { exact: true }).fill(EMAIL)
  await page.getByText(t('register.invited', { code })).waitFor()
  await page.getByText(t('captcha.done')).waitFor()
  await page.getByRole('button', { name: t('register.send') }).click()
  // A friend counts once their phone is confirmed, so they register by a text message first.
  await page.getByLabel(t('otp.code')).waitFor()
  await page
    .getByLabel(t('otp.code'))
    .fill((await receiveMessage(product, page, `1${PHONE}`, /\b\d{6}\b/)).found)
  await page.getByRole('heading', { name: t('otp.second') }).waitFor()
  await page.getByLabel(t('otp.code')).fill((await receiveMessage(product, page, EMAIL, /\b\d{6}\b/)).found)
  await page.getByRole('heading', { name: t('register.you') }).waitFor()
  await page.getByLabel(t('register.first_name'), { exact: true }).fill('Marta')
  await page.getByLabel(t('register.last_name'), { exact: true }).fill('Solís')
  await page.getByLabel(t('password.new'), { exact: true }).fill('una ruta de noche')
  await page.getByLabel(t('password.repeat'), { exact: true }).fill('una ruta de noche')
  await page.getByLabel(t('register.consent')).check()
  await page.getByRole('button', { name: t('register.go') }).click()
  await page.waitForURL(/#\/home/)
}

/** Half of $25.00, and 2.9% + 30 c of the charge. */
async function chooseWeek(page: Page): Promise<void> {
  await page.goto(`${product.url}/#/activation`)
  await page.getByText(t('activation.days_14'), { exact: true }).click()
  await page.getByText(t('activation.days_7'), { exact: true }).click()
  const coupon = page.getByLabel(t('activation.coupon'), { exact: false })
  await coupon.fill('NADA99')
  const field = page.locator('form').filter({ has: coupon })
  await field.getByText(t('error.billing.coupon_unknown')).waitFor()
  assert.equal(await coupon.getAttribute('aria-invalid'), 'true')
  await checkScreen(page)
  await coupon.fill(DEMO_COUPON.toLowerCase())
  await field.getByText(t('activation.coupon_taken', { sum: '$12.50' })).waitFor()
  const price = page.getByRole('region', { name: t('price.title') })
  const lines = [
    [t('invoices.days_of', { plan: t('plan.advanced'), days: 7 }), '$25'],
    [t('invoices.coupon', { code: DEMO_COUPON }), '-$12.50'],
    [t('price.fee_card'), '$0.68'],
    [t('price.total'), '$13.18'],
  ]
  const seen = await price
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.split('\n')))
  assert.deepEqual(seen, lines)
  await checkScreen(page)
  await page.getByRole('link', { name: t('activation.go', { sum: '$13.18' }) }).click()
}

/** Pays with a double tap; returns the reference of the single payment. */
async function payOnce(page: Page): Promise<string> {
  await page.getByText(t('price.test_mode')).waitFor()
  await typeCard(page, 'es', CARDS.good)
  await checkScreen(page)
  await payButton(page, 'es').dblclick()
  const sign = paidBanner(page, 'es')
  await sign.waitFor()
  const [payment, ...others] = await readPayments(page)
  assert.ok(payment)
  assert.deepEqual([payment.state, payment.amountCents, payment.feeCents, others], ['paid', 1318, 68, []])
  assert.match(payment.reference, /^P-/)
  await sign.getByText(payment.reference).waitFor()
  await sign.getByText(t('pay.active_until', { until: '' }).trim()).waitFor()
  await checkScreen(page)
  return payment.reference
}

/** The menu has the plan's editor at once, and it opens. */
async function usePlan(page: Page): Promise<void> {
  await openMenu(page, t)
  await page.getByRole('link', { name: t('ADVANCED_FILTER') }).click()
  await page.waitForURL(/advanced-filter-v2/)
  await page.getByRole('heading', { level: 1, name: t('ADVANCED_FILTER') }).waitFor()
  assert.equal(await page.getByRole('heading', { name: t('plan.dearer_title') }).count(), 0)
}

async function readReceipt(page: Page, reference: string): Promise<void> {
  await page.goto(`${product.url}/#/payment-history`)
  const rows = page.getByRole('region', { name: t('payments.list') }).getByRole('listitem')
  await page.getByLabel(t('payments.search')).fill('P-NADA')
  await page.getByText(t('list.none_found'), { exact: true }).last().waitFor()
  await page.getByLabel(t('payments.search')).fill(reference.slice(2, 8))
  await rows.filter({ hasText: reference }).waitFor()
  assert.equal(await rows.count(), 1)
  await checkScreen(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    rows.getByRole('link', { name: t('payments.receipt') }).click(),
  ])
  assert.equal(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  )
  const { text } = await receiveMessage(product, page, EMAIL, new RegExp(reference))
  assert.match(text, /\.pdf/)
}
