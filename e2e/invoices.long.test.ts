import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { Outputs } from '@madruga/core/contract.ts'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { ANA, OPERATOR } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, callOperation, placeFarBlock } from './market.ts'
import { CARDS, checkScreen, paidBanner, payButton, readPayments, typeCard, visitAs } from './paying.ts'
import { openMenu } from './steps.ts'
import { wordsOf } from './visit.ts'
import { realNow, until } from '@madruga/server/kit/testing.ts'

type Block = Outputs['blocks']['list']['blocks'][number]

const COUPON = 'NOCHE-20'
const [es, en] = [wordsOf('es'), wordsOf('en')]
// An empty market; an account that is suspended as soon as it owes something, and a short cooling.
const billing = { dunning: { suspendDays: 0 } }
const settings = JSON.stringify({ dailyStop: null, coolingMs: 1_000, billing })
const { product, browser } = await startFixture({ env: { MARKET_SCENARIO: 'quiet', SETTINGS: settings } })

test('an invoice that is not paid suspends the account and stops the bot, and paying it brings both back at once', async () => {
  const { page, leave } = await visitAs(product, browser, ANA, { size: 'desktop', language: 'en' })
  const block = await winBlock(page)
  await moveToLastWeek(block)

  // Each sweep runs once a minute: one closes the week, the next collects what it costs.
  const invoices = () => callOperation<Outputs['billing']['invoices']>(page, 'GET', '/billing/invoices')
  await product.pass(MINUTE_MS)
  await until(async () => (await invoices()).invoices.length > 0, 'an invoice')
  await product.pass(MINUTE_MS)
  await page.getByText(en('reason.suspended')).waitFor()
  await page.getByRole('button', { name: en('home.start') }).click()
  await page.getByText(en('error.bot.suspended')).waitFor()
  await checkScreen(page)
  await page.getByText(en('invoices.suspended')).waitFor()
  await page.goto(`${product.url}/#/activation`)
  await page.getByText(en('invoices.suspended')).waitFor()
  await page.getByRole('link', { name: en('invoices.pay', { sum: '$5' }) }).waitFor()
  await checkScreen(page)

  const number = await readInvoice(page, block)
  await page.getByRole('link', { name: en('invoices.pay', { sum: '$5' }) }).click()
  await typeCard(page, 'en', CARDS.good)
  await checkScreen(page)
  // The price and, as its own line, the card fee: 2.9% of the total and 30 c.
  await page.getByRole('button', { name: en('pay.go', { sum: '$5.46' }) }).click()
  await paidBanner(page, 'en').getByText(en('pay.invoice_paid', { number })).waitFor()
  await checkScreen(page)

  await page.getByRole('link', { name: en('bot.open') }).click()
  await page.getByRole('heading', { name: en('phase.not_running') }).waitFor()
  await page.getByText(en('reason.suspended')).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: en('home.start') }).click()
  await page.getByRole('button', { name: en('home.hold') }).waitFor()
  await leave()
})

test('an operator makes a coupon, finds the payment that used it, and gives it back: the plan is gone, and the books agree', async () => {
  const phone = await visitAs(product, browser, ANA, { size: 'phone', language: 'es' })
  const desk = await visitAs(product, browser, OPERATOR, { size: 'desktop', language: 'en' })
  await makeCoupon(desk.page)
  const reference = await buyWithCoupon(phone.page)
  await seeRevenue(desk.page)
  await refund(desk.page, reference)

  await phone.page.goto(`${product.url}/#/payment-history`)
  const row = phone.page.getByRole('listitem').filter({ hasText: reference })
  await row.getByText(es('payments.refunded_all')).waitFor()
  await checkScreen(phone.page)
  await leavePlan(phone.page)
  await openMenu(phone.page, es)
  await phone.page.getByRole('link', { name: es('FILTERS'), exact: true }).waitFor()
  assert.equal(await phone.page.getByRole('link', { name: es('ADVANCED_FILTER') }).count(), 0)

  await desk.page.goto(`${product.url}/#/admin?tab=accounting&part=reconciliation`)
  await desk.page.getByRole('button', { name: en('accounting.compare') }).click()
  await desk.page.getByText(en('accounting.compared')).waitFor()
  await desk.page.getByText(en('accounting.clean'), { exact: true }).waitFor()
  await desk.page.getByText(en('accounting.gateway_asked')).waitFor()
  await checkScreen(desk.page)
  await phone.leave()
  await desk.leave()
})

/** Makes the bot win one block of $90, at any hour. */
async function winBlock(page: Page): Promise<Block> {
  await allowEveryHour(page)
  await placeFarBlock(product, page, { payCents: 9_000, nth: 0 })
  const [from, to] = [dayOf(realNow()), dayOf(realNow() + 14 * DAY_MS)]
  const read = () => callOperation<{ blocks: Block[] }>(page, 'GET', `/blocks?from=${from}&to=${to}`)
  return await until(async () => (await read()).blocks[0], 'the bot wins what was placed')
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Moves the win to a week ago, in a week that is not closed yet: no setting advances time, so the test edits
 * the rows.
 */
async function moveToLastWeek({ id }: Block): Promise<void> {
  await product.database.kysely.transaction().execute(async (tx) => {
    const week = sql.raw(`interval '7 days'`)
    const moved = await sql`
      update blocks set accepted_at = accepted_at - ${week} where id = ${id} and attempt_id is not null`.execute(
      tx,
    )
    assert.equal(moved.numAffectedRows, 1n)
    await sql`
      insert into week_closings (driver_id, since, closed_to)
      select id, created_at - ${week} * 2, date_trunc('week', now() at time zone time_zone) at time zone time_zone - ${week}
      from drivers where email = ${ANA.email}
      on conflict (driver_id) do update set since = excluded.since, closed_to = excluded.closed_to`.execute(
      tx,
    )
  })
}

/** The invoice in the list, then in full: one block, its pay and its price. Returns its number. */
async function readInvoice(page: Page, block: Block): Promise<string> {
  await page.goto(`${product.url}/#/invoices`)
  await page.getByText(en('invoices.suspended')).waitFor()
  const row = page.getByRole('region', { name: en('invoices.all') }).getByRole('link')
  await row.getByText(en('invoices.state.unpaid')).waitFor()
  assert.equal(await row.count(), 1)
  await checkScreen(page)
  const number = /M-\d{4}-\d{6}/.exec(await row.innerText())![0]
  await row.click()
  await page.getByRole('region', { name: en('invoices.number', { number }) }).waitFor()
  const line = page.getByRole('listitem').filter({ hasText: en('invoices.line.paid_you', { pay: '$90' }) })
  assert.match(await line.innerText(), /\$5$/)
  assert.ok((await line.innerText()).includes(block.stationCode))
  await checkScreen(page)
  return number
}

/** The subscription's days are over; the driver returns to basic. */
async function leavePlan(phone: Page): Promise<void> {
  await phone.goto(`${product.url}/#/activation`)
  await phone.getByRole('heading', { name: es('activation.ended') }).waitFor()
  await checkScreen(phone)
  await phone.getByRole('button', { name: es('activation.leave') }).click()
  const sheet = phone.getByRole('dialog', { name: es('activation.leave_title') })
  await sheet.getByRole('button', { name: es('activation.leave') }).click()
  await phone.getByText(es('activation.weekly'), { exact: true }).waitFor()
  await sheet.waitFor({ state: 'detached' })
  await checkScreen(phone)
}

async function makeCoupon(desk: Page): Promise<void> {
  await desk.goto(`${product.url}/#/admin?tab=accounting&part=coupons`)
  await desk.getByRole('button', { name: en('accounting.coupon_make') }).click()
  const sheet = desk.getByRole('dialog')
  const make = sheet.getByRole('button', { name: en('accounting.coupon_make') })
  await make.click()
  await sheet.getByText(en('accounting.wrong.code')).waitFor()
  await checkScreen(desk)
  await sheet.getByLabel(en('accounting.code'), { exact: true }).fill(COUPON)
  await sheet.getByLabel(en('accounting.percent_off'), { exact: true }).fill('20')
  await make.click()
  await desk.getByText(en('accounting.coupon_made', { code: COUPON })).waitFor()
  await checkScreen(desk)
}

/** A week of advanced for $25, less 20%, and the card fee; returns the reference. */
async function buyWithCoupon(phone: Page): Promise<string> {
  await phone.goto(`${product.url}/#/payment?plan=advanced&days=7&coupon=${COUPON}`)
  await payButton(phone, 'es').waitFor()
  const another = phone.getByText(es('pay.another'), { exact: true })
  if ((await another.count()) > 0) await another.click()
  await typeCard(phone, 'es', CARDS.good)
  await phone.getByRole('button', { name: es('pay.go', { sum: '$20.91' }) }).click()
  await paidBanner(phone, 'es').waitFor()
  const [payment] = await readPayments(phone)
  assert.ok(payment)
  await phone.goto(`${product.url}/#/home`)
  await openMenu(phone, es)
  await phone.getByRole('link', { name: es('ADVANCED_FILTER') }).waitFor()
  await phone.keyboard.press('Escape')
  await phone.getByRole('dialog').waitFor({ state: 'detached' })
  return payment.reference
}

async function seeRevenue(desk: Page): Promise<void> {
  // A day of tolerance on both sides: the service and this browser may be on different days.
  const [from, to] = [dayOf(realNow() - 2 * DAY_MS), dayOf(realNow() + 2 * DAY_MS)]
  await desk.goto(`${product.url}/#/admin?tab=accounting&part=revenue&from=${from}&to=${to}`)
  const accounts = desk.getByRole('region', { name: en('accounting.accounts') })
  const cells = (account: 'revenue.subscriptions' | 'discounts.coupons') =>
    accounts
      .getByRole('row')
      .filter({ hasText: en(`accounting.account.${account}`) })
      .getByRole('cell')
      .allInnerTexts()
  await accounts.waitFor()
  assert.deepEqual(await cells('revenue.subscriptions'), ['$25', '$25'])
  assert.deepEqual(await cells('discounts.coupons'), ['-$5', '-$5'])
  await checkScreen(desk)
}

async function refund(desk: Page, reference: string): Promise<void> {
  await desk.goto(`${product.url}/#/admin?tab=accounting&part=payments`)
  await desk.getByLabel(en('accounting.search_payments')).fill(reference)
  const rows = desk.getByRole('button', { name: /P-/ })
  await desk.waitForURL(new RegExp(reference))
  await rows.filter({ hasText: reference }).click()
  const sheet = desk.getByRole('dialog', { name: en('accounting.payment_title', { reference }) })
  const go = sheet.getByRole('button', { name: en('accounting.refund_go'), exact: true })
  await go.click()
  await sheet.getByText(en('admin.need_reason')).waitFor()
  await checkScreen(desk)
  await sheet.getByLabel(en('admin.reason'), { exact: true }).fill('Bought by mistake')
  await go.click()
  await sheet.getByText(en('accounting.refund_ask', { amount: '$20.91', method: 'visa •••• 4242' })).waitFor()
  await sheet.getByRole('button', { name: en('accounting.refund_yes') }).click()
  await sheet.getByText(en('accounting.refund_done', { amount: '$20.91' })).waitFor()
  await checkScreen(desk)
}
