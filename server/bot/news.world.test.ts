import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Phase } from '@madruga/core/bot-states.ts'
import { DEFAULT_NOTIFY_SETTINGS } from '@madruga/core/notify.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { createLogger } from '../kit/logger.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import { createNews } from '../notify/news.ts'
import type { NewsFeed } from '../notify/news.ts'
import { createOutbox } from '../notify/outbox.ts'
import { syncHeldBlocks } from './held/sync.ts'
import type { BotDeps } from './deps.ts'
import { createBotNews } from './news.ts'
import { isAtWork, readBotRow } from './store/bots.ts'
import { settleAttempt } from './accepts/settle.ts'
import { applyInput } from './life/steps.ts'
import { addElsewhere, botWorld, ELSEWHERE, offerAt, trouble } from './testing.ts'
import type { BotWorld } from './testing.ts'
import { writeIntent } from './store/attempts.ts'
import { until } from '../kit/testing.ts'

/** A Friday noon in New York. */
const NOON = Date.UTC(2026, 10, 20, 17)
const REGULAR = { mode: 'regular', liveLog: true } as const

let fresh: TestDatabase
let world: BotWorld
let desk: NewsFeed
before(async () => {
  fresh = await testDatabase()
  const clock = { now: () => world?.clock.now() ?? NOON, after: () => () => {} }
  desk = createNews({
    db: fresh.database.kysely,
    clock,
    logger: createLogger({ level: 'silent', style: 'plain' }),
    sendMessage: createOutbox({ clock, keyRing: makeKeyRing() }).sendMessage,
    keepDays: 180,
  })
  world = await botWorld(fresh, { now: NOON, notify: desk })
  await addElsewhere(db())
})
after(async () => {
  await world.close()
  await fresh.drop()
})

const db = () => world.database.kysely
const phaseOf = async (id: string) => (await readBotRow(db(), id))?.phase
const told = async (id: string) => (await newsOf(id)).map((news) => [news.kind, news.params])
const newsOf = async (id: string) => (await desk.readInbox(id, { limit: 50 })).notifications

/** Channels of the messages that came since the last look. */
async function newMessages(id: string): Promise<string[]> {
  await desk.fanOut()
  const { rows } = await sql<{ channel: string }>`
    update outbox set state = 'sent' where driver_id = ${id} and state = 'waiting' returning channel`.execute(
    db(),
  )
  return rows.map((row) => row.channel).sort()
}

/** A driver with a device and a proven phone, who wants to be told until they know. */
async function addDriver(id: string, repeat = false): Promise<void> {
  await world.addDriver(id)
  await sql`update drivers set phone = '13055550142', phone_confirmed = true where id = ${id}`.execute(db())
  await sql`insert into push_devices (id, driver_id, endpoint, p256dh, auth)
    values (${id}, ${id}, ${`https://push.example/${id}`}, 'x', 'y')`.execute(db())
  if (repeat)
    await desk.saveSettings(id, {
      ...DEFAULT_NOTIFY_SETTINGS,
      repeat: { enabled: true, everyMinutes: 1, times: 20 },
    })
}

async function startRunning(id: string): Promise<void> {
  await world.bots.startBot(id, REGULAR)
  await world.until(async () => (await phaseOf(id)) === 'running', 'running')
  await world.until(() => world.bots.size() > 0, 'searching')
}

/** A bot in a phase, without a searcher. */
async function put(
  id: string,
  phase: Phase,
  over: { speed?: string; startedAt?: number; reason?: string } = {},
) {
  await addDriver(id)
  const { speed = '1X', startedAt = world.clock.now() - HOUR_MS, reason = null } = over
  const at = new Date(startedAt)
  await sql`insert into bots (driver_id, variant, phase, owner, reason, gen, speed, due_at, started_at, window_started_at)
    values (${id}, 'amazon', ${phase}, ${isAtWork(phase) ? ELSEWHERE : null}, ${reason}, 1, ${speed}, ${new Date(world.clock.now())}, ${at}, ${at})`.execute(
    db(),
  )
}

async function mustIntend(driverId: string, offer: Offer): Promise<string> {
  const bot = await readBotRow(db(), driverId)
  const intent = await writeIntent(world.deps.pool, {
    driverId,
    gen: bot?.gen ?? -1,
    epoch: bot?.epoch ?? -1,
    owner: bot?.owner ?? null,
    platform: 'stub',
    offer,
    rules: [],
    filterVersion: 1,
  })
  assert.ok(typeof intent === 'object', `refused: ${String(intent)}`)
  return intent.attemptId
}

test('a won block is notified once, with its messages, whatever settles it again', async () => {
  await addDriver('ana')
  await startRunning('ana')
  const offer = offerAt(world.clock.now() + 3 * HOUR_MS, { tipCents: 1_200 })
  world.platform.list = [offer]
  await until(async () => {
    await world.advance(1_000)
    return (await newsOf('ana')).length > 0
  }, 'the block told')
  await world.bots.stopBot('ana')
  await world.until(async () => (await phaseOf('ana')) === 'cooling_down', 'stopped')
  await syncHeldBlocks(world.deps, 'ana', 'stub', world.platform.held)

  const [block] = await db().selectFrom('blocks').selectAll().where('driver_id', '=', 'ana').execute()
  const [attempt] = await db().selectFrom('attempts').select('id').where('driver_id', '=', 'ana').execute()
  const again = { won: true, blockId: `b-${offer.id}` } as const
  assert.equal(await settleAttempt(world.deps, 'ana', String(attempt?.id), again, null), null)

  const news = await newsOf('ana')
  assert.equal(news.length, 1)
  assert.deepEqual(
    { kind: news[0]?.kind, matters: news[0]?.matters, params: news[0]?.params },
    {
      kind: 'block_won',
      matters: true,
      params: {
        blockId: block?.id,
        station: 'QNX2 Queens Delivery Station',
        startAt: offer.startAt,
        endAt: offer.endAt,
        payCents: 9_000,
        tipCents: 1_200,
      },
    },
  )
  assert.deepEqual(await newMessages('ana'), ['email', 'push'])
})

test('a missed offer is no news', async () => {
  await put('eva', 'running')
  const attempt = await mustIntend('eva', offerAt(NOON + 5 * HOUR_MS))
  await settleAttempt(world.deps, 'eva', attempt, { won: false, cause: 'taken' }, 1)
  assert.deepEqual(await newsOf('eva'), [])
})

test('an accept given up as missed that the platform lists as won is notified, if its block is still ahead', async () => {
  await put('late', 'running')
  const ahead = offerAt(world.clock.now() + 3 * HOUR_MS)
  const past = offerAt(world.clock.now() - DAY_MS)
  for (const offer of [ahead, past]) {
    const attempt = await mustIntend('late', offer)
    await settleAttempt(world.deps, 'late', attempt, { won: false, cause: 'no_answer' }, null)
    world.platform.win(offer)
  }
  world.platform.win(offerAt(world.clock.now() + 9 * HOUR_MS))
  const blocks = world.platform.held.slice(-3)
  const { added } = await syncHeldBlocks(world.deps, 'late', 'stub', blocks)
  assert.equal(added, 3)
  const news = await newsOf('late')
  assert.deepEqual(
    news.map((each) => each.params['startAt']),
    [ahead.startAt],
  )
})

test('a 2X15 run that is over comes by e-mail, with when the next may start', async () => {
  const startedAt = world.clock.now() - 3 * HOUR_MS
  await put('fast', 'running', { speed: '2X15', startedAt })
  await applyInput(world.deps, 'fast', { type: 'due', gen: 1, delivery: null })
  assert.equal(await phaseOf('fast'), 'pending_termination')
  const [news] = await newsOf('fast')
  assert.deepEqual(
    [news?.kind, news?.params],
    ['run_over', { startableAt: world.clock.now() + 70 * MINUTE_MS }],
  )
  assert.deepEqual(await newMessages('fast'), ['email', 'push'])
})

test('the e-mail of a 2X15 run that is over comes whatever the alert settings', async () => {
  const startedAt = world.clock.now() - 3 * HOUR_MS
  await put('muted', 'running', { speed: '2X15', startedAt })
  const nothing = { push: false, email: false, sms: false, call: false }
  const routes = { ...DEFAULT_NOTIFY_SETTINGS.routes, run_over: [] }
  await desk.saveSettings('muted', { ...DEFAULT_NOTIFY_SETTINGS, routes, channels: nothing })
  await applyInput(world.deps, 'muted', { type: 'due', gen: 1, delivery: null })
  assert.deepEqual(await newMessages('muted'), ['email'])
})

test('a human check is announced again and again, until it is solved', async () => {
  await addDriver('luz', true)
  await startRunning('luz')
  world.platform.troubles.poll = [trouble('human_needed')]
  world.platform.challenge = true
  await until(async () => {
    await world.advance(1_000)
    return (await phaseOf('luz')) === 'sleeping'
  }, 'waiting for a person')
  assert.deepEqual(await newMessages('luz'), ['push', 'sms'])
  for (let round = 1; round <= 3; round++) {
    await world.advance(50_000)
    assert.deepEqual(await newMessages('luz'), [])
    await world.advance(10_000)
    assert.deepEqual(await newMessages('luz'), ['push', 'sms'])
  }
  assert.equal((await desk.readUnread('luz')).waiting.length, 1)
  world.platform.challenge = false
  await world.bots.humanSolved('luz')
  assert.deepEqual((await desk.readUnread('luz')).waiting, [])
  await world.until(async () => (await phaseOf('luz')) === 'running', 'running again')
  await world.bots.stopBot('luz')
  await world.advance(2 * MINUTE_MS)
  assert.deepEqual(await newMessages('luz'), [])
  assert.deepEqual(
    (await newsOf('luz')).map((news) => news.kind),
    ['human_needed'],
  )
})

test('the announcement of a human check ends with the acknowledgement, and with a stop of the bot', async () => {
  for (const [id, end] of [
    ['knows', async () => desk.acknowledge('knows', (await newsOf('knows'))[0]!.id)],
    ['stops', () => applyInput(world.deps, 'stops', { type: 'stop', reason: 'driver_stopped' })],
    // Stopped with all others by one statement, past the step: no one acknowledges it, but no one waits
    // either.
    [
      'killed',
      () =>
        sql`update bots set phase = 'pending_termination', reason = 'kill_switch' where driver_id = 'killed'`.execute(
          db(),
        ),
    ],
  ] as const) {
    await put(id, 'running')
    await desk.saveSettings(id, {
      ...DEFAULT_NOTIFY_SETTINGS,
      repeat: { enabled: true, everyMinutes: 1, times: 20 },
    })
    const report = { trouble: 'human_needed', retryAfterMs: null, jitter: 0.5, detail: null } as const
    await applyInput(world.deps, id, { type: 'troubled', gen: 1, ...report })
    assert.deepEqual(await newMessages(id), ['push', 'sms'])
    await end()
    await world.advance(MINUTE_MS)
    assert.deepEqual(await newMessages(id), [])
    await sql`delete from bots where driver_id = ${id}`.execute(db())
  }
})

test('failed launches, stops by the platform and missed autostarts are notified with their reason', async () => {
  await put('fails', 'preparing')
  const failure = { type: 'preparing_failed', gen: 1, reason: 'sign_in_refused' } as const
  await applyInput(world.deps, 'fails', failure)
  await put('checks', 'preparing')
  const report = { retryAfterMs: null, jitter: 0.5, detail: null }
  await applyInput(world.deps, 'checks', { type: 'troubled', gen: 1, trouble: 'human_needed', ...report })
  await put('thrown', 'running')
  await applyInput(world.deps, 'thrown', { type: 'troubled', gen: 1, trouble: 'sign_in_refused', ...report })
  await put('tardy', 'not_running')
  const facts = {
    appVersionOk: true,
    accountStatus: 'active',
    subscribed: true,
    serverAvailable: true,
    serversRecycling: false,
    killed: false,
    hasPlatformAccount: true,
    hasFilter: false,
    filterFits: true,
    hasLocation: false,
    hasDevice: false,
    goalReached: false,
  } as const
  const start = {
    type: 'start',
    by: 'autostart',
    ...REGULAR,
    speed: '1X',
    custom: null,
    facts,
    shadowUntil: null,
  } as const
  await applyInput(world.deps, 'tardy', { ...start, lateMs: 31 * MINUTE_MS })
  await applyInput(world.deps, 'tardy', { ...start, lateMs: 0 })
  await applyInput(world.deps, 'tardy', { ...start, by: 'driver', lateMs: 0 })
  assert.deepEqual(await told('fails'), [['bot_failed', { reason: 'sign_in_refused' }]])
  assert.deepEqual(await told('checks'), [['human_needed', {}]])
  assert.deepEqual(await told('thrown'), [['bot_stopped', { reason: 'sign_in_refused' }]])
  assert.deepEqual(await told('tardy'), [
    ['autostart_missed', { refusal: 'no_filter', lateMs: null }],
    ['autostart_missed', { refusal: null, lateMs: 31 * MINUTE_MS }],
  ])
})

test('a notification adds exactly one statement to an accept’s settlement', async () => {
  const statements: string[] = []
  const clients = new WeakSet<PoolClient>()
  fresh.database.pool.on('acquire', (client) => {
    if (clients.has(client)) return
    clients.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const first = args[0] as string | { text: string }
      statements.push(typeof first === 'string' ? first : first.text)
      return query(...args)
    }) as typeof client.query
  })
  const settle = async (id: string, deps: BotDeps): Promise<string[]> => {
    await put(id, 'running')
    const attempt = await mustIntend(id, offerAt(NOON + 3 * HOUR_MS))
    statements.length = 0
    await settleAttempt(deps, id, attempt, { won: true, blockId: `b-${id}` }, 1)
    return statements.slice()
  }
  const silent = await settle('silent', { ...world.deps, news: createBotNews(null) })
  const telling = await settle('telling', world.deps)
  assert.ok(silent.length > 3)
  assert.equal(telling.length, silent.length + 1)
  const more = telling.filter((statement) => /notifications/.test(statement))
  assert.equal(more.length, 1)
  assert.match(more[0] ?? '', /insert into notifications/)
  assert.equal((await newsOf('telling')).length, 1)
})
