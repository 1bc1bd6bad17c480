import type { Key } from '../web/i18n.ts'
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { realNow, until } from '@madruga/server/kit/testing.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '@madruga/server/platforms/testing/certificate.ts'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import type { RunningCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { launchBrowser } from './browser.ts'
import { connect, COURIER_SCREENS, findDollar, findDollars, meetNoCard, startBot } from './courier-steps.ts'
import { addPasskey, fillAccount, giveReader, openRule, signInByForm } from './steps.ts'
import { collectErrors, openVisit, wordsOf } from './visit.ts'

/**
 * The first hour of a co-op's service, of which nothing is there but its processes: the operator sets their
 * password by the link of the log and records the co-op's platform; a member registers, connects, sets a
 * filter, starts, and wins a shift. No screen has a dollar or asks for a card.
 * `node e2e/first-hour.ts APP LINK`: the address of the app behind the proxy, and the link.
 */
const [app = '', link = ''] = process.argv.slice(2)
const { origin, hostname } = new URL(link)
const OPERATOR = { email: 'operator@drive.example', password: 'nine blue horses' }
const MEMBER = { email: 'nina.sol@example.com', phone: '+34 612 345 678', password: 'una ruta de noche' }
const COURIER = { username: 'nina', password: 'una-bici' }
const COOP = 'Bici Norte'

const coop = await startCoopCycle({ couriers: [COURIER] })
const proxy = await startProxy(new URL(app))
const rules = `--host-resolver-rules=MAP ${hostname}:443 127.0.0.1:${(proxy.address() as AddressInfo).port}`
const browser = await launchBrowser({ args: [rules, '--ignore-certificate-errors'] })
try {
  const desk = await enterAsOperator(browser)
  await record(desk, coop)
  await winAsMember(browser, desk)
} finally {
  await browser.close()
  proxy.closeAllConnections()
  proxy.close()
  await coop.stop()
}

/** In place of the proxy of the compose file: it terminates TLS and says so. */
async function startProxy({ hostname: host, port }: URL) {
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (asked, answer) => {
    const headers = { ...asked.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }
    const passed = request({ host, port, method: asked.method, path: asked.url, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}

async function enterAsOperator(from: Browser): Promise<Page> {
  const context = await openVisit({ browser: from, size: 'desktop', language: 'en', theme: 'light' })
  const page = await context.newPage()
  const t = wordsOf('en', 'courier')
  await page.goto(link)
  await page.getByLabel(t('password.new'), { exact: true }).fill(OPERATOR.password)
  await page.getByLabel(t('password.repeat'), { exact: true }).fill(OPERATOR.password)
  await page.getByRole('button', { name: t('password.save'), exact: true }).click()
  await page.waitForURL(/#\/login/)
  await signInByForm(page, OPERATOR, 'en')
  await page.waitForURL(/#\/(courier-home|admin)/)
  await giveReader(page)
  await page.goto(`${origin}/#/admin`)
  await page.getByRole('region', { name: t('factor.title') }).waitFor()
  await addPasskey(page, OPERATOR, 'Desk key', 'en')
  await page.getByRole('region', { name: t('overview.wrong') }).waitFor()
  return page
}

/** The operator records the co-op's platform in the console. */
async function record(page: Page, { url }: RunningCoopCycle): Promise<void> {
  const t = wordsOf('en', 'courier')
  const type = (key: Key, text: string) => page.getByLabel(t(key), { exact: true }).fill(text)
  await page.goto(`${origin}/#/admin?tab=platforms`)
  await page
    .getByRole('button', { name: t('instances.add'), exact: true })
    .first()
    .click()
  await page.getByRole('dialog').getByText('CoopCycle', { exact: true }).click()
  await type('instances.name', COOP)
  await type('instances.base_url', url)
  await type('instances.authorised_by', 'Marta Gil')
  await type('instances.authorised_on', '2026-11-01')
  await type('instances.rate', '60')
  await page.getByText(t('instances.private'), { exact: true }).click()
  await page.getByRole('button', { name: t('instances.save'), exact: true }).click()
  await page.getByText(t('instances.saved', { name: COOP })).waitFor()
  assert.equal(await findDollar(page), null)
}

async function winAsMember(from: Browser, desk: Page): Promise<void> {
  const context = await openVisit({ browser: from, size: 'phone', language: 'es', theme: 'dark' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const t = wordsOf('es', 'courier')
  await page.goto(`${origin}/`)
  assert.equal(await findDollar(page), null)
  await register(page, desk)
  await connect(
    page,
    t,
    `${COOP} (CoopCycle)`,
    ['sync.identity.user_name', COURIER.username],
    COURIER.password,
  )
  await page.evaluate(`location.hash = '#/courier-filter'`)
  await openRule(page, t, 'courier.unknown_pay')
  await page.getByRole('radio', { name: new RegExp(`^${t('courier.unknown_take')}`) }).check()
  await page.getByRole('button', { name: t('filter.save'), exact: true }).click()
  await page.getByRole('link', { name: t('setup.next_start'), exact: true }).waitFor()
  await startBot(page, t)
  const evening = Math.floor(realNow() / DAY_MS) * DAY_MS + 2 * DAY_MS + 17 * HOUR_MS
  coop.levers.place({ startsAt: evening, endsAt: evening + 3 * HOUR_MS })
  const sign = page.getByRole('region', { name: t('booked.title') })
  await sign.waitFor()
  assert.equal(await findDollar(page), null)
  await sign.getByRole('button', { name: t('shell.ok') }).click()
  assert.deepEqual(await findDollars(page, t, COURIER_SCREENS), [])
  await meetNoCard(page)
  assert.deepEqual(errors, [])
}

/** A new member, whose code the operator reads on the page of received messages: no mail server is set. */
async function register(page: Page, desk: Page): Promise<void> {
  const t = wordsOf('es', 'courier')
  await page.evaluate(`location.hash = '#/register'`)
  await page.getByLabel(t('login.email'), { exact: true }).fill(MEMBER.email)
  await page.getByLabel(t('register.phone'), { exact: true }).fill(MEMBER.phone)
  await page.getByRole('button', { name: t('register.send'), exact: true }).click()
  await page.getByRole('heading', { level: 2, name: t('otp.first') }).waitFor()
  const code = await readCode(desk, MEMBER.email)
  await page.getByLabel(t('otp.code')).fill(code)
  await fillAccount(page, t, { first: 'Nina', last: 'Sol', password: MEMBER.password })
  await page.getByRole('button', { name: t('register.go'), exact: true }).click()
  await page.waitForURL(/#\/courier-home/)
}

async function readCode(desk: Page, to: string): Promise<string> {
  const t = wordsOf('en', 'courier')
  await desk.goto(`${origin}/#/messages`)
  await desk.getByLabel(t('received.to'), { exact: true }).fill(to)
  return await until(async () => {
    await desk.getByRole('button', { name: t('received.show'), exact: true }).click()
    return /\b\d{6}\b/.exec(await desk.getByRole('main').innerText())?.[0] ?? false
  }, `a code for ${to}`)
}
