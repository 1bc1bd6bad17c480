import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { readAfter } from '../driver/log.ts'
import { startBotWorld, offerAt, STATION, trouble } from './testing.ts'
import { until } from '../kit/testing.ts'

// A Friday noon in New York, far from the daily stop.
const NOON = Date.UTC(2026, 10, 20, 17)
const REGULAR = { mode: 'regular', liveLog: true } as const

const world = await startBotWorld({ now: NOON })

const lines = (driverId: string): Promise<LogEntry[]> =>
  readAfter(world.database.kysely, driverId, { after: 0, limit: 1000 })

async function phaseOf(driverId: string): Promise<string> {
  return (await world.bots.readBot(driverId)).phase
}

function refused(code: string) {
  return (error: unknown) => error instanceof AppError && error.code === code
}

async function startRunning(driverId: string): Promise<void> {
  await world.bots.startBot(driverId, REGULAR)
  await world.until(async () => (await phaseOf(driverId)) === 'running', 'running')
  await world.until(() => world.bots.size() > 0, 'searching')
}

async function stopFully(driverId: string): Promise<void> {
  await world.bots.stopBot(driverId)
  await world.until(async () => (await phaseOf(driverId)) === 'cooling_down', 'cooling down')
  await world.advance(world.settings.coolingMs)
  await world.until(async () => (await phaseOf(driverId)) === 'not_running', 'not running')
}

test('a run: preparing, running, an accepted block, a left offer, stop, cooling, not running; then no request', async () => {
  await world.addDriver('ana')
  assert.equal((await world.bots.readBot('ana')).phase, 'not_running')
  await world.bots.startBot('ana', REGULAR)
  // Read from the log: by the time the answer is made, the bot may be further.
  const first = (await lines('ana')).find((line) => line.type === 'bot.state_changed')
  assert.equal(first?.type === 'bot.state_changed' && first.data.phase, 'preparing')
  await world.until(async () => (await phaseOf('ana')) === 'running', 'running')
  await world.until(() => world.bots.size() === 1, 'searching')

  const offer = offerAt(NOON + 3 * 60 * MINUTE_MS)
  const poor = offerAt(NOON + 4 * 60 * MINUTE_MS, { payCents: 1_000 })
  world.platform.list = [offer, poor]
  await until(async () => {
    await world.advance(1_000)
    return (await lines('ana')).some((line) => line.type === 'offer.ignored')
  }, 'the ignored offer written')
  const log = await lines('ana')
  const acceptLine = log.find((line) => line.type === 'offer.accepted')
  assert.ok(acceptLine?.type === 'offer.accepted')
  assert.equal(acceptLine.data.offer.id, offer.id)
  assert.equal(acceptLine.data.stationCode, STATION.code)
  // With the line, since the driver may work from the station no more when they read it.
  for (const line of log)
    if (line.type === 'offer.accepted' || line.type === 'offer.ignored')
      assert.equal(line.data.timeZone, STATION.timeZone)
  assert.ok(acceptLine.data.rules.length > 0)
  assert.deepEqual(
    log.map((line) => line.seq),
    log.map((_, index) => index + 1),
  )
  assert.deepEqual(
    log.filter((line) => line.type === 'bot.state_changed').map((line) => line.data.phase),
    ['preparing', 'running'],
  )

  // Requests are added to their hour half a minute after the first of them.
  await world.advance(31_000)
  const today = await world.bots.readToday('ana')
  assert.equal(today.accepted, 1)
  assert.equal(today.ignored, 1)
  assert.equal(today.seen, 2)
  assert.equal(today.bookedCents, offer.payCents)
  assert.equal(today.nextBlock?.stationCode, STATION.code)
  assert.ok(today.requests.usedThisHour > 0)
  assert.deepEqual(
    today.runSchedule.map((span) => span.phase),
    ['preparing', 'running'],
  )
  assert.equal(today.runSchedule.at(-1)?.to, null)

  await stopFully('ana')
  const polls = world.platform.polls
  await world.advance(10 * MINUTE_MS)
  assert.equal(world.platform.polls, polls)
  assert.equal(world.bots.size(), 0)
})

test('starts are refused with a reason and a time', async () => {
  await world.addDriver('ben')
  await assert.rejects(
    world.bots.startBot('ben', { ...REGULAR, mode: 'instant_only' }),
    refused('bot.no_location'),
  )
  await startRunning('ben')
  await assert.rejects(world.bots.startBot('ben', REGULAR), refused('bot.already_running'))
  await world.bots.stopBot('ben')
  await world.until(async () => (await phaseOf('ben')) === 'cooling_down', 'cooling down')
  await assert.rejects(
    world.bots.startBot('ben', REGULAR),
    (error) =>
      error instanceof AppError && error.code === 'bot.cooling' && typeof error.params['until'] === 'number',
  )
  await world.database.kysely.deleteFrom('filters').where('driver_id', '=', 'ben').execute()
  await world.advance(world.settings.coolingMs)
  await world.until(async () => (await phaseOf('ben')) === 'not_running', 'not running')
  await assert.rejects(world.bots.startBot('ben', REGULAR), refused('bot.no_filter'))
  await world.database.kysely
    .updateTable('drivers')
    .set({ status: 'suspended' })
    .where('id', '=', 'ben')
    .execute()
  await assert.rejects(world.bots.startBot('ben', REGULAR), refused('bot.suspended'))
  await assert.rejects(world.bots.startBot('nobody', REGULAR), refused('accounts.forbidden'))
})

test('a run window ends in sleep and sleep in the next window, one search at a time', async () => {
  await world.addDriver('cy', (filter) => ({
    ...filter,
    speed: '4X',
    custom: { refreshMs: 1_000, runMinutes: 2, sleepMinutes: 3 },
  }))
  // A run schedule of one's own is of the professional plan.
  await world.database.kysely
    .updateTable('drivers')
    .set({ plan_number: 2, subscribed_until: new Date(world.clock.now() + HOUR_MS) })
    .where('id', '=', 'cy')
    .execute()
  await startRunning('cy')
  for (let cycle = 0; cycle < 3; cycle++) {
    await world.advance(2 * MINUTE_MS)
    await world.until(async () => (await phaseOf('cy')) === 'sleeping', 'sleeping')
    await world.until(() => world.bots.size() === 0, 'no search while sleeping')
    const polls = world.platform.polls
    await world.advance(2 * MINUTE_MS)
    assert.equal(world.platform.polls, polls)
    await world.advance(MINUTE_MS)
    await world.until(async () => (await phaseOf('cy')) === 'running', 'running')
    await world.until(() => world.bots.size() === 1, 'searching')
  }
  await world.bots.stopBot('cy')
  await world.until(async () => (await phaseOf('cy')) === 'cooling_down', 'cooling down')
  await world.until(() => world.bots.size() === 0, 'no search')
})

test('an announcement from before the search, heard late, does not end it; one of a later run does', async () => {
  for (const id of ['tardy', 'marker']) {
    await world.addDriver(id)
    await world.bots.startBot(id, REGULAR)
    await world.until(async () => (await phaseOf(id)) === 'running', 'running')
  }
  await world.until(() => world.bots.size() === 2, 'searching')
  const say = (id: string, gen: number, phase: string) =>
    sql`select pg_notify('bots', ${`${id} ${gen} ${phase}`})`.execute(world.database.kysely)
  const { gen } = await world.bots.readBot('tardy')
  await say('tardy', gen, 'preparing')
  await say('tardy', gen - 1, 'running')
  // They are heard in order: once this search is over, the others were heard. Its row still runs, so that it
  // is claimed anew.
  const epochOf = async (id: string) => (await world.rowOf(id))?.epoch ?? 0
  const before = { tardy: await epochOf('tardy'), marker: await epochOf('marker') }
  await say('marker', gen + 1, 'pending_termination')
  await until(async () => {
    await world.advance(1_000)
    return (await epochOf('marker')) > before.marker
  }, 'the marker ended')
  await world.advance(2_000)
  assert.equal(await epochOf('tardy'), before.tardy)
  for (const id of ['tardy', 'marker']) await stopFully(id)
})

test('the platform calling the search aggressive puts it to sleep, and the driver reads why', async () => {
  await world.addDriver('dora')
  await startRunning('dora')
  world.platform.troubles.poll.push(trouble('rate_limited', 30 * MINUTE_MS))
  await until(async () => {
    await world.advance(1_000)
    return (await phaseOf('dora')) === 'sleeping'
  }, 'sleeping')
  const bot = await world.bots.readBot('dora')
  assert.equal(bot.reason, 'aggressive_search')
  assert.ok((bot.dueAt ?? 0) >= world.clock.now() + 69 * MINUTE_MS)
  assert.ok((await lines('dora')).some((line) => line.type === 'platform.troubled'))
  await stopFully('dora')
})

test("the platform's rest outlives a stop: a start sleeps it out, nothing is asked until then, and the run continues", async () => {
  await world.addDriver('rested')
  await startRunning('rested')
  world.platform.troubles.poll.push(trouble('rate_limited', 80 * MINUTE_MS))
  await until(async () => {
    await world.advance(1_000)
    return (await phaseOf('rested')) === 'sleeping'
  }, 'sleeping')
  const { restUntil } = await world.bots.readBot('rested')
  assert.ok(restUntil !== null && restUntil > world.clock.now() + 79 * MINUTE_MS)
  await stopFully('rested')
  const { polls } = world.platform
  const state = await world.bots.startBot('rested', REGULAR)
  assert.deepEqual([state.phase, state.reason, state.dueAt], ['sleeping', 'aggressive_search', restUntil])
  await world.advance(5 * MINUTE_MS)
  assert.equal(world.platform.polls, polls)
  await world.advance(restUntil - world.clock.now())
  await world.until(async () => (await phaseOf('rested')) === 'running', 'running by itself')
  await stopFully('rested')
})

test('an expired token is renewed without troubling the bot', async () => {
  await world.addDriver('eva')
  await startRunning('eva')
  world.platform.troubles.poll.push(trouble('sign_in_needed'))
  const polls = world.platform.polls
  await until(async () => {
    await world.advance(1_000)
    return world.platform.polls > polls + 3
  }, 'polling on')
  assert.equal(await phaseOf('eva'), 'running')
  assert.equal((await lines('eva')).filter((line) => line.type === 'platform.troubled').length, 0)
  await stopFully('eva')
})

test('a refused sign-in fails the launch; connecting again mends it', async () => {
  await world.addDriver('flor')
  world.platform.troubles.signIn.push(trouble('sign_in_refused'))
  await world.bots.startBot('flor', REGULAR)
  await world.until(async () => (await phaseOf('flor')) === 'failed_to_launch', 'failed to launch')
  assert.equal((await world.bots.readBot('flor')).reason, 'sign_in_refused')
})

test('a saved filter counts from the next poll on', async () => {
  await world.addDriver('gus')
  await startRunning('gus')
  const offer = offerAt(NOON + 24 * 60 * MINUTE_MS, { payCents: 4_000 })
  world.platform.list = [offer]
  world.platform.accepts = []
  await world.advance(10_000)
  assert.deepEqual(world.platform.accepts, [])
  const db = world.database.kysely
  const row = await db
    .selectFrom('filters')
    .selectAll()
    .where('driver_id', '=', 'gus')
    .executeTakeFirstOrThrow()
  assert.ok(row.body.variant === 'amazon')
  row.body.shared.price.perHourMinCents = 0
  const body = JSON.stringify(row.body)
  await db.insertInto('filters').values({ driver_id: 'gus', variant: 'amazon', version: 2, body }).execute()
  await world.bots.filterSaved('gus')
  await until(async () => {
    await world.advance(1_000)
    return world.platform.accepts.includes(offer.id)
  }, 'accepted by the new filter')
  const attempt = await db
    .selectFrom('attempts')
    .selectAll()
    .where('offer_id', '=', offer.id)
    .executeTakeFirstOrThrow()
  assert.equal(attempt.filter_version, 2)
  await stopFully('gus')
})

test('offers ignored by price are counted but not listed where the driver hides them', async () => {
  await world.addDriver('hugo', (filter) => ({
    ...filter,
    switches: { ...filter.switches, hideIgnoredByPrice: true },
  }))
  await startRunning('hugo')
  world.platform.list = [offerAt(NOON + 48 * 60 * MINUTE_MS, { payCents: 500 })]
  await until(async () => {
    await world.advance(1_000)
    return (await world.bots.readToday('hugo')).ignored === 1
  }, 'counted')
  assert.equal((await lines('hugo')).filter((line) => line.type === 'offer.ignored').length, 0)
  world.platform.list = []
  await stopFully('hugo')
})

test('booked today is of the currency of most blocks, and the others are apart', async () => {
  await world.addDriver('ines')
  await startRunning('ines')
  const pays = [
    { payCents: 9_000 },
    { payCents: 7_000, currency: 'EUR' },
    { payCents: 6_000, currency: 'EUR' },
  ]
  for (const [day, pay] of pays.entries()) {
    const offer = offerAt(NOON + (3 + day) * DAY_MS, pay)
    world.platform.list = [offer]
    await until(async () => {
      await world.advance(1_000)
      return (await world.bots.readToday('ines')).accepted === day + 1
    }, 'accepted')
    const { bookedCents, booked } = await world.bots.readToday('ines')
    if (day === 0) assert.deepEqual([bookedCents, booked?.currency, booked?.others], [9_000, undefined, []])
  }
  const { bookedCents, booked } = await world.bots.readToday('ines')
  assert.deepEqual([bookedCents, booked?.currency], [13_000, 'EUR'])
  assert.deepEqual(booked?.others, [{ count: 1, payCents: 9_000, tipCents: 0 }])
  world.platform.list = []
  await stopFully('ines')
})
