import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Offer } from '@madruga/core/offers.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { readAfter } from '../../driver/log.ts'
import { syncHeldBlocks } from '../held/sync.ts'
import { finishStops, reconcile } from './reconcile.ts'
import { readBotRow } from '../store/bots.ts'
import { settleAttempt } from './settle.ts'
import { applyInput } from '../life/steps.ts'
import { addElsewhere, claimElsewhere, ELSEWHERE, startBotWorld, offerAt, trouble } from '../testing.ts'
import { writeIntent } from '../store/attempts.ts'

const NOON = Date.UTC(2026, 10, 20, 17)

const world = await startBotWorld({ now: NOON })

const db = () => world.database.kysely
await addElsewhere(db())

/** A running bot that no process searches for yet. */
async function addRunning(id: string): Promise<void> {
  await world.addDriver(id)
  await sql`insert into bots (driver_id, variant, phase, owner, gen, due_at, started_at, window_started_at)
    values (${id}, 'amazon', 'running', ${ELSEWHERE}, 1, ${new Date(NOON + HOUR_MS)}, ${new Date(NOON)}, ${new Date(NOON)})`.execute(
    db(),
  )
}

const claim = (id: string): Promise<number> => claimElsewhere(db(), id, 1)

function intend(driverId: string, epoch: number, offer: Offer, { gen = 1, owner = ELSEWHERE } = {}) {
  return writeIntent(world.deps.pool, {
    driverId,
    gen,
    epoch,
    owner,
    platform: 'stub',
    offer,
    rules: [],
    filterVersion: 1,
  })
}

async function mustIntend(driverId: string, epoch: number, offer: Offer): Promise<string> {
  const intent = await intend(driverId, epoch, offer)
  assert.ok(typeof intent === 'object', `refused: ${String(intent)}`)
  return intent.attemptId
}

async function age(attemptId: string): Promise<void> {
  await sql`update attempts set created_at = created_at - interval '10 seconds' where id = ${attemptId}`.execute(
    db(),
  )
}

const typesOf = async (id: string) =>
  (await readAfter(db(), id, { after: 0, limit: 100 })).map((line) => line.type)

test('of many searchers that reach for many offers at once, one has one open accept', async () => {
  await addRunning('ana')
  const epoch = await claim('ana')
  const offers = Array.from({ length: 10 }, (_, n) => offerAt(NOON + n * HOUR_MS))
  const results = await Promise.all(
    offers.flatMap((offer) => [intend('ana', epoch, offer), intend('ana', epoch, offer)]),
  )
  assert.equal(results.filter((each) => typeof each === 'object').length, 1)
  assert.equal(results.filter((each) => each === 'tried').length, 19)
})

test('an offer is tried once, whatever its outcome', async () => {
  await addRunning('bea')
  const offer = offerAt(NOON + HOUR_MS)
  const epoch = await claim('bea')
  const attempt = await mustIntend('bea', epoch, offer)
  await settleAttempt(world.deps, 'bea', attempt, { won: false, cause: 'taken' }, 1)
  assert.equal(await intend('bea', epoch, offer), 'tried')
  assert.equal(await intend('bea', await claim('bea'), offer), 'tried')
})

test('an older incarnation, an older run and a bot that does not run are fenced', async () => {
  await addRunning('cy')
  const first = await claim('cy')
  const second = await claim('cy')
  assert.equal(second, first + 1)
  assert.equal(await intend('cy', first, offerAt(NOON)), 'fenced')
  assert.equal(await intend('cy', second, offerAt(NOON), { gen: 0 }), 'fenced')
  await applyInput(world.deps, 'cy', { type: 'stop', reason: 'driver_stopped' })
  assert.equal(await intend('cy', second, offerAt(NOON)), 'fenced')
  assert.equal(await claim('cy'), -1)
})

// As two workers believe after a failover that lost the last claim.
test('a worker with the epoch of another one is fenced', async () => {
  await addRunning('zoe')
  const epoch = await claim('zoe')
  assert.equal(await intend('zoe', epoch, offerAt(NOON), { owner: 'worker-lost' }), 'fenced')
  await mustIntend('zoe', epoch, offerAt(NOON))
})

test('racing stops and intents: an intent is either before the stop, and settled by it, or refused', async () => {
  for (let round = 0; round < 25; round++) {
    const id = `race-${round}`
    await addRunning(id)
    const epoch = await claim(id)
    const [stop, ...intents] = await Promise.all([
      applyInput(world.deps, id, { type: 'stop', reason: 'driver_stopped' }),
      ...Array.from({ length: 4 }, (_, n) => intend(id, epoch, offerAt(NOON + n * HOUR_MS))),
    ])
    assert.equal(stop?.bot.phase, 'pending_termination')
    const open = intents.find((each) => typeof each === 'object')
    const { rows } = await sql`select from attempts where driver_id = ${id} and state = 'intent'`.execute(
      db(),
    )
    assert.equal(rows.length, open ? 1 : 0)
    assert.equal(await intend(id, epoch, offerAt(NOON + 9 * HOUR_MS)), 'fenced')
    if (typeof open === 'object') await age(open.attemptId)
    await finishStops(world.deps, [id])
    assert.equal((await readBotRow(db(), id))?.phase, 'cooling_down')
  }
})

test('an attempt has one outcome, however many settle it', async () => {
  await addRunning('dora')
  const offer = offerAt(NOON + 5 * HOUR_MS)
  const attempt = await mustIntend('dora', await claim('dora'), offer)
  const win = { won: true, blockId: 'block-dora' } as const
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => settleAttempt(world.deps, 'dora', attempt, win, 2)),
  )
  assert.equal(outcomes.filter((each) => each !== null).length, 1)
  assert.equal(await settleAttempt(world.deps, 'dora', attempt, { won: false, cause: 'taken' }, 1), null)
  assert.deepEqual(await typesOf('dora'), ['offer.accepted'])
  const blocks = await db().selectFrom('blocks').selectAll().where('driver_id', '=', 'dora').execute()
  assert.deepEqual(
    blocks.map((block) => [block.platform_block_id, block.pay_cents, block.start_at]),
    [['block-dora', offer.payCents, offer.startAt]],
  )
})

test('a win that arrives after the attempt was given up is still a win: a late answer is not lost', async () => {
  await addRunning('eva')
  const attempt = await mustIntend('eva', await claim('eva'), offerAt(NOON + 5 * HOUR_MS))
  await settleAttempt(world.deps, 'eva', attempt, { won: false, cause: 'no_answer' }, null)
  await settleAttempt(world.deps, 'eva', attempt, { won: true, blockId: 'block-eva' }, null)
  assert.deepEqual(await typesOf('eva'), ['offer.missed', 'offer.accepted'])
  assert.equal(
    (await db().selectFrom('blocks').selectAll().where('driver_id', '=', 'eva').execute()).length,
    1,
  )
})

test("reconciling settles what a dead searcher left by the platform's held blocks", async () => {
  for (const [id, wins] of [
    ['flor', true],
    ['gus', false],
  ] as const) {
    await addRunning(id)
    const offer = offerAt(NOON + 5 * HOUR_MS)
    await age(await mustIntend(id, await claim(id), offer))
    if (wins) world.platform.win(offer)
    const { settled, problem } = await reconcile(world.deps, id)
    assert.equal(problem, null)
    assert.equal(settled.length, 1)
    assert.deepEqual(await typesOf(id), [wins ? 'offer.accepted' : 'offer.missed'])
  }
})

test('reconciling waits until the accept can be neither sent nor answered any more, unless its searcher settles it', async () => {
  await addRunning('hugo')
  const attempt = await mustIntend('hugo', await claim('hugo'), offerAt(NOON + 5 * HOUR_MS))
  const reconciling = reconcile(world.deps, 'hugo')
  assert.equal(
    (await db().selectFrom('attempts').select('state').where('id', '=', Number(attempt)).executeTakeFirst())
      ?.state,
    'intent',
  )
  await settleAttempt(world.deps, 'hugo', attempt, { won: true, blockId: 'block-hugo' }, 3)
  assert.deepEqual(await reconciling, { settled: [], problem: null })
})

test('a platform that does not answer leaves the attempt open for the next one who asks', async () => {
  await addRunning('ida')
  const attempt = await mustIntend('ida', await claim('ida'), offerAt(NOON + 5 * HOUR_MS))
  await age(attempt)
  await applyInput(world.deps, 'ida', { type: 'stop', reason: 'driver_stopped' })
  world.platform.troubles.heldBlocks.push(trouble('unavailable'))
  assert.deepEqual(await finishStops(world.deps, ['ida']), [])
  assert.equal((await readBotRow(db(), 'ida'))?.phase, 'pending_termination')
  await finishStops(world.deps, ['ida'])
  assert.equal((await readBotRow(db(), 'ida'))?.phase, 'cooling_down')
  assert.deepEqual(await typesOf('ida'), ['bot.state_changed', 'offer.missed', 'bot.state_changed'])
})

test('an accept that is settled while the bot stops ends the stop', async () => {
  await addRunning('joel')
  const attempt = await mustIntend('joel', await claim('joel'), offerAt(NOON + 5 * HOUR_MS))
  await applyInput(world.deps, 'joel', { type: 'stop', reason: 'driver_stopped' })
  const step = await settleAttempt(world.deps, 'joel', attempt, { won: true, blockId: 'block-joel' }, 3)
  assert.equal(step?.bot.phase, 'cooling_down')
  assert.ok((step.bot.dueAt ?? 0) > NOON)
})

test('an award puts a bot to sleep whose filter says so, in the same transaction', async () => {
  await world.addDriver('kira', (filter) => ({
    ...filter,
    switches: { ...filter.switches, sleepAfterAwardMinutes: 30 },
  }))
  await sql`insert into bots (driver_id, variant, phase, owner, gen, due_at, started_at, window_started_at)
    values ('kira', 'amazon', 'running', ${ELSEWHERE}, 1, ${new Date(NOON + HOUR_MS)}, ${new Date(NOON)}, ${new Date(NOON)})`.execute(
    db(),
  )
  const epoch = await claim('kira')
  const attempt = await mustIntend('kira', epoch, offerAt(NOON + 5 * HOUR_MS))
  const step = await settleAttempt(world.deps, 'kira', attempt, { won: true, blockId: 'block-kira' }, 3)
  assert.equal(step?.bot.phase, 'sleeping')
  assert.equal(step.bot.reason, 'sleep_after_award')
  assert.equal(await intend('kira', epoch, offerAt(NOON + 9 * HOUR_MS)), 'fenced')
})

test('blocks that the platform has and we lack are synced, forfeits and tips taken over, an open accept left alone', async () => {
  await addRunning('luz')
  const [strange, lateOffer, open] = [
    offerAt(NOON + 5 * HOUR_MS),
    offerAt(NOON + 9 * HOUR_MS),
    offerAt(NOON + 13 * HOUR_MS),
  ]
  const epoch = await claim('luz')
  const attempt = await mustIntend('luz', epoch, lateOffer)
  await settleAttempt(world.deps, 'luz', attempt, { won: false, cause: 'no_answer' }, null)
  await mustIntend('luz', epoch, open)
  world.platform.held = []
  for (const offer of [strange, lateOffer, open]) world.platform.win(offer)
  const first = await syncHeldBlocks(world.deps, 'luz', 'stub', world.platform.held)
  assert.deepEqual(first, { added: 2, changed: 0 })
  assert.deepEqual(await syncHeldBlocks(world.deps, 'luz', 'stub', world.platform.held), {
    added: 0,
    changed: 0,
  })
  assert.deepEqual(await typesOf('luz'), ['offer.missed', 'offer.accepted'])
  const newBlocks = world.platform.held
    .slice(0, 1)
    .map((block) => ({ ...block, state: 'forfeited' as const, tipCents: 500 }))
  assert.deepEqual(await syncHeldBlocks(world.deps, 'luz', 'stub', newBlocks), { added: 0, changed: 1 })
  const blocks = await db()
    .selectFrom('blocks')
    .selectAll()
    .where('driver_id', '=', 'luz')
    .orderBy('start_at')
    .execute()
  assert.deepEqual(
    blocks.map((block) => [block.offer_id, block.state, block.tip_cents, block.attempt_id === null]),
    [
      [strange.id, 'forfeited', 500, true],
      [lateOffer.id, 'held', 0, false],
    ],
  )
})

test('a miss that turns out to be won leaves the figures of its hour and day, whichever way it comes to light', async () => {
  await addRunning('late')
  const epoch = await claim('late')
  const [first, second, third] = [5, 9, 13].map((hours) => offerAt(NOON + hours * HOUR_MS)) as [
    Offer,
    Offer,
    Offer,
  ]
  const attempts: string[] = []
  for (const offer of [first, second, third]) {
    const attempt = await mustIntend('late', epoch, offer)
    await settleAttempt(world.deps, 'late', attempt, { won: false, cause: 'no_answer' }, null)
    attempts.push(attempt)
  }
  assert.deepEqual(await figuresOf('late'), [{ seen: 3, accepted: 0, missed: 3 }])
  assert.deepEqual(await hoursOf('late'), { accepted: 0, missed: 3 })

  // The next day: what is won then counts then, and yesterday keeps the one that was really lost.
  const tomorrow = { ...world.deps, clock: { ...world.deps.clock, now: () => NOON + 24 * HOUR_MS } }
  world.platform.held = []
  world.platform.win(first)
  const { added } = await syncHeldBlocks(tomorrow, 'late', 'stub', world.platform.held)
  assert.equal(added, 1)
  await settleAttempt(tomorrow, 'late', attempts[1] ?? '', { won: true, blockId: 'block-late' }, 3)
  const days = [
    { seen: 1, accepted: 0, missed: 1 },
    { seen: 2, accepted: 2, missed: 0 },
  ]
  assert.deepEqual(await figuresOf('late'), days)
  assert.deepEqual(await hoursOf('late'), { accepted: 2, missed: 1 })
  await syncHeldBlocks(tomorrow, 'late', 'stub', world.platform.held)
  assert.deepEqual(await figuresOf('late'), days)
})

const figuresOf = async (id: string) =>
  await db()
    .selectFrom('day_figures')
    .select(['seen', 'accepted', 'missed'])
    .where('driver_id', '=', id)
    .orderBy('day')
    .execute()

/** What the week is added up from. */
const hoursOf = async (id: string) =>
  (
    await sql<{
      accepted: number
      missed: number
    }>`select sum(accepted)::int as accepted, sum(missed)::int as missed
      from offer_hours where driver_id = ${id}`.execute(db())
  ).rows[0]
