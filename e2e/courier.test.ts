import type { Key } from '../web/i18n.ts'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { startCoopCycle } from '@madruga/simulator/platforms/coopcycle.ts'
import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import { connect, startBot } from './courier-steps.ts'
import { startFixture } from './fixture.ts'
import { allowEveryHour, changeFilter } from './market.ts'
import { fillAccount, openRule } from './steps.ts'
import { collectErrors, findBarriers, findOverflow, openVisit, wordsOf } from './visit.ts'
import type { Language, Size, Theme } from './visit.ts'
import { longTest, realNow } from '@madruga/server/kit/testing.ts'

const { product, browser } = await startFixture()
const coop = await startCoopCycle({ couriers: [{ username: 'nina', password: 'una-bici' }] })
const fleet = await startFleetbase({ levers: { cacheMs: 0, raceShare: 1 } })
const near = { online: true, location: FLEETBASE_CITY }
fleet.openDriver({ email: 'omar@couriers.example', phone: '+13055550151', password: 'a-van', ...near })
// The first of the others is the rival of a race.
fleet.openDriver({ email: 'rival@couriers.example', phone: '+13055550152', password: 'fast', ...near })
fleet.openDriver({ email: 'pilar@couriers.example', phone: '+13055550153', password: 'a-bike', ...near })
after(async () => {
  await Promise.all([coop.stop(), fleet.stop()])
})

await addInstance(['--kind', 'coopcycle', '--name', 'Bici Norte', '--url', coop.url])
await addInstance(
  [
    '--kind',
    'fleetbase',
    '--name',
    'Harbor Vans',
    '--url',
    fleet.url,
    '--pay-key',
    fleet.payMetaKey,
    '--currency',
    'USD',
    '--time-zone',
    'America/New_York',
    '--key-stdin',
  ],
  fleet.key,
)

const MOST_DAYS = 6
/** Today, or the last day of a month that ends before the shifts of a journey do: they lie in one month. */
const FIRST_DAY = (() => {
  const today = Temporal.Instant.fromEpochMilliseconds(realNow()).toZonedDateTimeISO('UTC').startOfDay()
  const isOver = today.add({ days: MOST_DAYS }).month !== today.add({ days: 2 }).month
  return (isOver ? today.with({ day: today.daysInMonth }) : today).epochMilliseconds
})()
/** As a notification opens it: on the day of a shift. */
const CALENDAR = `${product.url}/#/calendar?at=${shiftIn(2).startsAt}`
const PICTURES = process.env.PICTURES
const PASSWORD = 'una ruta de noche'

longTest(
  'a courier connects to a co-op, sets the filter and wins a shift; a wait list turns into a win: phone, es',
  async () => {
    const { page, t, errors, close } = await register('nina.sol@example.com', '+1 305 555 0171', {
      language: 'es',
      size: 'phone',
      theme: 'dark',
    })
    await page.getByText(t('status.not_connected'), { exact: true }).waitFor()
    await connect(page, t, 'Bici Norte (CoopCycle)', ['sync.identity.user_name', 'nina'], 'una-bici')
    await seeEuros(page, t)
    await saveFilter(page, t)
    assert.equal(await page.getByText(t('courier.waitlist_hold'), { exact: true }).isVisible(), true)
    await startBot(page, t)

    coop.levers.place(shiftIn(2))
    const sign = page.getByRole('region', { name: t('booked.title') })
    await sign.waitFor()
    assert.match(await sign.innerText(), new RegExp(t('pay.not_stated')))
    assert.deepEqual(await findBarriers(page), [])
    await sign.getByRole('button', { name: t('shell.ok') }).click()

    const full = placeFull(3)
    await page.getByText(t('waiting.waitlisted')).first().waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await seeWaiting(page, t)
    coop.levers.free(full, 'nina')
    // What waits is read back once a minute.
    await product.pass(MINUTE_MS)
    await sign.waitFor()
    await seeDecided(page, t)
    await page.goto(`${product.url}/#/courier-logs`)
    await page.locator('.entry-row').nth(1).waitFor()
    assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
    await page.goto(CALENDAR)
    await page.getByText(countOf(2)).first().waitFor()
    await seeWon(page, t)
    await leaveWaitList(page, t)
    await seeYesWait(page, t)
    await seeRefused(page, t)
    assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
    await page.goto(`${product.url}/#/recap`)
    await page.getByRole('heading', { name: t('recap.offers'), exact: true }).waitFor()
    // Pay that no one states is no zero.
    assert.doesNotMatch(await page.getByRole('main').innerText(), /[€$]0(?![.\d])/)
    await page.goto(`${product.url}/#/courier-filter`)
    // The recap says it too, and stands until the filter's chunk is there.
    await page.getByText(t('courier.unknown_take'), { exact: true }).waitFor()
    await page.getByText(t('pay.not_stated'), { exact: true }).waitFor()
    assert.doesNotMatch(await page.getByRole('main').innerText(), /[€$]0(?![.\d])/)
    assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
    assert.deepEqual(errors, [])
    await close()
  },
)

longTest('an order that another courier takes over is told as lost, never as won: desktop, en', async () => {
  const { page, t, errors, close } = await register('omar.paz@example.com', '+33 6 12 34 56 78', {
    language: 'en',
    size: 'desktop',
    theme: 'light',
  })
  await connect(page, t, 'Harbor Vans (Fleetbase)', ['sync.identity.email', 'omar@couriers.example'], 'a-van')
  await saveFilter(page, t)
  await startBot(page, t)
  placeOrder()
  await page.getByText(t('miss.taken')).first().waitFor()
  assert.equal(await page.getByRole('region', { name: t('booked.title') }).count(), 0)
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  assert.deepEqual(errors, [])
  await close()
})

test('a courier connects by the code of a text message; a wrong code loses nothing typed: phone, es', async () => {
  const { page, t, errors, close } = await register('pilar.rey@example.com', '+34 612 345 673', {
    language: 'es',
    size: 'phone',
    theme: 'light',
  })
  const button = (key: Key) => page.getByRole('button', { name: t(key), exact: true })
  const phone = page.getByLabel(t('sync.identity.phone'), { exact: true })
  const code = page.getByLabel(t('sync.code'), { exact: true })
  await page.getByText('Harbor Vans (Fleetbase)', { exact: true }).click()
  await phone.fill('305 555 0153')
  await button('sync.send_code').click()
  await page.getByText(t('error.platforms.phone_unknown')).waitFor()
  await phone.fill('+1 305 555 0153')
  await button('sync.send_code').click()
  await page.getByText(t('sync.code_sent'), { exact: true }).first().waitFor()
  const right = await readCode('+13055550153')
  const wrong = right === '000000' ? '111111' : '000000'
  await code.fill(wrong)
  await button('sync.connect').click()
  await page.getByText(t('error.platforms.code_refused')).waitFor()
  assert.deepEqual([await phone.inputValue(), await code.inputValue()], ['+1 305 555 0153', wrong])
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  // The other way and back: what was typed is still there.
  await page.getByText(t('sync.sign_in_by.password'), { exact: true }).click()
  await page.getByText(t('sync.sign_in_by.code'), { exact: true }).click()
  assert.equal(await phone.inputValue(), '+1 305 555 0153')
  await code.fill(right)
  await button('sync.connect').click()
  await button('setup.use').waitFor()
  await saveFilter(page, t)
  await startBot(page, t)
  // The other courier's bot, which is still searching, would take it.
  for (const driver of fleet.world.drivers.values()) driver.online = driver.email.startsWith('pilar')
  placeOrder()
  const offers = page.getByRole('region', { name: t('offers.title') })
  await offers.getByRole('button').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  // The two refusals.
  assert.deepEqual(
    errors.filter((error) => !/\b422\b/.test(error)),
    [],
  )
  await close()
})

/** An order near all couriers, without a pay that its operator has entered. */
function placeOrder(): void {
  const place = { id: 'place_1', name: 'Casa Verde', street: '1 Bay St', city: 'Miami', ...FLEETBASE_CITY }
  const job = { pickup: place, dropoff: place, distance: 4_830, time: 875 }
  fleet.world.place({ ...job, transactionAmount: 2_500, currency: 'USD', scheduledAt: null, meta: {} })
}

/** The code in the text message to a courier's phone. */
async function readCode(phone: string): Promise<string> {
  const reply = await fetch(`${fleet.url}/admin/codes/${encodeURIComponent(phone)}`)
  return ((await reply.json()) as { code: string }).code
}

/** The place on the wait list, in the history and in each view of the calendar: no block, and no pay. */
async function seeWaiting(page: Page, t: T): Promise<void> {
  await page.goto(`${product.url}/#/courier-logs`)
  const chip = page.getByRole('button', { name: t('log.waiting'), exact: true })
  await chip.click()
  const rows = page.getByRole('region', { name: t('history.list') }).getByRole('listitem')
  await page.waitForURL(/outcome=waiting/)
  // The rows of all outcomes stay until those that wait have come.
  await rows.filter({ hasText: t('row.accepted') }).waitFor({ state: 'detached' })
  await rows.filter({ hasText: t('waiting.waitlisted') }).waitFor()
  assert.equal(await rows.filter({ has: page.getByRole('button') }).count(), 1)
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])

  await page.goto(CALENDAR)
  await page.getByText(countOf(1)).first().waitFor()
  await page
    .locator('[data-day]')
    .filter({ hasText: t('blocks.waiting_count', { count: 1 }) })
    .click()
  const row = page.locator('[data-block]').filter({ hasText: t('blocks.waiting.waitlisted') })
  await row.waitFor()
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  await row.click()
  await page.getByText(t('blocks.waiting_text.waitlisted')).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Escape')
  for (const view of ['blocks.view_week', 'blocks.view_agenda', 'blocks.view_month'] as const) {
    await page.getByText(t(view), { exact: true }).click()
    if (view !== 'blocks.view_month')
      await page
        .locator('[data-block]')
        .filter({ hasText: t('blocks.waiting.waitlisted') })
        .first()
        .waitFor()
    assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []], view)
  }
  // A hidden page does not look by itself: what it shows from here on, the live log has told.
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
}

/** Screenshots for inspection: `PICTURES=folder`. */
async function take(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` })
}

/** The calendar turns what waited into what it became, without waiting for its own next look. */
async function seeDecided(page: Page, t: T): Promise<void> {
  await page
    .locator('[data-day]')
    .filter({ hasText: t('blocks.waiting_count', { count: 1 }) })
    .waitFor({ state: 'detached' })
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))`)
}

/** A place on another wait list is given up in the calendar: it is gone there, and the history says why. */
async function leaveWaitList(page: Page, t: T): Promise<void> {
  const text = wordsOf('es', 'courier')
  placeFull(5)
  await page.goto(CALENDAR)
  await page.getByText(t('blocks.view_agenda'), { exact: true }).click()
  const row = page.locator('[data-block]').filter({ hasText: t('blocks.waiting.waitlisted') })
  await row.click()
  await page.getByRole('button', { name: t('blocks.leave'), exact: true }).click()
  await page.getByText(t('blocks.leave_final')).waitFor()
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  await take(page, 'leave')
  await page.getByRole('button', { name: t('blocks.leave'), exact: true }).click()
  await page
    .getByText(text('blocks.leave_said.left', { station: 'Bicicoop' }))
    .first()
    .waitFor()
  await row.waitFor({ state: 'detached' })
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  await take(page, 'left')
  await page.goto(`${product.url}/#/courier-logs`)
  // Loaded pages get new rows on request.
  await page.reload()
  const rows = page.getByRole('region', { name: t('history.list') }).getByRole('button')
  await rows
    .filter({ hasText: t('miss.left') })
    .first()
    .waitFor()
  await page.goto(CALENDAR)
  await page.getByText(t('blocks.view_month'), { exact: true }).click()
}

/** A yes to a full shift of unknown pay: its card says that it waits, and is gone once that is read. */
async function seeYesWait(page: Page, t: T): Promise<void> {
  await changeFilter(page, 'courier', (filter) => ({ ...filter, unknownPay: 'ask' }))
  placeFull(6)
  const card = page.getByRole('region', { name: t('confirmation.title') })
  await card.getByRole('button', { name: t('confirmation.take'), exact: true }).click()
  const waiting = page.getByRole('region', { name: t('confirmation.waiting') })
  await waiting.getByText(t('blocks.waiting_text.waitlisted')).waitFor()
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  await take(page, 'yes-waits')
  await waiting.getByRole('button', { name: t('shell.ok'), exact: true }).click()
  await waiting.waitFor({ state: 'detached' })
  await changeFilter(page, 'courier', (filter) => ({ ...filter, unknownPay: 'take' }))
}

/** A skill that the filter has and the co-op does not know of: said, taken out in one tap, and undone. */
async function seeRefused(page: Page, t: T): Promise<void> {
  const claim = (skills: string[]) => changeFilter(page, 'courier', (filter) => ({ ...filter, skills }))
  await claim(['Cargo bike'])
  coop.levers.place({ ...shiftIn(4), requiredSkills: ['cargo bike'] })
  await page.goto(`${product.url}/#/courier-home`)
  await page
    .getByRole('button')
    .filter({ hasText: t('left.skills', { value: 'cargo bike' }) })
    .first()
    .click()
  await page.getByText(t('why.ask_skills')).waitFor()
  const drop = page.getByRole('button', { name: t('mend.drop_skills', { skills: 'cargo bike' }) })
  await drop.click()
  await page.getByText(t('filter.saved_say')).first().waitFor()
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  await page.getByRole('button', { name: t('mend.undo'), exact: true }).click()
  await drop.waitFor()
  await page.keyboard.press('Escape')
  await page.goto(CALENDAR)
}

/** Once it is won, the history shows the win alone. */
async function seeWon(page: Page, t: T): Promise<void> {
  assert.equal(
    await page
      .locator('[data-day]')
      .filter({ hasText: t('blocks.waiting_count', { count: 1 }) })
      .count(),
    0,
  )
  await page.goto(`${product.url}/#/courier-logs`)
  const rows = page.getByRole('region', { name: t('history.list') }).getByRole('button')
  await rows.first().waitFor()
  assert.equal(await rows.filter({ hasText: t('row.accepted') }).count(), 2)
  assert.equal(await rows.filter({ hasText: t('waiting.waitlisted') }).count(), 0)
  await page.goto(CALENDAR)
}

/** How a page begins that counts jobs. */
const countOf = (count: number) => new RegExp(`^${wordsOf('es', 'courier')('blocks.count', { count })}`)

/** A planned shift at 17:00 UTC, this many days ahead. */
function shiftIn(days: number) {
  const startsAt = FIRST_DAY + days * DAY_MS + 17 * HOUR_MS
  return { startsAt, endsAt: startsAt + 3 * HOUR_MS }
}

/** A shift this many days ahead whose one place somebody else has, before any bot has seen it. */
function placeFull(days: number): number {
  const full = coop.levers.place({ ...shiftIn(days), slots: 1 })
  coop.levers.fill(full)
  return full
}

/** An operator records a platform from the command line. */
async function addInstance(options: string[], key = ''): Promise<void> {
  const about = [
    '--authorised-by',
    'Rosa Prieto',
    '--authorised-on',
    '2026-10-01',
    '--rate',
    '120',
    '--private',
  ]
  const root = path.join(import.meta.dirname, '..')
  await new Promise<void>((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['server/main/admin.ts', 'instances', 'add', ...options, ...about],
      { cwd: root, env: product.environment },
      (error, _out, complained) => (error ? reject(new Error(complained)) : resolve()),
    )
    child.stdin?.end(key)
  })
}

/** A new courier, by the form, up to the first step of home. */
async function register(
  email: string,
  phone: string,
  visit: { language: Language; size: Size; theme: Theme },
) {
  const context = await openVisit({ browser, ...visit })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const t = wordsOf(visit.language)
  const button = (key: Key) => page.getByRole('button', { name: t(key), exact: true })
  await page.goto(`${product.url}/#/register`)
  await page.getByText(t('profile.app_courier'), { exact: true }).click()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByLabel(t('login.email'), { exact: true }).fill(email)
  await page.getByLabel(t('register.phone'), { exact: true }).fill(phone)
  await button('register.send').click()
  for (const heading of ['otp.first', 'otp.second'] as const) {
    await page.getByRole('heading', { level: 2, name: t(heading) }).waitFor()
    await button('otp.demo_use').click()
  }
  await fillAccount(page, t, { first: 'Nina', last: 'Sol', password: PASSWORD })
  await button('register.go').click()
  await page.waitForURL(/#\/courier-home/)
  return { page, t, errors, close: () => context.close() }
}

type T = ReturnType<typeof wordsOf>

/** Jobs of unknown pay are taken, by the courier's editor. */
async function saveFilter(page: Page, t: T): Promise<void> {
  await page.goto(`${product.url}/#/courier-filter`)
  await openRule(page, t, 'courier.unknown_pay')
  await page.getByRole('radio', { name: new RegExp(`^${t('courier.unknown_take')}`) }).check()
  assert.deepEqual([await findBarriers(page), await findOverflow(page)], [[], []])
  // Orders start at once.
  await openRule(page, t, 'filter.arrival')
  await page.getByLabel(t('filter.arrival_hint'), { exact: true }).fill('0')
  await page.getByRole('button', { name: t('filter.save'), exact: true }).click()
  await page.getByRole('link', { name: t('setup.next_start'), exact: true }).waitFor()
  // An order starts at once, at any hour of the day.
  await allowEveryHour(page, 'courier')
}

/** A co-op that pays euros and states no pay: the first steps propose no minimum, the editor is in euros. */
async function seeEuros(page: Page, t: T): Promise<void> {
  const steps = page.locator('section[aria-labelledby=setup]')
  await steps.getByText(t('setup.unpaid'), { exact: true }).waitFor()
  assert.doesNotMatch(await steps.innerText(), /[$€]/)
  await page.goto(`${product.url}/#/courier-filter`)
  await seeNoMinimum(page, t)
  await openRule(page, t, 'courier.unknown_pay')
  await page.getByRole('radio', { name: new RegExp(`^${t('courier.unknown_own_rate')}`) }).check()
  const main = page.getByRole('main')
  const isInEuros = async (amounts: Key[]) => {
    for (const amount of amounts)
      assert.match(await main.getByLabel(t(amount), { exact: true }).inputValue(), /^€\d/, amount)
    const fields = await main.getByRole('textbox').all()
    const typed = await Promise.all(fields.map((field) => field.inputValue()))
    assert.doesNotMatch([await main.innerText(), ...typed].join('\n'), /\$/)
  }
  await isInEuros(['filter.per_hour', 'courier.rate_hour', 'courier.rate_mile'])
  await openRule(page, t, 'beyond.safety_limits')
  const goal = main.getByLabel(t('beyond.goal'), { exact: true })
  await goal.fill('5')
  // A number is written out once its field is left.
  await goal.blur()
  await main.getByText(t('beyond.state_goal', { pay: '€5' })).waitFor()
  await isInEuros(['beyond.goal'])
  await goal.fill('0')
  await openRule(page, t, 'beyond.net')
  // A co-op has shifts alone, and a shift has no distance.
  for (const rule of ['courier.kinds', 'courier.distance'] as const)
    assert.equal(await page.getByRole('button', { name: new RegExp(`^${t(rule)}`) }).count(), 0, rule)
  await isInEuros(['beyond.net_hour'])
  await stateOwnCost(page, t)
  await isInEuros(['beyond.net_hour', 'beyond.own'])
}

/** Where no pay is stated, a minimum of it would decide nothing: there is no field for one. */
async function seeNoMinimum(page: Page, t: T): Promise<void> {
  await page.getByText(t('courier.pay_idle'), { exact: true }).waitFor()
  for (const label of ['filter.per_hour', 'filter.total'] as const)
    assert.equal(await page.getByLabel(t(label), { exact: true }).count(), 0, label)
  assert.equal(await page.getByRole('button', { name: new RegExp(`^${t('beyond.net')}`) }).count(), 0)
}

/** Where pay is in euros the US tax rate is no choice: a net minimum needs the driver's own cost. */
async function stateOwnCost(page: Page, t: T): Promise<void> {
  const main = page.getByRole('main')
  await main.getByText(t('beyond.cost_unset', { currency: 'EUR' })).waitFor()
  assert.equal(await main.getByText(t('beyond.cost_tax'), { exact: true }).count(), 0)
  const least = main.getByLabel(t('beyond.net_hour'), { exact: true })
  await least.fill('10')
  await page.getByRole('button', { name: t('filter.save'), exact: true }).click()
  const refusal = main.getByText(t('error.filters.tax_rate_in_dollars', { currency: 'EUR' }))
  await refusal.waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await main.getByText(t('beyond.cost_own'), { exact: true }).click()
  await main.getByLabel(t('beyond.own'), { exact: true }).fill('0.3')
  await refusal.waitFor({ state: 'detached' })
  // The journey goes on without the rule.
  await least.fill('0')
  await least.blur()
}
