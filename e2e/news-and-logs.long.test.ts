import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { ANA, LUIS } from './cast.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, callOperation, placeFarBlock, steerMarket } from './market.ts'
import { dismissBanners, signInByForm, waitForOffers } from './steps.ts'
import {
  collectErrors,
  findBarriers,
  findOverflow,
  openVisit,
  wordsOf,
  type Language,
  type Size,
} from './visit.ts'

const { product, browser } = await startFixture()

test('a won block appears at the bell, on the app icon and in the inbox, and one tap acknowledges it: phone, es', async () => {
  await visit('phone', 'es', ANA, async (page, t) => {
    await page.evaluate('navigator.setAppBadge = async (count) => void (window.badge = count)')
    const sign = page.getByRole('region', { name: t('booked.title') })
    await allowEveryHour(page)
    await waitForOffers(page, 'es')
    await placeFarBlock(product, page, { payCents: 9_000, nth: 0 })
    await sign.waitFor()
    const bell = page.getByRole('link', { name: new RegExp(t('inbox.open')) })
    await bell.filter({ hasText: /\d/ }).waitFor()
    await page.waitForFunction('window.badge > 0')

    await page.goto(`${product.url}/#/inbox`)
    const block = page
      .getByRole('listitem')
      .filter({ hasText: t('news.block_won') })
      .first()
    await block.waitFor()
    // The row shows the log's data: a station and its pay.
    assert.match(await block.innerText(), /[A-Z]{2,}\d[\s\S]*\$\d/)
    await checkScreen(page)

    const know = page.getByRole('button', { name: new RegExp(`^${t('inbox.acknowledge')}`) })
    const first = know.first()
    const told = await first.innerText()
    await first.click()
    await page.getByRole('button', { name: told, exact: true }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText(t('inbox.acknowledged'), { exact: true }).first().waitFor()
  })
})

test("the sign's OK is the only acknowledgement: nothing asks on home, and the bell counts no win: desktop, en", async () => {
  await visit('desktop', 'en', ANA, async (page, t) => {
    await allowEveryHour(page)
    await waitForOffers(page, 'en')
    type Unread = { unread: number; waiting: { id: number; params: { payCents?: number } }[] }
    const readUnread = () => callOperation<Unread>(page, 'GET', '/notify/unread')
    for (const { id } of (await readUnread()).waiting)
      await callOperation(page, 'POST', '/notify/acknowledge', { id })
    await placeFarBlock(product, page, { payCents: 12_300, nth: 2 })
    // Each sign gets its OK, whichever other blocks the bot wins meanwhile.
    const sign = page.getByRole('region', { name: t('booked.title') })
    for (let mine = false; !mine;) {
      await sign.waitFor()
      mine = (await sign.innerText()).includes('$123')
      // Other wins were acknowledged above while their signs still hung.
      const acknowledged = mine && page.waitForResponse(/notify\/acknowledge/)
      await sign.getByRole('button', { name: t('shell.ok') }).click()
      if (acknowledged) assert.equal((await acknowledged).status(), 200)
    }
    await dismissBanners(page, 'en')
    const { waiting } = await readUnread()
    assert.ok(waiting.every((one) => one.params.payCents !== 12_300))
    assert.equal(await page.getByRole('button', { name: t('inbox.acknowledge') }).count(), 0)
    await checkScreen(page)
  })
})

test('alerts are saved, choices survive a reload, and a test message arrives: desktop, en', async () => {
  await visit('desktop', 'en', ANA, async (page, t) => {
    await page.goto(`${product.url}/#/notification-settings`)
    const quiet = page.getByRole('switch', { name: t('alerts.quiet_on') })
    await quiet.check()
    await page.getByLabel(t('alerts.quiet_from')).fill('')
    const save = page.getByRole('button', { name: t('alerts.save'), exact: true })
    await save.click()
    await page.getByText(t('alerts.time_missing')).waitFor()
    await page.getByLabel(t('alerts.quiet_from')).fill('23:15')
    await page.getByRole('checkbox', { name: `${t('news.run_over')}: ${t('channel.sms')}` }).check()
    await checkScreen(page)

    await page.reload()
    await page.getByText(t('form.restored')).waitFor()
    await save.click()
    await page.getByRole('button', { name: t('alerts.saved'), exact: true }).waitFor()
    await page.reload()
    await page.getByLabel(t('alerts.quiet_from')).waitFor()
    assert.equal(await page.getByLabel(t('alerts.quiet_from')).inputValue(), '23:15')
    assert.equal(
      await page.getByRole('checkbox', { name: `${t('news.run_over')}: ${t('channel.sms')}` }).isChecked(),
      true,
    )
    assert.equal(await page.getByText(t('form.restored')).count(), 0)

    const arrived = await countMessages(page, ANA.email)
    await page
      .getByRole('button', { name: t('alerts.try_of', { channel: t('channel.email') }), exact: true })
      .click()
    await page.getByText(t('alerts.try_sent')).first().waitFor()
    assert.ok((await countMessages(page, ANA.email)) > arrived, 'an e-mail has arrived')
    await page.getByRole('link', { name: t('alerts.demo_messages') }).click()
    await page.getByRole('heading', { level: 1, name: t('title.messages') }).waitFor()
  })
})

test('the history is filtered by outcome, day and text in the address, and saved as CSV: phone, en', async () => {
  await visit('phone', 'en', ANA, async (page, t) => {
    await dismissBanners(page, 'en')
    await allowEveryHour(page)
    await placeFarBlock(product, page, { payCents: 9_000, nth: 1 })
    await page.goto(`${product.url}/#/logs`)
    const rows = page.locator('.history .row:not([aria-expanded])')
    // Opened before the first offer was judged, it fills automatically.
    await rows.first().waitFor()
    await checkScreen(page)

    await page.getByRole('button', { name: t('log.accepted'), exact: true }).click()
    await page.waitForURL(/outcome=accepted/)
    await settle(page)
    await openBursts(page)
    await everyRow(rows, new RegExp(t('row.accepted')))

    const station = (await rows.first().locator('.plate').innerText()).trim()
    await page.getByRole('searchbox').fill(station.toLowerCase())
    await page.waitForURL(/text=/)
    await settle(page)
    await openBursts(page)
    await everyRow(rows, new RegExp(station))

    await page.getByRole('button', { name: new RegExp(t('history.filters')) }).click()
    await page.getByRole('button', { name: t('history.today'), exact: true }).click()
    await page.waitForURL(/from=\d{4}-\d{2}-\d{2}/)
    await checkScreen(page)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: t('history.export') }).click(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
    assert.ok(lines.length > 1, 'a heading and at least the offer on screen')
    for (const line of lines.slice(1)) assert.match(line, new RegExp(station))

    // The address contains everything: a reload shows the same, the back button leads out step by step.
    await page.reload()
    await settle(page)
    await openBursts(page)
    await everyRow(rows, new RegExp(station))
    await page.goBack()
    await page.waitForURL((url) => !url.hash.includes('from='))
    assert.equal(await page.getByRole('searchbox').inputValue(), station.toLowerCase())

    await rows.first().click()
    await page.getByRole('dialog').getByText(station).first().waitFor()
    assert.deepEqual(await findBarriers(page), [])
  })
})

test('the history of trips shows kind, stops and miles: desktop, es', async () => {
  await visit('desktop', 'es', LUIS, async (page, t) => {
    await page.goto(`${product.url}/#/spark-logs`)
    const facts = page.locator('.history .row-facts')
    await facts.first().waitFor()
    const [one, many] = [1, 2].map((count) => t('history.stops', { count }).replace(/\d/, '\\d+'))
    assert.match(await facts.first().innerText(), new RegExp(`(${one}|${many}).*\\d mi`))
    await checkScreen(page)
  })
})

test('stations are read again once the bot rests: the filter stays, and one of which nothing is left comes back: phone, es', async () => {
  await visit('phone', 'es', ANA, async (page, t) => {
    await dismissBanners(page, 'es')
    await page.goto(`${product.url}/#/sync`)
    await page.getByText(t('sync.state.connected'), { exact: true }).waitFor()
    await checkScreen(page)
    const [main, sheet] = [page.getByRole('main'), page.getByRole('dialog')]
    const readAgain = async () => {
      await main.getByRole('button', { name: t('sync.read'), exact: true }).click()
      await sheet.getByRole('button', { name: t('sync.read') }).click()
    }
    await readAgain()
    await sheet.getByText(t('error.platforms.bot_running')).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await sheet.getByRole('link', { name: t('sync.to_bot') }).click()
    await stopBot(page, t)

    await page.goto(`${product.url}/#/sync`)
    await readAgain()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText(t('sync.filter_kept')).waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: t('sync.done') })
      .first()
      .waitFor()
    await checkScreen(page)

    // The account moves to another city, and back.
    const moveTo = (metro: string) =>
      steerMarket(product, 'POST', '/admin/drivers', {
        email: ANA.email,
        password: ANA.password,
        variant: 'amazon',
        metro,
      })
    await moveTo('seattle')
    await readAgain()
    await page.getByText(t('sync.filter_deleted')).waitFor()
    await moveTo(ANA.metro)
    await readAgain()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText(t('sync.done')).first().waitFor()

    // The filter screen also reports it, and restores the filter.
    await page.goto(`${product.url}/#/filter`)
    await page.getByText(t('sync.removed_text')).waitFor()
    await checkScreen(page)
    await page.getByRole('button', { name: t('sync.undo') }).click()
    await page
      .getByText(new RegExp(t('sync.restored', { version: '\\d+' })))
      .first()
      .waitFor()
    await page.reload()
    await page.getByLabel(t('filter.per_hour'), { exact: true }).waitFor()
    assert.equal(await page.getByText(t('sync.removed_text')).count(), 0)
    assert.equal(await page.getByLabel(t('filter.per_hour'), { exact: true }).inputValue(), '$21')

    await refuseAndConnect(page, t)
  })
})

/** A sign-in that the platform refuses keeps the account and the input; the correct one is accepted. */
async function refuseAndConnect(page: Page, t: ReturnType<typeof wordsOf>): Promise<void> {
  await page.goto(`${product.url}/#/sync`)
  await page.getByRole('button', { name: t('sync.change') }).click()
  await page.getByLabel(t('sync.email'), { exact: true }).fill(ANA.email)
  await page.getByLabel(t('sync.password'), { exact: true }).fill('not-it')
  const connect = page.getByRole('button', { name: t('sync.connect_again'), exact: true })
  await connect.click()
  await page.getByText(t('error.platforms.sign_in_refused')).waitFor()
  assert.equal(await page.getByLabel(t('sync.email'), { exact: true }).inputValue(), ANA.email)
  await page.getByLabel(t('sync.password'), { exact: true }).fill(ANA.password)
  await connect.click()
  await connect.waitFor({ state: 'detached' })
  await page.getByText(t('sync.state.connected'), { exact: true }).waitFor()
}

async function stopBot(page: Page, t: ReturnType<typeof wordsOf>): Promise<void> {
  await page.getByRole('button', { name: t('home.hold') }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('home.stop_now'), exact: true }).click()
  await page.getByRole('heading', { name: t('phase.cooling_down') }).waitFor()
}

/** Opens the product as a signed-in driver, and fails on any error that the visit did not provoke. */
async function visit(
  size: Size,
  language: Language,
  driver: { email: string; password: string },
  act: (page: Page, t: ReturnType<typeof wordsOf>) => Promise<void>,
): Promise<void> {
  const context = await openVisit({ browser, size, language, theme: size === 'phone' ? 'dark' : 'light' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  await page.goto(`${product.url}/#/login`)
  await signInByForm(page, driver, language)
  await page.waitForURL(/home/)
  await act(page, wordsOf(language))
  await page.goto('about:blank')
  await context.close()
  assert.deepEqual(
    errors.filter((error) => !/\b(401|409|422)\b/.test(error)),
    [],
  )
}

/** A win's sign covers the first row for some seconds: the screen is judged without it. */
async function checkScreen(page: Page): Promise<void> {
  await page.locator('.fixed > .sign').waitFor({ state: 'detached' })
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  assert.deepEqual(await findOverflow(page), [])
  assert.deepEqual(await findBarriers(page), [])
}

/** Waits until the new list replaces the old one, which is dimmed meanwhile. */
async function settle(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"], .opacity-60').first().waitFor({ state: 'detached' })
}

/** Shows the lines of all wins, losses and changes that a minute made one row. */
async function openBursts(page: Page): Promise<void> {
  await page.locator('.history .row').first().waitFor()
  const folded = page.locator('.history .row[aria-expanded="false"]')
  while ((await folded.count()) > 0) await folded.first().click()
}

async function everyRow(rows: Locator, text: RegExp): Promise<void> {
  const all = await rows.allInnerTexts()
  assert.ok(all.length > 0)
  for (const row of all) assert.match(row, text)
}

async function countMessages(page: Page, to: string): Promise<number> {
  const reply = await page.request.get(`${product.url}/api/notify/received`, {
    params: { channel: 'email', to },
  })
  const { messages } = (await reply.json()) as { messages: { channel: string }[] }
  return messages.filter((message) => message.channel === 'email').length
}
