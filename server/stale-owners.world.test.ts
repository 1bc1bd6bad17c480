import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { CHANNELS } from '@madruga/core/notify.ts'
import type { Channel } from '@madruga/core/notify.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { acceptAtRest } from './bot/confirmations/answers.ts'
import { loseConfirmation, requestConfirmation } from './bot/confirmations/requests.ts'
import { finishPreparing } from './bot/life/prepare.ts'
import { noteShadowed } from './bot/shadow/offers.ts'
import { writeIntent } from './bot/store/attempts.ts'
import { pickClaim } from './bot/store/bots.ts'
import type { BotRow } from './bot/store/bots.ts'
import { insertConfirmation } from './bot/store/confirmations.ts'
import { notePolls } from './bot/store/polls.ts'
import { freeBots } from './bot/store/workers.ts'
import { applyAsOwner } from './bot/life/steps.ts'
import { addElsewhere, AHEAD, ELSEWHERE, offerAt, startBotWorld } from './bot/testing.ts'
import { startJobs } from './jobs/runner.ts'
import { systemClock } from './kit/clock.ts'
import { createLogger } from './kit/logger.ts'
import { until } from './kit/testing.ts'
import { createOutbox, createSender } from './notify/outbox.ts'
import type { Delivery, Outgoing, Provider } from './notify/providers.ts'
import { putIntoWords } from './notify/words.ts'

// A Friday noon in New York.
const NOON = Date.UTC(2026, 10, 20, 17)
const world = await startBotWorld({ now: NOON, leasePace: AHEAD })
const { database, deps, platform } = world
const db = database.kysely
const logger = createLogger({ level: 'silent', style: 'plain' })
await addElsewhere(db)

/** A process that stands still between two of its statements, until the test lets it continue. */
function freeze(): { reached: Promise<void>; stop(): Promise<void>; thaw(): void } {
  const [reached, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  return {
    reached: reached.promise,
    async stop() {
      reached.resolve()
      await thawed.promise
    },
    thaw: thawed.resolve,
  }
}

/** Another worker takes the bot, as it does once the lease is over. */
async function takeOver(driverId: string): Promise<void> {
  await sql`update bots set epoch = epoch + 1, owner = ${ELSEWHERE} where driver_id = ${driverId}`.execute(db)
}

async function rowOf(driverId: string): Promise<BotRow> {
  const row = await world.rowOf(driverId)
  assert.ok(row)
  return row
}

/** A bot that the worker of this world searches for. */
async function search(driverId: string): Promise<BotRow> {
  await world.addDriver(driverId)
  await world.bots.startBot(driverId, { mode: 'regular', liveLog: true })
  await until(async () => {
    await world.advance(SECOND_MS)
    return world.bots.size() === 1
  }, 'searching')
  return await rowOf(driverId)
}

/** Everything that is stored of a driver's bot. */
async function recordOf(driverId: string) {
  const { rows } = await sql`
    select (select json_agg(b) from bots b where driver_id = ${driverId}) as bot,
      (select json_agg(a) from attempts a where driver_id = ${driverId}) as attempts,
      (select json_agg(c) from confirmations c where driver_id = ${driverId}) as confirmations,
      (select json_agg(p) from search_polls p where driver_id = ${driverId}) as polls,
      (select json_agg(k) from blocks k where driver_id = ${driverId}) as blocks`.execute(db)
  const lines = (await world.linesOf(driverId)).map(({ type }) => type)
  return {
    stored: rows[0],
    lines,
    notifications: world.told.filter((news) => news.driverId === driverId).length,
  }
}

/** The driver was asked about an offer and said yes to it just now. */
async function sayYes(driverId: string): Promise<{ confirmationId: string; offerId: string }> {
  const offer = offerAt(world.clock.now() + 5 * HOUR_MS)
  const [askedAt, confirmationId] = [world.clock.now(), `yes-${driverId}`]
  const asked = { id: confirmationId, driverId, platform: 'stub', offer, rules: [], filterVersion: 1 }
  await insertConfirmation(db, { ...asked, askedAt, expiresAt: askedAt + MINUTE_MS })
  await sql`update confirmations set state = 'yes', answered_at = ${new Date(askedAt)}
    where id = ${confirmationId}`.execute(db)
  platform.list = [offer]
  return { confirmationId, offerId: offer.id }
}

test('a worker that another one has followed changes nothing about the bot: no write of it takes effect', async () => {
  const mine = await search('ana')
  await world.bots.stopBot('ana')
  await world.until(async () => (await rowOf('ana')).phase === 'cooling_down', 'this world lets go of it')
  await sql`update bots set phase = 'running', due_at = null, owner = ${mine.owner}, epoch = ${mine.epoch}
    where driver_id = 'ana'`.execute(db)
  const { confirmationId } = await sayYes('ana')
  await takeOver('ana')
  const claim = pickClaim(mine)
  const before = await recordOf('ana')

  const offer = offerAt(NOON + 9 * HOUR_MS)
  const of = { ...claim, platform: 'stub', offer, rules: [], filterVersion: 1 }
  assert.equal(await writeIntent(deps.pool, of), 'fenced')
  assert.equal(await writeIntent(deps.pool, { ...of, byHand: true }), 'fenced')
  const asking = { ...of, driverId: 'ana' } as unknown as Parameters<typeof requestConfirmation>[1]
  assert.equal(await requestConfirmation(deps, asking, offer, []), 'fenced')
  const shadowed = { ...of, runId: 'none', stationCode: '', timeZone: 'UTC' }
  assert.equal(await noteShadowed(deps, shadowed), 'fenced')
  await loseConfirmation(deps, 'ana', confirmationId, 'conflict', claim)
  const { gen } = mine
  const refused = { trouble: 'sign_in_refused', retryAfterMs: null, detail: null, jitter: 0 } as const
  assert.equal(await applyAsOwner(deps, mine, { type: 'troubled', gen, ...refused }), null)
  assert.equal(await applyAsOwner(deps, mine, { type: 'recovered', gen }), null)
  const failed = { type: 'preparing_failed', gen, reason: 'no_platform_account' } as const
  assert.equal(await applyAsOwner(deps, mine, failed), null)
  assert.deepEqual(await finishPreparing(deps, [{ bot: mine, quotaPerHour: null, at: NOON }]), [])
  const reading = { window: NOON, unreadMs: 1_000, reason: 'platform_unavailable' } as const
  await notePolls(db, [{ driverId: 'ana', epoch: mine.epoch, waitMs: HOUR_MS, history: null, reading }])
  await freeBots(db, mine.owner ?? '', [mine])

  assert.deepEqual(await recordOf('ana'), before)
  await sql`delete from bots where driver_id = 'ana'`.execute(db)
})

test('a worker frozen while it prepares a run does not begin the one that another worker prepares', async () => {
  await world.addDriver('bea')
  const frozen = freeze()
  const { heldBlocks } = platform
  platform.heldBlocks = async (...asked) => {
    await frozen.stop()
    return await heldBlocks(...asked)
  }
  await world.bots.startBot('bea', { mode: 'regular', liveLog: true })
  await until(async () => {
    await world.clock.advance(SECOND_MS)
    return platform.signIns > 0 && (await rowOf('bea')).owner !== null
  }, 'preparing')
  await frozen.reached
  await takeOver('bea')
  const before = await recordOf('bea')
  frozen.thaw()
  await world.bots.idle()
  assert.deepEqual(await recordOf('bea'), before)
  assert.equal(world.bots.size(), 0)
  platform.heldBlocks = heldBlocks
})

test('an api frozen between a yes and its accept sends nothing once the driver has read that it was missed', async () => {
  await world.addDriver('cleo')
  await sql`insert into bots (driver_id, variant, phase, reason, gen, due_at)
    values ('cleo', 'amazon', 'sleeping', 'run_window_over', 1, ${new Date(NOON + HOUR_MS)})`.execute(db)
  const { confirmationId, offerId } = await sayYes('cleo')
  const frozen = freeze()
  const { signIn } = platform
  platform.signIn = async (...asked) => {
    await frozen.stop()
    return await signIn(...asked)
  }
  const accepting = acceptAtRest(deps, 'cleo')
  await frozen.reached
  await sql`update confirmations set answered_at = answered_at - interval '11 seconds'
    where id = ${confirmationId}`.execute(db)
  await world.bots.sweeps.endConfirmations()
  const before = await recordOf('cleo')
  assert.equal(before.lines.at(-1), 'offer.missed')
  frozen.thaw()
  assert.deepEqual(await accepting, [])
  platform.signIn = signIn
  assert.deepEqual(await recordOf('cleo'), before)
  assert.ok(!platform.accepts.includes(offerId))
})

/** Its own process runs the job whose turn it may have, once. */
async function run(work: () => Promise<void>): Promise<void> {
  const job = { name: 'test.freeze', everyMs: MINUTE_MS, run: work }
  const jobs = startJobs({
    pool: database.pool,
    clock: { ...systemClock, after: () => () => {} },
    logger,
    jobs: [job],
  })
  await jobs.runDue()
  await jobs.close()
}

test('a job runner frozen in its turn leaves the turns of others as they are', async () => {
  const turns = async () =>
    (
      await sql<{ failures: number; at: number }>`select failures, ran_at as at from job_runs
      where job = 'test.freeze'`.execute(db)
    ).rows[0]
  const frozen = freeze()
  const stale = run(async () => {
    await frozen.stop()
    throw new Error('its connections are gone')
  })
  await frozen.reached
  await sql`update job_runs set ran_at = ran_at - interval '1 hour' where job = 'test.freeze'`.execute(db)
  await run(async () => {})
  const before = await turns()
  frozen.thaw()
  await stale
  assert.deepEqual(await turns(), before, 'the next turn is not due at once, and has not failed')

  await sql`update job_runs set ran_at = ran_at - interval '1 hour', failures = 3 where job = 'test.freeze'`.execute(
    db,
  )
  const again = freeze()
  const late = run(again.stop)
  await again.reached
  await sql`update job_runs set ran_at = ran_at - interval '1 hour' where job = 'test.freeze'`.execute(db)
  await run(async () => {
    throw new Error('it fails for others')
  })
  const failed = await turns()
  again.thaw()
  await late
  assert.deepEqual(await turns(), failed, 'what others met is not forgotten')
})

/** Its own sender over the shared rows, as a process has. */
function openSender(
  name: string,
  send: (message: Outgoing) => Promise<Delivery>,
  isOptedOut = async () => false,
) {
  const provider: Provider = { send, close: async () => {} }
  const providers = Object.fromEntries(CHANNELS.map((each) => [each, provider])) as Record<Channel, Provider>
  return createSender({
    db,
    clock: world.clock,
    logger,
    keyRing: deps.keyRing,
    settings: DEFAULT_SETTINGS.messages,
    providers,
    render: (content) => putIntoWords(content, `https://${name}.example`),
    isOptedOut,
    unsubscribeUrl: (driverId) => `https://madruga.example/${driverId}`,
    random: () => 0.5,
  })
}

/** Puts a code for a stranger into the outbox. */
async function putCode(event: string): Promise<void> {
  const at = world.clock.now()
  const outbox = createOutbox({ clock: world.clock, keyRing: deps.keyRing })
  await db.transaction().execute((tx) =>
    outbox.sendMessage(tx, {
      driverId: null,
      channel: 'sms',
      recipient: '15550100200',
      language: 'en',
      timeZone: 'America/New_York',
      template: 'code',
      params: { purpose: 'register', code: '482913', minutes: 10 },
      event,
      expiresAt: at + HOUR_MS,
    }),
  )
}

const SENT: Delivery = { outcome: 'sent', reference: null }
const messages = async () => await db.selectFrom('outbox').selectAll().orderBy('id').execute()

test('a sender frozen before it sends leaves the message to the one that took it up', async () => {
  const sent: string[] = []
  const frozen = freeze()
  const stale = openSender(
    'stale',
    async () => (sent.push('stale'), SENT),
    async () => (await frozen.stop(), false),
  )
  await putCode('frozen-before')
  // Only of other messages a sender asks first whether the phone takes any.
  await sql`update outbox set template = 'news' where event = 'frozen-before'`.execute(db)
  const waking = stale.wake()
  await frozen.reached
  await world.clock.advance(3 * MINUTE_MS)
  await openSender('other', async () => (sent.push('other'), SENT)).wake()
  const before = await messages()
  frozen.thaw()
  await waking
  assert.deepEqual(sent, ['other'])
  assert.deepEqual(await messages(), before)
  await stale.close()
})

test('a sender frozen while it sends neither marks the message nor has its code spoken', async () => {
  await sql`delete from outbox`.execute(db)
  const frozen = freeze()
  const stale = openSender('stale', async () => {
    await frozen.stop()
    return { outcome: 'refused', error: 'twilio_21211' }
  })
  await putCode('frozen-in')
  const waking = stale.wake()
  await frozen.reached
  await world.clock.advance(3 * MINUTE_MS)
  const second = freeze()
  const other = openSender('other', async () => (await second.stop(), SENT))
  const sending = other.wake()
  await second.reached
  const before = await messages()
  frozen.thaw()
  await waking
  assert.deepEqual(await messages(), before)
  second.thaw()
  await sending
  assert.deepEqual(
    (await messages()).map(({ channel, state }) => [channel, state]),
    [['sms', 'sent']],
  )
  await Promise.all([stale.close(), other.close()])
})
