import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startMarket } from '@madruga/simulator/running-market.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import { HOUR_MS, MINUTE_MS, toIso } from '@madruga/core/time.ts'
import { readConfig } from '../../config.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { readAfter } from '../log.ts'
import { readSigns } from '../../platforms/testing/read-signs.ts'
import type { World } from '../../world.ts'
import { realNow, until } from '../../kit/testing.ts'

/** Instant offers and the human check on the whole product, with the real market over HTTP. */

type View = Outputs['instant']['get']
type Check = Outputs['platforms']['verification']
type BotView = Outputs['bot']['get']

let market: RunningMarket
let http: TestHttp
let world: World

before(async () => {
  market = await startMarket({ scenario: 'quiet' })
  const settings = { dailyStop: null, coolingMs: 0, platform: { answersPerHour: 6 } }
  const config = readConfig({ PORT: '0', SETTINGS: JSON.stringify(settings), DEMO: 'off' }, [])
  http = await startTestHttp({ config, marketUrl: market.url })
  world = http.world
})
after(async () => {
  await http?.stop()
  await market?.stop()
})

/** Calls the market's admin API. */
async function steer<T>(method: string, route: string, body?: object): Promise<T> {
  const reply = await fetch(market.url + route, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  assert.ok(reply.ok, `${method} ${route}: ${reply.status} ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as T
}

let people = 0
/** A signed-in driver of Miami with an account at the market and a basic filter that accepts every offer. */
async function enter() {
  const login = { email: `rosa${++people}@example.com`, password: 'a long enough secret' }
  const id = await world.accounts.createDriver({ ...login, name: 'Rosa', timeZone: 'America/New_York' })
  const browser = createBrowser(http.url)
  await (await browser.signIn(login)).arrayBuffer()
  const { driverId } = await steer<{ driverId: string }>('POST', '/admin/drivers', {
    ...login,
    variant: 'amazon',
    metro: 'miami',
  })
  const ask = <T>(method: string, route: string, body?: object) =>
    browser.call<T>(method, `/api${route}`, body)
  assert.equal((await ask('POST', '/platforms/account', login)).status, 200)
  const { body } = await ask<Outputs['platforms']['stations']>('GET', '/platforms/stations')
  const ids = body.stations.map((station) => station.id)
  const proposed = proposeFilter('amazon', 'basic', 'America/New_York', ids) as AmazonFilter
  const price = { ...proposed.shared.price, perHourMinCents: 0, totalMinCents: 0 }
  const days = proposed.schedule.days.map((each) => ({ ...each, allDay: true, ranges: [] }))
  const schedule = { ...proposed.schedule, days }
  const shared = { ...proposed.shared, price, arrivalMinutes: 0 }
  const filter = { ...proposed, speed: '3X', schedule, shared }
  const saved = await ask<Problem>('PUT', '/filters/amazon', { baseVersion: 0, filter })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return { id, marketId: driverId, stations: body.stations, ask }
}
type Driver = Awaited<ReturnType<typeof enter>>

const enableDevice = (driver: Driver) =>
  http.database.database.kysely
    .updateTable('drivers')
    .set({ device_id: 'phone-1' })
    .where('id', '=', driver.id)
    .execute()
const confirm = (driver: Driver) => steer('POST', `/admin/drivers/${driver.marketId}/confirm-instant`)
const save = (driver: Driver) => {
  const { latitude, longitude } = driver.stations[0]!
  return driver.ask<View & Problem>('PUT', '/instant/location', {
    place: { latitude, longitude },
    label: ' By the station ',
  })
}
const toggle = (driver: Driver, enabled: boolean) =>
  driver.ask<View & Problem>('POST', '/instant/toggle', { enabled })
const botOf = async (driver: Driver) => (await driver.ask<BotView>('GET', '/bot')).body
const start = (driver: Driver, mode: BotView['mode']) =>
  driver.ask<BotView & Problem>('POST', '/bot/start', { mode, liveLog: true })

/** Places one offer for this driver alone, an hour and more after the last one. */
async function offer(driver: Driver, kind: 'instant' | 'block', inHours: number): Promise<string> {
  const startAt = Math.ceil(realNow() / (15 * MINUTE_MS)) * 15 * MINUTE_MS + inHours * HOUR_MS
  const { offerId } = await steer<{ offerId: string }>('POST', '/admin/offers', {
    stationId: driver.stations[0]!.id,
    kind,
    start: toIso(startAt),
    end: toIso(startAt + 30 * MINUTE_MS),
    payCents: 4_000,
    tipCents: 0,
    forDriver: driver.marketId,
  })
  return offerId
}
async function holds(driver: Driver, offerId: string): Promise<boolean> {
  const { blocks } = await steer<{ blocks: { offerId: string; driverId: string }[] }>('GET', '/admin/blocks')
  return blocks.some((block) => block.offerId === offerId && block.driverId === driver.marketId)
}
/** Why the offer was ignored, according to the log. */
async function leftFor(driver: Driver, offerId: string): Promise<string[] | null> {
  const lines = await readAfter(http.database.database.kysely, driver.id, { after: 0, limit: 1_000 })
  const line = lines.find((each) => each.type === 'offer.ignored' && each.data.offer.id === offerId)
  return line?.type === 'offer.ignored'
    ? line.data.rules.filter((rule) => !rule.passed).map((rule) => rule.rule)
    : null
}
const daysOf = async (driver: Driver) =>
  (
    await http.database.database.kysely
      .selectFrom('instant_days')
      .select('day')
      .where('driver_id', '=', driver.id)
      .execute()
  ).length

test('without a device or a place instant offers are refused, each with its own reason', async () => {
  const driver = await enter()
  const { body } = await driver.ask<View>('GET', '/instant')
  assert.deepEqual(
    [body.location, body.deviceEnabled, body.platform, body.days, body.dayCents],
    [null, false, null, [], 200],
  )
  assert.ok(body.around && Math.abs(body.around.latitude - driver.stations[0]!.latitude) < 1)
  assert.equal((await toggle(driver, true)).body.code, 'instant.no_device')
  assert.equal((await start(driver, 'instant_only')).body.code, 'bot.no_location')
  await enableDevice(driver)
  assert.equal((await toggle(driver, true)).body.code, 'instant.no_location')
  assert.equal((await save(driver)).body.location?.label, 'By the station')
  await http.database.database.kysely
    .updateTable('drivers')
    .set({ device_id: null })
    .where('id', '=', driver.id)
    .execute()
  assert.equal((await start(driver, 'instant_only')).body.code, 'bot.no_device')
})

test('on counts once it is confirmed in the delivery app, for one day however often it is looked at', async () => {
  const driver = await enter()
  await enableDevice(driver)
  await save(driver)
  const asked = await toggle(driver, true)
  assert.deepEqual(asked.body.platform, { enabled: true, confirmation: 'pending' })
  assert.equal(await daysOf(driver), 0, 'not yet')
  await confirm(driver)
  const { body } = await driver.ask<View>('GET', '/instant')
  assert.deepEqual(body.platform, { enabled: true, confirmation: 'confirmed' })
  assert.equal(body.days.length, 1)
  await driver.ask<View>('GET', '/instant')
  assert.equal(await daysOf(driver), 1)
  const off = await driver.ask<View>('POST', '/instant/location/remove')
  assert.deepEqual([off.body.location, off.body.platform?.enabled], [null, false])
  assert.equal(await daysOf(driver), 1, 'the day stays on the bill')
})

test('a platform that fails changes nothing, and the refusal says what did not work', async () => {
  const driver = await enter()
  await enableDevice(driver)
  await steer('PUT', '/admin/faults', { unavailable: 1 })
  try {
    assert.equal((await save(driver)).body.code, 'instant.save_failed')
  } finally {
    await steer('PUT', '/admin/faults', {})
  }
  assert.equal((await driver.ask<View>('GET', '/instant')).body.location, null)
  await save(driver)
  await toggle(driver, true)
  await confirm(driver)
  await steer('PUT', '/admin/faults', { unavailable: 1 })
  try {
    assert.equal((await toggle(driver, false)).body.code, 'instant.update_failed')
    const removed = await driver.ask<Problem>('POST', '/instant/location/remove')
    assert.equal(removed.body.code, 'instant.remove_failed')
    assert.equal((await driver.ask<View>('GET', '/instant')).body.platform, null, 'nobody knows now')
  } finally {
    await steer('PUT', '/admin/faults', {})
  }
  const { body } = await driver.ask<View>('GET', '/instant')
  assert.deepEqual([body.location?.label, body.platform?.enabled], ['By the station', true])
})

test('instant only: the platform is told at the start, instant offers are won and blocks are left', async () => {
  const driver = await enter()
  await enableDevice(driver)
  await save(driver)
  assert.equal((await start(driver, 'instant_only')).status, 200)
  await until(async () => (await botOf(driver)).phase === 'running')
  assert.equal((await botOf(driver)).gps, true)
  assert.deepEqual(
    (await driver.ask<View>('GET', '/instant')).body.platform,
    { enabled: true, confirmation: 'pending' },
    'asked for by the start itself',
  )
  await confirm(driver)
  const block = await offer(driver, 'block', 3)
  const instant = await offer(driver, 'instant', 1)
  await until(() => holds(driver, instant))
  await until(async () => (await leftFor(driver, block)) !== null)
  assert.deepEqual(await leftFor(driver, block), ['kind'])
  assert.equal(await holds(driver, block), false)
  await driver.ask('POST', '/bot/stop')
})

test('a regular run leaves instant offers until they are confirmed, which a sweep notices, and again once they are off', async () => {
  const driver = await enter()
  await enableDevice(driver)
  await save(driver)
  await toggle(driver, true)
  assert.equal((await start(driver, 'regular')).status, 200)
  await until(async () => (await botOf(driver)).phase === 'running')
  assert.equal((await botOf(driver)).gps, false)
  const early = await offer(driver, 'instant', 1)
  await until(async () => (await leftFor(driver, early)) !== null)
  assert.deepEqual(await leftFor(driver, early), ['kind'])

  await confirm(driver)
  await http.database.database.kysely
    .updateTable('locations')
    .set({ asked_at: null })
    .where('driver_id', '=', driver.id)
    .execute()
  await world.instant.noticeChanges()
  await until(async () => (await botOf(driver)).gps)
  const { mode, phase } = await botOf(driver)
  assert.deepEqual([mode, phase], ['regular_and_instant', 'running'])
  await until(() => holds(driver, early))
  const block = await offer(driver, 'block', 3)
  await until(() => holds(driver, block))

  await toggle(driver, false)
  assert.equal((await botOf(driver)).gps, false)
  const late = await offer(driver, 'block', 5)
  await until(() => holds(driver, late))
  await driver.ask('POST', '/bot/stop')
})

test('the human check: a person sees the picture, a wrong answer is told, the right one sets the bot going', async () => {
  const driver = await enter()
  const read = async () => (await driver.ask<Check>('GET', '/platforms/verification')).body
  const answer = (id: string, said: string) =>
    driver.ask<Problem>('POST', '/platforms/verification', { id, answer: said })
  assert.deepEqual(await read(), { challenge: null, botWaits: false })
  assert.equal((await answer('hv-1', '12')).body.code, 'platforms.nothing_to_solve')

  await start(driver, 'regular')
  await until(async () => (await botOf(driver)).phase === 'running')
  await steer('POST', `/admin/drivers/${driver.marketId}/require-human`)
  await until(async () => (await botOf(driver)).reason === 'human_verification')
  await until(async () => (await read()).botWaits)
  const { challenge } = await read()
  assert.ok(challenge)
  assert.match(challenge.image, /^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/)
  const wrong = await answer(challenge.id, '0')
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'platforms.wrong_answer'])
  assert.equal((await botOf(driver)).phase, 'sleeping')

  const solved = await answer(challenge.id, readSigns(challenge))
  assert.deepEqual([solved.status, solved.body], [200, { solved: true }])
  assert.equal((await botOf(driver)).phase, 'running')
  assert.deepEqual(await read(), { challenge: null, botWaits: false })
  const { rows } = await http.database.database.pool.query(
    "select acknowledged_at is not null as done from notifications where driver_id = $1 and kind = 'human_needed'",
    [driver.id],
  )
  assert.deepEqual(rows, [{ done: true }])
  const block = await offer(driver, 'block', 2)
  await until(() => holds(driver, block))
  await driver.ask('POST', '/bot/stop')

  for (let tries = 0; tries < 3; tries++) await answer('hv-1', '12')
  const refused = await answer('hv-1', '12')
  assert.deepEqual([refused.status, refused.body.code], [429, 'request.too_many'])
})

test('a driver who turned to spark has a place and no instant offers: none to switch, none that the platform is asked for', async () => {
  const driver = await enter()
  await enableDevice(driver)
  await http.database.database.kysely
    .updateTable('drivers')
    .set({ variant: 'spark' })
    .where('id', '=', driver.id)
    .execute()
  const saved = await save(driver)
  assert.deepEqual([saved.status, saved.body.platform], [200, null])
  for (const enabled of [true, false]) {
    const { status, body } = await toggle(driver, enabled)
    assert.deepEqual([status, body.code], [409, 'instant.not_offered'])
  }
  await world.instant.noticeChanges()
  const place = await http.database.database.kysely
    .selectFrom('locations')
    .select('asked_at')
    .where('driver_id', '=', driver.id)
    .executeTakeFirst()
  assert.equal(place?.asked_at, null)
  const removed = await driver.ask<View>('POST', '/instant/location/remove')
  assert.deepEqual([removed.status, removed.body.location], [200, null])
})
