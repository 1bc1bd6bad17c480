import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Filter, SafetyLimits } from '@madruga/core/filters.ts'
import type { MissCause } from '@madruga/core/events.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { saveStations } from '../../platforms.ts'
import { syncHeldBlocks } from '../held/sync.ts'
import { readStartContext } from '../store/facts.ts'
import { settleAttempt } from '../accepts/settle.ts'
import { addElsewhere, claimElsewhere, ELSEWHERE, STATION, offerAt, startBotWorld } from '../testing.ts'
import { writeIntent } from '../store/attempts.ts'
import type { Outcome } from '../store/attempts.ts'

// A Friday noon in New York: the week ends on Sunday night.
const NOON = Date.UTC(2026, 10, 20, 17)

const world = await startBotWorld({ now: NOON })

const db = () => world.database.kysely
await addElsewhere(db())
const rowOf = (id: string) => world.rowOf(id)
const newsOf = (id: string) =>
  world.told.flatMap((news) =>
    news.driverId === id && news.kind !== 'block_won' ? [[news.kind, news.params]] : [],
  )

/** A running bot with these safety limits, in the hands of this test. */
async function addRunning(id: string, safetyLimits: Partial<SafetyLimits>): Promise<void> {
  const change = (filter: Filter): Filter => ({
    ...filter,
    safetyLimits: { ...filter.safetyLimits, ...safetyLimits },
  })
  await world.addDriver(id, change)
  await sql`insert into bots (driver_id, variant, phase, owner, gen, due_at, started_at, window_started_at)
    values (${id}, 'amazon', 'running', ${ELSEWHERE}, 1, ${new Date(NOON + DAY_MS)}, ${new Date(NOON)}, ${new Date(NOON)})`.execute(
    db(),
  )
}

let hour = 0
/** One accept, from intent to outcome. */
async function attempt(id: string, outcome: MissCause | 'won', over: Partial<Offer> = {}): Promise<void> {
  const gen = (await rowOf(id))?.gen ?? -1
  const epoch = await claimElsewhere(db(), id, gen)
  assert.ok(epoch > 0, 'it runs')
  const offer = offerAt(NOON + ++hour * HOUR_MS, over)
  const intent = await writeIntent(world.deps.pool, {
    driverId: id,
    gen,
    epoch,
    owner: ELSEWHERE,
    platform: 'stub',
    offer,
    rules: [],
    filterVersion: 1,
  })
  assert.ok(typeof intent === 'object')
  const came: Outcome =
    outcome === 'won' ? { won: true, blockId: `b-${offer.id}` } : { won: false, cause: outcome }
  await settleAttempt(world.deps, id, intent.attemptId, came, 1)
}

const wake = (id: string) =>
  sql`update bots set phase = 'running', reason = null where driver_id = ${id}`.execute(db())

test('this many misses in a row pause the bot and notify its driver; a win resets the count, and a refusal of another kind neither counts nor resets', async () => {
  await addRunning('ana', { pauseAfterMisses: 3, pauseMinutes: 45 })
  for (const cause of ['taken', 'taken', 'won', 'taken', 'quota', 'no_answer'] as const)
    await attempt('ana', cause)
  assert.equal((await rowOf('ana'))?.phase, 'running')
  await attempt('ana', 'taken')
  const row = await rowOf('ana')
  const until = NOON + 45 * MINUTE_MS
  assert.deepEqual([row?.phase, row?.reason, row?.dueAt], ['sleeping', 'guard_misses', until])
  assert.deepEqual(newsOf('ana'), [['guard_paused', { reason: 'guard_misses', count: 3, until }]])

  await wake('ana')
  await world.advance(1)
  for (const cause of ['taken', 'taken'] as const) await attempt('ana', cause)
  assert.equal((await rowOf('ana'))?.phase, 'running', 'misses before the pause count no more')
})

test('misses of an earlier run do not count, and without the limit no miss counts', async () => {
  await addRunning('bea', { pauseAfterMisses: 2 })
  await attempt('bea', 'taken')
  await sql`update bots set gen = 2 where driver_id = 'bea'`.execute(db())
  await attempt('bea', 'taken')
  assert.equal((await rowOf('bea'))?.phase, 'running')
  await addRunning('off', {})
  for (let n = 0; n < 6; n++) await attempt('off', 'taken')
  assert.equal((await rowOf('off'))?.phase, 'running')
})

test('blocks given back today pause the bot, in the delivery app itself or through us', async () => {
  await addRunning('cy', { pauseAfterReleases: 2, pauseMinutes: 60 })
  for (let n = 0; n < 3; n++) await attempt('cy', 'won')
  const { rows } = await sql<{
    id: string
    platformId: string
    offerId: string
    startAt: number
    endAt: number
  }>`
    select id, platform_block_id as "platformId", offer_id as "offerId", start_at as "startAt", end_at as "endAt"
    from blocks where driver_id = 'cy' order by start_at`.execute(db())
  const [yesterday, elsewhere, here] = rows
  assert.ok(yesterday && elsewhere && here)
  const release = async (id: string, at: number) => {
    await sql`update blocks set state = 'forfeited' where id = ${id}`.execute(db())
    await sql`insert into releases (block_id, driver_id, asked_at, at, late)
      values (${id}, 'cy', ${new Date(at)}, ${new Date(at)}, false)`.execute(db())
  }
  await release(yesterday.id, NOON - DAY_MS)
  const { offerId, startAt, endAt } = elsewhere
  const terms = {
    stationId: STATION.id,
    kind: 'block',
    payCents: 9_000,
    tipCents: 0,
    miles: null,
    stops: null,
  } as const
  await syncHeldBlocks(world.deps, 'cy', 'stub', [
    { ...terms, blockId: elsewhere.platformId, offerId, startAt, endAt, state: 'forfeited' },
  ])
  await world.bots.sweeps.limitReleases()
  assert.equal((await rowOf('cy'))?.phase, 'running', 'one today')
  await release(here.id, world.clock.now())
  await world.bots.sweeps.limitReleases()
  const row = await rowOf('cy')
  assert.deepEqual([row?.phase, row?.reason], ['sleeping', 'guard_releases'])
  assert.deepEqual(newsOf('cy').length, 1)
  await wake('cy')
  await world.bots.sweeps.limitReleases()
  assert.equal((await rowOf('cy'))?.phase, 'running', 'told once')
})

test('the goal of the week stops the bot, counts the pay without tips from Monday to Sunday, and keeps autostarts away', async () => {
  await addRunning('dora', { weekGoalCents: 20_000 })
  const monday = Date.UTC(2026, 10, 23, 5)
  // Midnight to Monday in New York; the second one begins the next week.
  await attempt('dora', 'won', {
    startAt: monday - 2 * HOUR_MS,
    endAt: monday,
    payCents: 9_000,
    tipCents: 500,
  })
  await attempt('dora', 'won', { startAt: monday, endAt: monday + HOUR_MS, payCents: 50_000 })
  assert.equal((await rowOf('dora'))?.phase, 'running')
  const geography = async () => (await readStartContext(db(), 'dora', world.clock.now()))?.facts.goalReached
  assert.equal(await geography(), false)
  await attempt('dora', 'won', { startAt: NOON + 9 * HOUR_MS, endAt: NOON + 10 * HOUR_MS, payCents: 11_000 })
  const row = await rowOf('dora')
  assert.deepEqual([row?.phase === 'running', row?.reason], [false, 'goal_reached'])
  assert.deepEqual(newsOf('dora'), [
    ['goal_reached', { goalCents: 20_000, bookedCents: 20_000, currency: null }],
  ])
  assert.equal(await geography(), true)
  await sql`update blocks set state = 'forfeited' where driver_id = 'dora' and pay_cents = 11000`.execute(
    db(),
  )
  assert.equal(await geography(), false, 'what was given back is not earned')
})

test('a goal counts what is paid in the currency of the filter, whatever most blocks of the week are paid in', async () => {
  await addRunning('elsa', { weekGoalCents: 40_000 })
  await saveStations(db(), 'elsa', 'stub', 'amazon', [{ ...STATION, currency: 'EUR' }])
  for (const payCents of [40_000, 40_000, 33_050]) await attempt('elsa', 'won', { payCents })
  await attempt('elsa', 'won', { payCents: 8_100, currency: 'EUR' })
  assert.equal((await rowOf('elsa'))?.phase, 'running', 'her dollars are no euros')
  await attempt('elsa', 'won', { payCents: 32_000, currency: 'EUR' })
  assert.equal((await rowOf('elsa'))?.reason, 'goal_reached')
  assert.deepEqual(newsOf('elsa'), [
    ['goal_reached', { goalCents: 40_000, bookedCents: 40_100, currency: 'EUR' }],
  ])

  await addRunning('fred', { weekGoalCents: 20_000 })
  for (const payCents of [9_000, 9_000, 9_000]) await attempt('fred', 'won', { payCents, currency: 'EUR' })
  assert.equal((await rowOf('fred'))?.phase, 'running', 'his euros are no dollars')
  await attempt('fred', 'won', { payCents: 20_000 })
  assert.deepEqual(newsOf('fred'), [
    ['goal_reached', { goalCents: 20_000, bookedCents: 20_000, currency: null }],
  ])
})
