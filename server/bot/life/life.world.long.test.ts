import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '@madruga/core/filters.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import { marketWorld } from '../testing-market.ts'
import type { MarketLedger, MarketWorld } from '../testing-market.ts'
import { isAtWork } from '../store/bots.ts'

const START = { mode: 'regular', liveLog: true } as const
/** Ten in the morning in New York, far from the daily stop. */
const MORNING = Date.UTC(2026, 10, 20, 15)

/** A day of one driver in the market, by the filter that `change` makes of the proposed one. */
async function inMarket(
  change: (filter: Filter) => Filter,
  walk: (world: MarketWorld, fresh: TestDatabase) => Promise<void>,
  settings: Partial<Settings> = {},
): Promise<void> {
  const fresh = await testDatabase()
  const world = await marketWorld(fresh, { startAt: MORNING, seed: 'the whole life', settings })
  try {
    await world.addDriver('ana', 'America/New_York')
    const db = fresh.database.kysely
    const { body } = await db.selectFrom('filters').select('body').executeTakeFirstOrThrow()
    await db
      .updateTable('filters')
      .set({ body: JSON.stringify(change(body)) })
      .execute()
    await walk(world, fresh)
  } finally {
    await world.close()
    await fresh.drop()
  }
}

const nothingFits = (filter: Filter): Filter => {
  assert.ok(filter.variant === 'amazon')
  const price = { ...filter.shared.price, totalMinCents: 10_000_00 }
  return { ...filter, shared: { ...filter.shared, price } }
}
const speedy = (filter: Filter): Filter => ({ ...nothingFits(filter), speed: '2X15' })
const switched = (filter: Filter, switches: Partial<Filter['switches']>): Filter => ({
  ...filter,
  switches: { ...filter.switches, ...switches },
})

const sleepy = (filter: Filter): Filter => switched(nothingFits(filter), { sleepDuringDelivery: true })
const refused = (at: number) => (error: { code: string; params: { until?: number } }) =>
  error.code === 'bot.cooling' && error.params.until === at

/** Searches in whole minutes between two instants. */
function searchesBetween(ledger: MarketLedger, from: number, to: number): number {
  return [...ledger.searches].reduce(
    (sum, [minute, count]) => (minute >= from && minute + MINUTE_MS <= to ? sum + count : sum),
    0,
  )
}

/** Steps on until the bot satisfies `reached`, for at most `withinMs`; returns the time then. */
async function untilBot(
  world: MarketWorld,
  reached: (bot: Awaited<ReturnType<MarketWorld['bots']['readBot']>>) => boolean,
  withinMs: number,
): Promise<number> {
  const end = world.clock.now() + withinMs
  while (!reached(await world.bots.readBot('ana'))) {
    assert.ok(world.clock.now() < end, JSON.stringify(await world.bots.readBot('ana')))
    await world.advance(30 * SECOND_MS)
  }
  return world.clock.now()
}

test('2X15: runs 15 and sleeps 15 for three hours, then stops with an e-mail and is cold for 70 minutes', async () => {
  await inMarket(
    speedy,
    async (world, fresh) => {
      await world.bots.startBot('ana', START)
      const { startedAt } = await world.bots.readBot('ana')
      assert.equal(startedAt, MORNING)
      const over = await untilBot(world, ({ phase }) => phase === 'cooling_down', 3.1 * HOUR_MS)
      assert.ok(over >= MORNING + 3 * HOUR_MS && over <= MORNING + 3 * HOUR_MS + MINUTE_MS)

      const ledger = await world.ledgerOf('ana')
      for (let window = 0; window < 6; window++) {
        const from = MORNING + window * 30 * MINUTE_MS
        assert.ok(
          searchesBetween(ledger, from + 2 * MINUTE_MS, from + 14 * MINUTE_MS) > 0,
          `window ${window}`,
        )
        assert.equal(
          searchesBetween(ledger, from + 17 * MINUTE_MS, from + 29 * MINUTE_MS),
          0,
          `sleep ${window}`,
        )
      }
      const bot = await world.bots.readBot('ana')
      assert.equal(bot.reason, 'speed_limit_reached')
      const until = bot.dueAt ?? 0
      assert.ok(until >= MORNING + 3 * HOUR_MS + 70 * MINUTE_MS)

      await world.news.fanOut()
      const { notifications } = await world.news.readInbox('ana', { limit: 10 })
      const notification = notifications.find(({ kind }) => kind === 'run_over')
      assert.ok(notification)
      const mails = await fresh.database.kysely
        .selectFrom('outbox')
        .select('event')
        .where('channel', '=', 'email')
        .execute()
      assert.ok(mails.some(({ event }) => event === `news:${notification.id}:0:email`))

      await assert.rejects(world.bots.startBot('ana', START), refused(until))
      await world.clock.advance(until - world.clock.now() - MINUTE_MS)
      await assert.rejects(world.bots.startBot('ana', START), refused(until))
      await world.advance(2 * MINUTE_MS)
      assert.ok(isAtWork((await world.bots.startBot('ana', START)).phase))
      // Fewer polls than a driver would have: the run schedule is what counts.
    },
    { budget: { perHour: 240, burstMinutes: 1, reserveShare: 0.1 } },
  )
})

test('4X: the driver’s own run schedule: so often, for so long, then so much sleep', async () => {
  const custom = { refreshMs: 4_000, runMinutes: 4, sleepMinutes: 6 }
  const own = (filter: Filter): Filter => ({ ...nothingFits(filter), speed: '4X', custom })
  await inMarket(own, async (world, { database }) => {
    const paidUntil = new Date(world.clock.now() + HOUR_MS)
    await database.kysely
      .updateTable('drivers')
      .set({ plan_number: 2, subscribed_until: paidUntil })
      .execute()
    await world.bots.startBot('ana', START)
    const runsAt = await untilBot(world, ({ phase }) => phase === 'running', 2 * MINUTE_MS)
    const from = Math.floor(runsAt / MINUTE_MS) * MINUTE_MS
    await world.advance(31 * MINUTE_MS)
    const { searches } = await world.ledgerOf('ana')
    const minutes = Array.from(
      { length: 30 },
      (_, index) => searches.get(from + (index + 1) * MINUTE_MS) ?? 0,
    )
    // 15 a minute at most; a whole minute of running has them all.
    assert.equal(Math.max(...minutes), 15)
    assert.ok(minutes.filter((count) => count >= 14).length >= 6, minutes.join())
    assert.ok(minutes.filter((count) => count === 0).length >= 15, minutes.join())
  })
})

test('sleep after award: nothing is asked for so long after a block was won, then the search continues', async () => {
  await inMarket(
    (filter) => switched(filter, { sleepAfterAwardMinutes: 20 }),
    async (world) => {
      await world.bots.startBot('ana', START)
      await untilBot(world, ({ reason }) => reason === 'sleep_after_award', HOUR_MS)
      const { dueAt } = await world.bots.readBot('ana')
      assert.ok(dueAt !== null && dueAt > world.clock.now() + 19 * MINUTE_MS)
      const blockCount = (await world.ledgerOf('ana')).blocks.length
      assert.equal(blockCount, 1)
      await world.advance(dueAt - world.clock.now() + 3 * MINUTE_MS)
      const ledger = await world.ledgerOf('ana')
      assert.equal(searchesBetween(ledger, dueAt - 19 * MINUTE_MS, dueAt), 0)
      // It may win the next one in the very minute in which it wakes.
      const wakes = Math.floor(dueAt / MINUTE_MS) * MINUTE_MS
      assert.ok(searchesBetween(ledger, wakes, dueAt + 3 * MINUTE_MS) > 0)
    },
  )
})

test('sleep during delivery: from the start of a block to its end, however the run began', async () => {
  await inMarket(sleepy, async (world, fresh) => {
    const [startAt, endAt] = [MORNING + 20 * MINUTE_MS, MORNING + 50 * MINUTE_MS]
    await fresh.database.kysely
      .insertInto('blocks')
      .values({
        id: 'block',
        driver_id: 'ana',
        platform: 'elsewhere',
        platform_block_id: 'b',
        offer_id: 'o',
        station_id: 's',
        kind: 'block',
        start_at: new Date(startAt),
        end_at: new Date(endAt),
        pay_cents: 9_000,
        tip_cents: 0,
        accepted_at: new Date(MORNING),
      })
      .execute()
    await world.bots.startBot('ana', START)
    await world.advance(startAt - world.clock.now())
    await world.bots.sweeps.sleepDuringDeliveries()
    const asleep = await world.bots.readBot('ana')
    assert.deepEqual([asleep.phase, asleep.reason, asleep.dueAt], ['sleeping', 'delivery', endAt])
    // A new run in the middle of it sleeps at once, too.
    await world.bots.stopBot('ana')
    await untilBot(world, ({ phase }) => phase === 'not_running', 5 * MINUTE_MS)
    await world.bots.startBot('ana', START)
    await untilBot(world, ({ phase }) => phase === 'sleeping', 2 * MINUTE_MS)
    assert.equal((await world.bots.readBot('ana')).dueAt, endAt)
    await world.advance(endAt - world.clock.now() + 5 * MINUTE_MS)
    const ledger = await world.ledgerOf('ana')
    assert.equal(searchesBetween(ledger, startAt + MINUTE_MS, endAt), 0)
    assert.equal((await world.bots.readBot('ana')).phase, 'running')
    assert.ok(searchesBetween(ledger, endAt, endAt + 5 * MINUTE_MS) > 0)
  })
})

test('log out of the delivery app on start: other sessions end; without it they stay', async () => {
  for (const logsOut of [true, false]) {
    const filter = (proposal: Filter) => switched(nothingFits(proposal), { logOutOfPlatformOnStart: logsOut })
    await inMarket(filter, async (world) => {
      const phone = await world.signInElsewhere('ana')
      assert.deepEqual(await phone.works(), { access: true, refresh: true })
      await world.bots.startBot('ana', START)
      await untilBot(world, ({ phase }) => phase === 'running', 2 * MINUTE_MS)
      await world.advance(2 * MINUTE_MS)
      assert.deepEqual(await phone.works(), { access: !logsOut, refresh: !logsOut })
      // The bot itself continues.
      assert.equal((await world.bots.readBot('ana')).phase, 'running')
      assert.ok(searchesBetween(await world.ledgerOf('ana'), MORNING, world.clock.now()) > 0)
    })
  }
})
