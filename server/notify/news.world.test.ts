import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { DEFAULT_NOTIFY_SETTINGS } from '@madruga/core/notify.ts'
import type { Channel, NewsContent, NotifySettings } from '@madruga/core/notify.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { openDatabase } from '../db.ts'
import type { Database } from '../db.ts'
import { testDatabase } from '../db/testing.ts'
import { createLogger } from '../kit/logger.ts'
import { makeKeyRing } from '../kit/encryption.ts'
import type { Db, NewMessage } from './model.ts'
import { createNews, startDispatcher } from './news.ts'
import type { NewsFeed } from './news.ts'
import { createOutbox } from './outbox.ts'

/** A Saturday noon in New York. */
const NOON = Date.parse('2026-11-21T12:00:00-05:00')
const ALL: Channel[] = ['push', 'email', 'sms', 'call']
const ON = { push: true, email: true, sms: true, call: true }

let now = NOON
const clock = { now: () => now, after: () => () => {} }
const keyRing = makeKeyRing()
const logger = createLogger({ level: 'silent', style: 'plain' })
const outbox = createOutbox({ clock, keyRing })

/** Another process's instance; `sendMessage` may misbehave. */
const deskOver = (
  database: Database,
  sendMessage: (tx: Db, message: NewMessage) => Promise<void> = outbox.sendMessage,
): NewsFeed =>
  createNews({ db: database.kysely, clock, logger, keepDays: 180, sendMessage, pushHosts: ['push.example'] })

after(() => fresh.drop())

const db = () => fresh.database.kysely
const fresh = await testDatabase()
const desk = deskOver(fresh.database)

/** A driver with a confirmed phone and two devices. */
async function addDriver(id: string, over: { timeZone?: string; devices?: number } = {}): Promise<void> {
  const { timeZone = 'America/New_York', devices = 2 } = over
  await sql`insert into drivers (id, name, email, time_zone, phone, phone_confirmed)
    values (${id}, ${id}, ${`${id}@example.com`}, ${timeZone}, '13055550142', true)`.execute(db())
  for (let index = 0; index < devices; index++)
    await sql`insert into push_devices (id, driver_id, endpoint, p256dh, auth)
      values (${`${id}-${index}`}, ${id}, ${`https://push.example/${id}/${index}`}, 'x', 'y')`.execute(db())
}

const announce = (driverId: string, content: NewsContent, event: string): Promise<void> =>
  db()
    .transaction()
    .execute((tx) => desk.announce(tx, { driverId, event, ...content }))

const won = (startAt: number): NewsContent => ({
  kind: 'block_won',
  params: { blockId: 'b', station: 'VDO1', startAt, endAt: startAt + HOUR_MS, payCents: 9_000, tipCents: 0 },
})
const REMINDER: NewsContent = {
  kind: 'reminder',
  params: {
    blockId: 'b',
    station: 'VDO1',
    startAt: NOON + DAY_MS,
    payCents: 9_000,
    tipCents: 0,
    minutes: 60,
  },
}
const HUMAN: NewsContent = { kind: 'human_needed', params: {} }
const OVER: NewsContent = { kind: 'run_over', params: { startableAt: NOON } }

const settingsOf = (over: Partial<NotifySettings>): NotifySettings => ({
  ...DEFAULT_NOTIFY_SETTINGS,
  routes: { ...DEFAULT_NOTIFY_SETTINGS.routes, block_won: ['push', 'email'] },
  channels: ON,
  ...over,
})

/** Channels of the messages created since the last call, in the order of creation. */
async function newMessages(driverId: string): Promise<string[]> {
  const { rows } = await sql<{ channel: string; recipient: string }>`
    with sent as (
      update outbox set state = 'sent' where driver_id = ${driverId} and state = 'waiting'
      returning id, channel, recipient
    ) select * from sent order by id`.execute(db())
  return rows.map((row) => row.channel)
}

const dueOf = async (driverId: string) =>
  (
    await db()
      .selectFrom('notifications')
      .select('due_at')
      .where('driver_id', '=', driverId)
      .executeTakeFirstOrThrow()
  ).due_at

const refused = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

async function only(driverId: string) {
  const { notifications } = await desk.readInbox(driverId, { limit: 10 })
  assert.equal(notifications.length, 1)
  return notifications[0]!
}

test('news is told with the transaction that makes it true, once an event and driver', async () => {
  await addDriver('told')
  await addDriver('other')
  const boom = new Error('not to be')
  await assert.rejects(
    db()
      .transaction()
      .execute(async (tx) => {
        await desk.announce(tx, { driverId: 'told', event: 'e', ...OVER })
        throw boom
      }),
    boom,
  )
  assert.deepEqual((await desk.readInbox('told', { limit: 10 })).notifications, [])
  await announce('told', OVER, 'e')
  await announce('told', HUMAN, 'e')
  await announce('other', OVER, 'e')
  const news = await only('told')
  assert.deepEqual(
    { ...news, id: 0 },
    { id: 0, ...OVER, at: NOON, readAt: null, matters: false, acknowledgedAt: null },
  )
  await only('other')
})

test('a message for each channel and recipient, named after news, round, channel and device', async () => {
  await addDriver('all')
  await desk.saveSettings('all', settingsOf({ routes: { ...DEFAULT_NOTIFY_SETTINGS.routes, run_over: ALL } }))
  await announce('all', OVER, 'over')
  const { id } = await only('all')
  await desk.fanOut()
  const { rows } = await sql<{
    event: string
    recipient: string
    template: string
    expiresAt: number | null
  }>`
    select event, recipient, template, expires_at as "expiresAt" from outbox where driver_id = 'all' order by id`.execute(
    db(),
  )
  assert.deepEqual(
    rows.map((row) => [row.event, row.recipient]),
    [
      [`news:${id}:0:push:all-0`, 'all-0'],
      [`news:${id}:0:push:all-1`, 'all-1'],
      [`news:${id}:0:email`, 'all@example.com'],
      [`news:${id}:0:sms`, '13055550142'],
      [`news:${id}:0:call`, '13055550142'],
    ],
  )
  assert.ok(rows.every((row) => row.template === 'news'))
  assert.deepEqual(
    rows.map((row) => row.expiresAt),
    [NOON + 6 * HOUR_MS, NOON + 6 * HOUR_MS, null, NOON + 6 * HOUR_MS, NOON + 6 * HOUR_MS],
  )
  await announce('all', OVER, 'over')
  assert.equal(await dueOf('all'), null)
  await desk.fanOut()
  assert.equal((await newMessages('all')).length, 5)
})

/** Of each event of these drivers, the number of messages by e-mail that tell of it, alone or in a group. */
async function countTellings(drivers: string): Promise<{ event: string; messages: number }[]> {
  const { rows } = await sql<{ event: string; messages: number }>`
    select n.driver_id || ' ' || n.event as event, (select count(*)::int from outbox o where o.channel = 'email'
      and o.event in ('news:' || n.id || ':0:email', 'news:' || n.joined_to || ':0:email')) as messages
    from notifications n where n.driver_id like ${drivers} and not starts_with(n.event, 'burst:')`.execute(
    db(),
  )
  return rows
}

test('a burst is told in two messages on each channel, and has two entries in the inbox', async () => {
  await addDriver('burst', { devices: 1 })
  await desk.saveSettings(
    'burst',
    settingsOf({ routes: { ...DEFAULT_NOTIFY_SETTINGS.routes, block_won: ALL } }),
  )
  for (let win = 0; win < 29; win++) {
    await announce('burst', won(NOON + DAY_MS + win * 2 * HOUR_MS), `block:${win}`)
    await desk.fanOut()
    now += 500
  }
  assert.deepEqual(await newMessages('burst'), ALL)
  now = NOON + MINUTE_MS - 1
  await desk.fanOut()
  assert.deepEqual(await newMessages('burst'), [])
  now += 1
  await desk.fanOut()
  assert.deepEqual(await newMessages('burst'), ALL)
  const { notifications } = await desk.readInbox('burst', { limit: 50 })
  assert.deepEqual(
    notifications.map(({ params }) => [params.count, params.workMs, params.startAt, params.lastStartAt]),
    [
      [28, 28 * HOUR_MS, NOON + DAY_MS + 2 * HOUR_MS, NOON + DAY_MS + 56 * HOUR_MS],
      [undefined, undefined, NOON + DAY_MS, undefined],
    ],
  )
  const { unread, waiting } = await desk.readUnread('burst')
  assert.deepEqual([unread, waiting.length], [2, 2])

  await announce('burst', won(NOON + DAY_MS), 'block:29')
  await desk.fanOut()
  assert.deepEqual(await newMessages('burst'), ALL, 'the minute is over: one alone is told at once')
  now = NOON
})

test('wins, losses and changes of one minute are told apart, each by the channels of its kind', async () => {
  await addDriver('mixed', { devices: 1 })
  const routes = { ...DEFAULT_NOTIFY_SETTINGS.routes, block_won: ['push'], block_changed: ['email'] }
  await desk.saveSettings('mixed', settingsOf({ routes: routes as NotifySettings['routes'] }))
  const changed = (change: 'moved' | 'gone'): NewsContent => ({
    kind: 'block_changed',
    params: { station: 'VDO1', change, startAt: NOON, endAt: NOON + HOUR_MS, wasStartAt: NOON },
  })
  for (let block = 0; block < 3; block++) {
    await announce('mixed', won(NOON + DAY_MS), `block:${block}`)
    await announce('mixed', changed('gone'), `gone:${block}`)
    await announce('mixed', changed('moved'), `moved:${block}`)
  }
  await desk.fanOut()
  assert.deepEqual((await newMessages('mixed')).toSorted(), ['email', 'email', 'push'])
  now += MINUTE_MS
  await desk.fanOut()
  assert.deepEqual((await newMessages('mixed')).toSorted(), ['email', 'email', 'push'])
  now = NOON
})

test('one that follows the first alone keeps its own words, and what a driver has seen joins no more', async () => {
  await addDriver('few', { devices: 1 })
  await announce('few', won(NOON + DAY_MS), 'block:0')
  await announce('few', won(NOON + DAY_MS + HOUR_MS), 'block:1')
  await desk.fanOut()
  const [second] = (await desk.readInbox('few', { limit: 9 })).notifications
  assert.deepEqual(second?.params, (won(NOON + DAY_MS + HOUR_MS) as { params: object }).params)
  await newMessages('few')
  await desk.acknowledge('few', second!.id)
  await announce('few', won(NOON + DAY_MS + 2 * HOUR_MS), 'block:2')
  await desk.fanOut()
  assert.deepEqual(await newMessages('few'), ['push', 'email'])
  assert.equal((await desk.readInbox('few', { limit: 9 })).notifications.length, 3)
})

test('a burst after an outage is told at once', async () => {
  await addDriver('outage', { devices: 0 })
  for (let win = 0; win < 29; win++) await announce('outage', won(NOON + DAY_MS), `block:${win}`)
  now += 10 * MINUTE_MS
  const counts: number[] = []
  const counting = deskOver(fresh.database, async (tx, message) => {
    counts.push(countOf(message))
    await outbox.sendMessage(tx, message)
  })
  await counting.fanOut()
  assert.deepEqual(await newMessages('outage'), ['email', 'email'])
  assert.deepEqual(counts, [1, 28])
  now = NOON
})

/** How many blocks a message tells of. */
function countOf({ template, params }: NewMessage): number {
  return template === 'news' && 'count' in params.params ? (params.params.count ?? 1) : 1
}

test('every event of a burst is told exactly once, with several workers that are killed at any moment', async () => {
  const drivers = Array.from({ length: 4 }, (_, index) => `storm-${index}`)
  for (const id of drivers) await addDriver(id, { devices: 0 })
  let calls = 0
  let kills = 0
  const pools = await Promise.all(Array.from({ length: 4 }, async () => openDatabase(fresh.url, { max: 2 })))
  const counts = new Map<string, number>()
  const dying = async (tx: Db, message: NewMessage): Promise<void> => {
    counts.set(message.event, countOf(message))
    const dies = ++calls % 3 === 0 && kills < 20
    if (dies) kills++
    const die = () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    if (dies && kills % 2 === 0) await die()
    await outbox.sendMessage(tx, message)
    if (dies) await die()
  }
  const desks = pools.map((pool) => deskOver(pool, dying))
  const isDue = async () =>
    (
      await sql`select from notifications where driver_id like 'storm-%' and due_at <= ${new Date(now)}`.execute(
        db(),
      )
    ).rows.length > 0
  for (let second = 0; second < 180; second += 3) {
    now = NOON + second * 1_000
    // Bursts of a third of a minute, of which the second crosses the end of the first one's minute.
    if (second % 45 < 21)
      for (const id of drivers) await announce(id, won(NOON + DAY_MS + second * HOUR_MS), `block:${second}`)
    do await Promise.allSettled(desks.map((each) => each.fanOut()))
    while (await isDue())
  }
  now += MINUTE_MS
  do await Promise.allSettled(desks.map((each) => each.fanOut()))
  while (await isDue())
  await Promise.all(pools.map((pool) => pool.close()))
  assert.equal(kills, 20)
  const tellings = await countTellings('storm-%')
  assert.equal(tellings.length, 4 * 28)
  assert.deepEqual(
    tellings.filter(({ messages }) => messages !== 1),
    [],
  )
  const { rows: groups } = await sql<{ id: number; joined: number }>`
    select g.id, (select count(*)::int from notifications n where n.joined_to = g.id) as joined
    from notifications g where g.driver_id like 'storm-%' and starts_with(g.event, 'burst:')`.execute(db())
  assert.ok(groups.length >= 8, `${groups.length} groups`)
  for (const { id, joined } of groups) assert.equal(counts.get(`news:${id}:0:email`), joined)
  now = NOON
})

test('exactly one message an event, round and channel, with several workers that are killed at any moment', async () => {
  const drivers = Array.from({ length: 12 }, (_, index) => `crowd-${index}`)
  for (const id of drivers) {
    await addDriver(id)
    const routes: NotifySettings['routes'] = {
      ...DEFAULT_NOTIFY_SETTINGS.routes,
      reminder: ['push', 'email'],
    }
    await desk.saveSettings(id, settingsOf({ routes, repeat: { enabled: true, everyMinutes: 5, times: 2 } }))
    for (const event of ['a', 'b', 'c']) await announce(id, REMINDER, event)
  }
  let calls = 0
  let kills = 0
  const pools = await Promise.all(Array.from({ length: 4 }, async () => openDatabase(fresh.url, { max: 2 })))
  // Every 17th message the worker's connection dies, before or after the insert, and a score of them.
  const dying = async (tx: Db, message: NewMessage): Promise<void> => {
    const dies = ++calls % 17 === 0 && kills < 20
    if (dies) kills++
    const die = () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    if (dies && kills % 2 === 0) await die()
    await outbox.sendMessage(tx, message)
    if (dies) await die()
  }
  const desks = pools.map((pool) => deskOver(pool, dying))
  const isDue = async () =>
    (
      await sql`select from notifications where driver_id like 'crowd-%' and due_at <= ${new Date(now)}`.execute(
        db(),
      )
    ).rows.length > 0
  for (let round = 0; round < 3; round++) {
    do await Promise.allSettled(desks.map((each) => each.fanOut()))
    while (await isDue())
    now += 5 * MINUTE_MS
  }
  await Promise.all(pools.map((pool) => pool.close()))
  assert.equal(kills, 20)
  const { rows } = await sql<{ event: string; n: number }>`
    select regexp_replace(event, '^news:\\d+:', '') as event, count(*)::int as n from outbox
    where driver_id like 'crowd-%' group by 1 order by 1`.execute(db())
  const perNews = rows.filter((row) => !row.event.includes('push')).map((row) => [row.event, row.n])
  assert.deepEqual(perNews, [['0:email', 36]])
  const pushes = rows.filter((row) => row.event.includes('push'))
  assert.equal(pushes.length, 3 * 24)
  assert.ok(pushes.every((row) => row.n === 3))
  assert.equal(await isDue(), false)
  now = NOON
})

test('important notifications repeat until their own driver acknowledges them', async () => {
  await addDriver('repeats', { devices: 1 })
  await desk.saveSettings('repeats', settingsOf({ repeat: { enabled: true, everyMinutes: 5, times: 10 } }))
  await announce('repeats', won(NOON + DAY_MS), 'block:1')
  await desk.fanOut()
  assert.deepEqual(await newMessages('repeats'), ['push', 'email'])
  now = NOON + 5 * MINUTE_MS - 1
  await desk.fanOut()
  assert.deepEqual(await newMessages('repeats'), [])
  now += 1
  await desk.fanOut()
  assert.deepEqual(await newMessages('repeats'), ['push'])

  const { waiting, unread } = await desk.readUnread('repeats')
  assert.equal(unread, 1)
  const { id } = waiting[0]!
  await assert.rejects(desk.acknowledge('told', id), refused('notify.not_found'))
  await desk.acknowledge('repeats', id)
  now += HOUR_MS
  await desk.fanOut()
  assert.deepEqual(await newMessages('repeats'), [])
  assert.deepEqual(await desk.readUnread('repeats'), { unread: 0, waiting: [] })
  const { acknowledgedAt, readAt } = await only('repeats')
  assert.deepEqual([acknowledgedAt, readAt], [NOON + 5 * MINUTE_MS, NOON + 5 * MINUTE_MS])
  now = NOON
})

test('a block that has started no longer repeats', async () => {
  await addDriver('started', { devices: 1 })
  await desk.saveSettings('started', settingsOf({ repeat: { enabled: true, everyMinutes: 5, times: 10 } }))
  await announce('started', won(NOON + 12 * MINUTE_MS), 'block:1')
  const seen: string[][] = []
  for (; now <= NOON + 30 * MINUTE_MS; now += 5 * MINUTE_MS) {
    await desk.fanOut()
    seen.push(await newMessages('started'))
  }
  assert.deepEqual(seen, [['push', 'email'], ['push'], ['push'], [], [], [], []])
  now = NOON
})

test('acknowledging at once does not silence what guards the account', async () => {
  await addDriver('guarded')
  await announce('guarded', { kind: 'account_changed', params: { what: 'email' } }, 'changed')
  await desk.acknowledge('guarded', (await only('guarded')).id)
  await desk.fanOut()
  assert.deepEqual(await newMessages('guarded'), ['email'])
})

test('quiet hours over the night in which the clocks change: e-mail at once, the rest at seven on the clock', async () => {
  const cases = [
    { id: 'autumn', at: '2026-10-31T23:00:00-04:00', seven: '2026-11-01T07:00:00-05:00', hours: 9 },
    { id: 'spring', at: '2027-03-13T23:00:00-05:00', seven: '2027-03-14T07:00:00-04:00', hours: 7 },
  ]
  for (const { id, at, seven, hours } of cases) {
    await addDriver(id, { devices: 1 })
    const quiet = { enabled: true, startMinute: 22 * 60, endMinute: 7 * 60, letMattering: false }
    await desk.saveSettings(id, settingsOf({ quiet }))
    now = Date.parse(at)
    assert.equal(Date.parse(seven) - now, hours * HOUR_MS)
    await announce(id, won(now + DAY_MS), 'block:1')
    await announce(id, OVER, 'over')
    await desk.fanOut()
    assert.deepEqual(await newMessages(id), ['email', 'email'])
    now = Date.parse(seven) - 1
    await desk.fanOut()
    assert.deepEqual(await newMessages(id), [])
    now += 1
    await desk.fanOut()
    assert.deepEqual(await newMessages(id), ['push'])
    now += DAY_MS
    await desk.fanOut()
    assert.deepEqual(await newMessages(id), [])
  }
  now = NOON
})

test('a failing notification blocks no other, and is dropped after a day', async () => {
  await addDriver('broken', { timeZone: 'Nowhere/At_All' })
  await addDriver('sound', { devices: 0 })
  const quiet = { enabled: true, startMinute: 0, endMinute: 1, letMattering: false }
  await desk.saveSettings('broken', settingsOf({ quiet }))
  await announce('broken', OVER, 'over')
  await announce('sound', OVER, 'over')
  await desk.fanOut()
  assert.deepEqual(await newMessages('broken'), [])
  assert.deepEqual(await newMessages('sound'), ['email'])
  assert.equal(await dueOf('broken'), NOON + MINUTE_MS)
  now = NOON + DAY_MS
  await desk.fanOut()
  assert.equal(await dueOf('broken'), null)
  now = NOON
})

test('a round is told on all its channels or, for now, on none', async () => {
  await addDriver('half', { devices: 1 })
  await announce('half', OVER, 'over')
  const failing = deskOver(fresh.database, async (tx, message) => {
    await outbox.sendMessage(tx, message)
    if (message.channel === 'email') await sql`select 1 / 0`.execute(tx)
  })
  await failing.fanOut()
  assert.deepEqual(await newMessages('half'), [])
  now = NOON + MINUTE_MS
  await desk.fanOut()
  assert.deepEqual(await newMessages('half'), ['push', 'email'])
  now = NOON
})

test('news is fanned out as soon as it is committed', async () => {
  await addDriver('heard', { devices: 0 })
  const reading = Promise.withResolvers<void>()
  const listening = deskOver(fresh.database, async (tx, message) => {
    await outbox.sendMessage(tx, message)
    reading.resolve()
  })
  const dispatcher = startDispatcher({ databaseUrl: fresh.url, clock, logger, desk: listening })
  await announce('heard', OVER, 'over')
  await reading.promise
  await dispatcher.close()
  assert.deepEqual(await newMessages('heard'), ['email'])
})

test('the inbox comes in pages, newest first; reading marks what was seen and no more', async () => {
  await addDriver('reader')
  for (let index = 0; index < 5; index++) {
    now = NOON + index
    await announce('reader', OVER, `over:${index}`)
  }
  const first = await desk.readInbox('reader', { limit: 2 })
  assert.deepEqual([first.notifications.map((news) => news.at - NOON), first.more], [[4, 3], true])
  const rest = await desk.readInbox('reader', { limit: 3, before: first.notifications[1]!.id })
  assert.deepEqual([rest.notifications.map((news) => news.at - NOON), rest.more], [[2, 1, 0], false])
  await desk.markRead('told', first.notifications[0]!.id)
  assert.equal((await desk.readUnread('reader')).unread, 5)
  await desk.markRead('reader', rest.notifications[0]!.id)
  assert.equal((await desk.readUnread('reader')).unread, 2)
  now = NOON
})

test('a notification that waited for a day no longer requires acknowledgment', async () => {
  await addDriver('old')
  await announce('old', HUMAN, 'h')
  now = NOON + DAY_MS - 1
  assert.equal((await desk.readUnread('old')).waiting.length, 1)
  now += 1
  assert.equal((await desk.readUnread('old')).waiting.length, 0)
  now = NOON
})

test('settings: defaults, what can reach the driver, security mail kept, the profile’s alerts are its switches', async () => {
  await sql`insert into drivers (id, name, email) values ('s', 's', 's@example.com')`.execute(db())
  const first = await desk.readSettings('s')
  assert.deepEqual(first.settings, DEFAULT_NOTIFY_SETTINGS)
  assert.deepEqual(first.missing, [
    { channel: 'push', why: 'no_device' },
    { channel: 'sms', why: 'no_phone' },
    { channel: 'call', why: 'no_phone' },
  ])
  await sql`update drivers set phone = '13055550142' where id = 's'`.execute(db())
  assert.equal((await desk.readSettings('s')).missing[1]?.why, 'phone_not_confirmed')

  assert.deepEqual(await desk.readAlerts('s'), { callAlert: false, emailAlert: true, reminderMinutes: null })
  const alerts = { callAlert: true, emailAlert: false, reminderMinutes: 30 } as const
  await db()
    .transaction()
    .execute((tx) => desk.saveAlerts(tx, 's', alerts))
  assert.deepEqual(await desk.readAlerts('s'), alerts)
  const { channels } = (await desk.readSettings('s')).settings
  assert.deepEqual(channels, { push: true, email: false, sms: true, call: true })

  const input = settingsOf({
    routes: { ...DEFAULT_NOTIFY_SETTINGS.routes, account_changed: [], run_over: ['call', 'call', 'push'] },
    channels: { push: false, email: true, sms: false, call: false },
  })
  const { settings: saved } = await desk.saveSettings('s', input)
  assert.deepEqual(saved.routes.account_changed, ['email'])
  assert.deepEqual(saved.routes.run_over, ['push', 'email', 'call'])
  assert.deepEqual((await desk.readSettings('s')).settings, saved)
  assert.deepEqual(await desk.readAlerts('s'), { callAlert: false, emailAlert: true, reminderMinutes: 30 })

  assert.equal((await desk.saveSettings('s', input, 60)).reminderMinutes, 60)
  assert.equal((await desk.readSettings('s')).reminderMinutes, 60)
  await db()
    .transaction()
    .execute((tx) => desk.saveAlerts(tx, 's', {}))
  assert.deepEqual(await desk.readAlerts('s'), { callAlert: false, emailAlert: true, reminderMinutes: 60 })
  assert.equal((await desk.saveSettings('s', input, null)).reminderMinutes, null)
})

const point = `B${'a'.repeat(86)}`
const device = (path: string) => ({
  endpoint: `https://push.example/${path}`,
  p256dh: point,
  auth: 'b'.repeat(22),
  userAgent: 'Firefox',
})

test('push devices: no other hosts, renewed in place, ten at most, and with another owner another device', async () => {
  await addDriver('d1', { devices: 0 })
  await addDriver('d2', { devices: 0 })
  await assert.rejects(
    desk.subscribePush('d1', { ...device('x'), endpoint: 'https://evil.example/x' }),
    refused('notify.push_refused'),
  )
  await assert.rejects(
    desk.subscribePush('d1', { ...device('x'), p256dh: 'short' }),
    refused('notify.push_refused'),
  )

  const { id } = await desk.subscribePush('d1', device('shared'))
  assert.equal((await desk.subscribePush('d1', device('shared'))).id, id)
  const moved = await desk.subscribePush('d2', device('shared'))
  assert.notEqual(moved.id, id)
  assert.deepEqual((await desk.readSettings('d1')).pushDevices, [])
  await desk.unsubscribePush('d1', device('shared').endpoint)
  assert.equal((await desk.readSettings('d2')).pushDevices.length, 1)

  const ids: string[] = []
  for (let index = 0; index < 12; index++) {
    now = NOON + index
    ids.push((await desk.subscribePush('d1', device(`many/${index}`))).id)
  }
  const { pushDevices } = await desk.readSettings('d1')
  assert.deepEqual(
    pushDevices.map((each) => each.id),
    ids.slice(2),
  )
  assert.deepEqual(pushDevices[0], { id: ids[2], kind: 'web', userAgent: 'Firefox', createdAt: NOON + 2 })
  await desk.unsubscribePush('d1', `${device('many/11').endpoint}\0`)
  await desk.unsubscribePush('d1', device('many/11').endpoint)
  assert.equal((await desk.readSettings('d1')).pushDevices.length, 9)
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) => desk.subscribePush('d2', device(`race/${index}`))),
  )
  assert.equal(new Set(all.map((each) => each.id)).size, 8)
  assert.ok((await desk.readSettings('d2')).pushDevices.length <= 10)
  now = NOON
})

test('the inbox forgets after its days', async () => {
  await addDriver('forgetful')
  await announce('forgetful', OVER, 'old')
  now = NOON + 1
  await announce('forgetful', OVER, 'new')
  now = NOON + 180 * DAY_MS + 1
  await desk.forgetNews()
  assert.equal((await only('forgetful')).at, NOON + 1)
  now = NOON
})
