import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { countWork } from '@madruga/core/awards.ts'
import { NO_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { until } from '../kit/testing.ts'
import { sumWork } from './store/awards.ts'
import { addElsewhere, claimElsewhere, ELSEWHERE, offerAt, startBotWorld } from './testing.ts'

// A Friday noon in New York.
const NOON = Date.UTC(2026, 10, 20, 17)
const TURNS: HouseRules = { ...NO_HOUSE_RULES, headStartMinutes: 1, takesTurns: true }

const world = await startBotWorld({ now: NOON })
const { platform, clock } = world
const db = () => world.database.kysely
platform.name = 'coopcycle:house123'
let listing: { list: readonly Offer[]; shifts: { offer: Offer; freePlaces: number }[] } = {
  list: [],
  shifts: [],
}
let looks = 0
let isRead = true
platform.listedShifts = () => {
  looks++
  const { list } = platform
  if (!isRead) return null
  if (list !== listing.list) listing = { list, shifts: list.map((offer) => ({ offer, freePlaces: 1 })) }
  return { readAt: clock.now(), shifts: listing.shifts }
}
const openFeed = platform.openFeed.bind(platform)
platform.openFeed = (...args) => ({ ...openFeed(...args), isAwarded: true })
await sql`insert into platform_instances (id, kind, name, base_url, authorised_by, authorised_on, max_requests_per_minute)
  values ('house123', 'coopcycle', 'Bicicoop', 'https://bicicoop.example', 'assembly', '2026-11-01', 120)`.execute(
  db(),
)

async function rule(rules: HouseRules): Promise<void> {
  await sql`update platform_instances set house_rules = ${JSON.stringify(rules)}::jsonb where id = 'house123'`.execute(
    db(),
  )
}

/** Drivers whose bots search, each with this many hours of work behind them. */
async function search(hours: Record<string, number>): Promise<string[]> {
  const ids = Object.keys(hours)
  for (const id of ids) {
    await world.addDriver(id)
    await work(id, hours[id]!)
    await world.bots.startBot(id, { mode: 'regular', liveLog: true })
  }
  await until(async () => {
    await world.advance(SECOND_MS)
    return world.searches() === ids.length
  }, 'searching')
  return ids
}

async function work(id: string, hours: number): Promise<void> {
  const startAt = clock.now() - 2 * DAY_MS
  await sql`insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents, state)
    values (${`past-${id}`}, ${id}, ${platform.name}, ${`past-${id}`}, ${`past-${id}`}, 'st-qnx2', 'block',
      ${new Date(startAt)}, ${new Date(startAt + hours * HOUR_MS)}, 0, 'done')`.execute(db())
}

async function endAll(ids: readonly string[]): Promise<void> {
  platform.list = []
  platform.accepts = []
  platform.held = []
  for (const id of ids) await world.bots.stopBot(id)
  await until(async () => {
    await world.advance(SECOND_MS)
    return world.searches() === 0
  }, 'stopped')
}

/** By day in New York, as the filters want it, for a multiple of 24 hours and some hours more. */
const shiftIn = (hours: number): Offer => offerAt(clock.now() + hours * HOUR_MS)
const linesOf = async (id: string) =>
  (await world.linesOf(id)).filter(({ type }) => type.startsWith('offer.')) as Extract<
    Awaited<ReturnType<typeof world.linesOf>>[number],
    { type: 'offer.accepted' | 'offer.missed' | 'offer.ignored' }
  >[]

async function holderOf(offer: Offer): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select driver_id as id from blocks where offer_id = ${offer.id}`.execute(db())
  return rows[0]?.id ?? null
}

async function untilHeld(offer: Offer): Promise<string> {
  let holder: string | null = null
  await until(async () => {
    await world.advance(SECOND_MS)
    holder = await holderOf(offer)
    return holder !== null
  }, 'held')
  return holder!
}

test('a shift is left to people for the head start and not a moment longer, then goes to who has fewer hours; both read why', async () => {
  await rule(TURNS)
  const ids = await search({ ana: 9, luis: 3 })
  const offer = shiftIn(48)
  platform.list = [offer]
  await world.advance(2 * SECOND_MS)
  const { rows } = await sql<{
    seenAt: number
  }>`select first_seen_at as "seenAt" from shifts where shift_id = ${offer.id}`.execute(db())
  const opensAt = rows[0]!.seenAt + MINUTE_MS
  await world.advance(opensAt - clock.now() - 1)
  assert.deepEqual(platform.accepts, [])
  const [waitLine] = await linesOf('ana')
  assert.equal(waitLine?.type === 'offer.ignored' && waitLine.data.leftUntil, opensAt)
  await world.advance(1)
  await until(async () => {
    await world.advance(0)
    return platform.accepts.length > 0
  }, 'applied for')
  assert.equal(clock.now(), opensAt)
  assert.equal(await untilHeld(offer), 'luis')
  await until(async () => {
    await world.advance(SECOND_MS)
    return (await linesOf('ana')).length > 1
  }, 'told')
  const missLine = (await linesOf('ana'))[1]
  assert.deepEqual(missLine?.type === 'offer.missed' && [missLine.data.cause, missLine.data.precedence], [
    'turn',
    { by: 'hours', fewer: 6 },
  ])
  assert.deepEqual(platform.accepts, [offer.id])
  const text = JSON.stringify(await linesOf('ana'))
  assert.ok(!text.includes('luis'), 'no member reads the name of another')
  await endAll(ids)
})

test('two processes decide a turn once', async () => {
  await rule({ ...TURNS, headStartMinutes: null })
  const other = await world.another()
  const ids = await search({ mia: 1, leo: 2, eva: 3, tom: 4 })
  await world.until(() => other.size() > 0 && world.bots.size() > 0, 'both processes search')
  const offers = [shiftIn(48), shiftIn(52), shiftIn(72)]
  platform.list = offers
  const holders = []
  for (const offer of offers) holders.push(await untilHeld(offer))
  assert.deepEqual(holders.toSorted(), ['eva', 'leo', 'mia'])
  assert.equal(platform.accepts.length, 3)
  await endAll(ids)
})

test('a member whose process ends between the turn and the accept is passed over, and is first for the next shift', async () => {
  await rule({ ...TURNS, headStartMinutes: null })
  await addElsewhere(db())
  const ids = await search({ ida: 1, sol: 5 })
  const bot = await world.rowOf('ida')
  // Another process has taken the bot and hangs: it keeps the row, and does nothing with it.
  await claimElsewhere(db(), 'ida', bot!.gen)
  const [first, next] = [shiftIn(48), shiftIn(72)]
  platform.list = [first]
  assert.equal(await untilHeld(first), 'sol')
  const { rows } = await sql<{ id: string; state: string; openAt: number; settledAt: number }>`
    select driver_id as id, state, opened_at as "openAt", settled_at as "settledAt" from awards
    where shift_id = ${first.id} order by awards.id`.execute(db())
  assert.deepEqual(
    rows.map(({ id, state }) => `${id} ${state}`),
    ['ida passed', 'sol taken'],
  )
  const waitedMs = rows[0]!.settledAt - rows[0]!.openAt
  assert.ok(waitedMs >= 6 * SECOND_MS && waitedMs <= 7 * SECOND_MS, `passed over after ${waitedMs} ms`)
  await sql`update bots set owner = null where driver_id = 'ida' and owner = ${ELSEWHERE}`.execute(db())
  await until(async () => {
    await world.advance(SECOND_MS)
    return world.searches() === 2
  }, 'searching again')
  platform.list = [next]
  assert.equal(await untilHeld(next), 'ida')
  await endAll(ids)
})

test('a shift waits for a member with fewer hours whose allowance is used up, until hours come back or it starts within twelve', async () => {
  await rule({ ...TURNS, headStartMinutes: null, allowanceHours: 4 })
  const ids = await search({ zoe: 1, kit: 7 })
  const coming = new Date(clock.now() + 96 * HOUR_MS)
  await sql`insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents)
    values ('coming', 'zoe', ${platform.name}, 'coming', 'coming', 'st-qnx2', 'block', ${coming},
      ${coming}::timestamptz + interval '4 hours', 0)`.execute(db())
  const [far, near] = [shiftIn(48), shiftIn(4)]
  platform.list = [far, near]
  assert.equal(await untilHeld(near), 'kit')
  await world.advance(MINUTE_MS)
  assert.equal(await holderOf(far), null)
  await sql`update blocks set state = 'forfeited' where id = 'coming'`.execute(db())
  assert.equal(await untilHeld(far), 'zoe')
  await endAll(ids)
})

test('hours of the last eight weeks and coming ones count whole, those of eight weeks before half', async () => {
  await world.addDriver('bea')
  const now = clock.now()
  const shifts = [-112, -56, -3, 4].map((days) => {
    const startAt = now + days * DAY_MS
    return { startAt, endAt: startAt + 4 * HOUR_MS }
  })
  for (const { startAt, endAt } of shifts)
    await sql`insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at, pay_cents)
      values (${`bea-${startAt}`}, 'bea', ${platform.name}, ${String(startAt)}, ${String(startAt)}, 'st-qnx2', 'block',
        ${new Date(startAt)}, ${new Date(endAt)}, 0)`.execute(db())
  const sums = await sumWork(db(), { platform: platform.name, driverIds: ['bea'], now })
  assert.equal(sums.get('bea'), 14 * HOUR_MS)
  assert.equal(countWork(shifts, now), 14 * HOUR_MS)
})

test('a shift that a person takes in the head start costs no request', async () => {
  await rule(TURNS)
  const ids = await search({ kai: 0 })
  const offer = shiftIn(48)
  platform.list = [offer]
  await world.advance(30 * SECOND_MS)
  platform.list = []
  await world.advance(2 * MINUTE_MS)
  assert.deepEqual(platform.accepts, [])
  await endAll(ids)
})

test('with a head start and without turns everybody whom a shift fits tries for it when the head start is over', async () => {
  await rule({ ...TURNS, takesTurns: false })
  const ids = await search({ pia: 0, max: 9 })
  const offer = shiftIn(48)
  platform.list = [offer]
  await world.advance(30 * SECOND_MS)
  assert.deepEqual(platform.accepts, [])
  await until(async () => {
    await world.advance(SECOND_MS)
    return platform.accepts.length === 2
  }, 'two tries')
  await endAll(ids)
})

test('without a rule the first search that sees a shift goes after it at once, and no turn is stored', async () => {
  await rule(NO_HOUSE_RULES)
  const ids = await search({ uma: 0 })
  const offer = shiftIn(48)
  platform.list = [offer]
  assert.equal(await untilHeld(offer), 'uma')
  const { rows } = await sql`select from shifts where shift_id = ${offer.id}`.execute(db())
  assert.deepEqual(rows, [])
  await endAll(ids)
})

test('a list that no search reads any more is looked for once a second', async () => {
  await rule(TURNS)
  const ids = await search({ noa: 0 })
  platform.list = [shiftIn(48)]
  await world.advance(2 * SECOND_MS)
  isRead = false
  looks = 0
  await world.advance(2 * MINUTE_MS)
  isRead = true
  assert.ok(looks > 0 && looks <= 121, `${looks} looks in two minutes`)
  await endAll(ids)
})
