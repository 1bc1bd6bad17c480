import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { LogEvents } from '@madruga/core/events.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../../db/testing.ts'
import {
  createLogWriter,
  everyLine,
  forgetDriver,
  forgetLogParts,
  keepPartitions,
  openHistory,
  readAfter,
  readLatest,
  recordEntries,
} from '../log.ts'
import type { Decision } from '../log.ts'
import type { Clock } from '../../kit/clock.ts'
import { until } from '../../kit/testing.ts'

const fresh = await testDatabase()
after(() => fresh.drop())

const NOW = Date.UTC(2026, 10, 20, 12)
const still: Clock = { now: () => NOW, after: () => () => {} }
const db = () => fresh.database.kysely

async function addDriver(id: string, timeZone = 'America/New_York'): Promise<void> {
  await db()
    .insertInto('drivers')
    .values({ id, name: id, email: `${id}@example.com`, time_zone: timeZone })
    .execute()
}

const data = (n: number): LogEvents['offer.ignored'] => ({
  offer: {
    id: `o${n}`,
    stationId: 's',
    kind: 'block',
    startAt: NOW,
    endAt: NOW + 3_600_000,
    payCents: 5400,
    tipCents: 0,
    miles: null,
    stops: null,
    batched: false,
    expiresAt: null,
  },
  stationCode: 'VNY1',
  filterVersion: 1,
  rules: [],
  ignoredFor: 'price',
})
const ignored = (driverId: string, n: number, at = NOW): Decision => ({
  driverId,
  stationId: 's',
  at,
  ignoredFor: 'price',
  hidden: false,
  data: () => data(n),
})
const stateChanged = {
  at: NOW,
  type: 'bot.state_changed',
  data: { phase: 'running', gps: false, reason: null, dueAt: null, mode: 'regular' },
} as const

test('lines recorded at once and in batches share one numbering without gaps', async () => {
  await addDriver('ana')
  const writer = createLogWriter({ db: db(), clock: still })
  for (let n = 0; n < 30; n++) {
    writer.decide(ignored('ana', n))
    await Promise.all([
      db()
        .transaction()
        .execute((tx) => recordEntries(tx, 'ana', [stateChanged, stateChanged])),
      writer.flush(),
    ])
  }
  await writer.close()
  const all = await readAfter(db(), 'ana', { after: 0, limit: 1000 })
  assert.deepEqual(
    all.map((entry) => entry.seq),
    Array.from({ length: 90 }, (_, n) => n + 1),
  )
  const { entries, lastSeq } = await readLatest(db(), 'ana', { limit: 2, before: 50 })
  assert.equal(lastSeq, 90)
  assert.deepEqual(
    entries.map((entry) => entry.seq),
    [49, 48],
  )
  assert.equal(entries[0]?.at, NOW)
})

test('the requests of a driver at work are written half a minute after the first of them', async () => {
  await addDriver('hugo')
  const timers: (() => void)[] = []
  let now = NOW
  const clock: Clock = {
    now: () => now,
    after(_, call) {
      timers.push(call)
      return () => {}
    },
  }
  const writer = createLogWriter({ db: db(), clock })
  const used = async () =>
    (await db().selectFrom('request_hours').select('used').where('driver_id', '=', 'hugo').executeTakeFirst())
      ?.used
  /** Triggers the flush and waits until it has scheduled the next one. */
  const tick = async (): Promise<void> => {
    timers.shift()?.()
    await until(() => timers.length > 0, 'the next flush is scheduled')
  }
  writer.requested('hugo', NOW)
  await tick()
  assert.equal(await used(), undefined)
  now += 29_000
  writer.requested('hugo', now)
  await tick()
  assert.equal(await used(), 2)
  writer.requested('hugo', now)
  now += 6_000
  await tick()
  assert.equal(await used(), 2)
  await writer.close()
  assert.equal(await used(), 3)
})

test('a rolled back transaction leaves no number behind', async () => {
  await addDriver('luis')
  await assert.rejects(
    db()
      .transaction()
      .execute(async (tx) => {
        await recordEntries(tx, 'luis', [stateChanged])
        throw new Error('no')
      }),
  )
  assert.equal(await recordEntries(db(), 'luis', [stateChanged]), 1)
  assert.equal(await recordEntries(db(), 'luis', []), 1)
})

test("offers are added up by the hour of the driver's own wall clock, half an hour from UTC's too", async () => {
  // In India an hour begins at half past by UTC. On Lord Howe Island clocks go back by half an hour, from
  // 2:00 to 1:30.
  const howe = Date.parse('2026-04-04T15:00Z')
  const cases = [
    ['hk', 'Asia/Kolkata', '2026-11-18T00:29:59Z', '2026-11-17T23:30:00Z'],
    ['hk', 'Asia/Kolkata', '2026-11-18T00:30Z', '2026-11-18T00:30:00Z'],
    ['hk', 'Asia/Kolkata', '2026-11-18T01:15Z', '2026-11-18T00:30:00Z'],
    ['hh', 'Australia/Lord_Howe', new Date(howe - 1).toISOString(), '2026-04-04T14:00:00Z'],
    ['hh', 'Australia/Lord_Howe', new Date(howe + 20 * 60_000).toISOString(), '2026-04-04T15:15:00Z'],
    ['hn', 'America/New_York', '2026-11-01T06:40Z', '2026-11-01T06:00:00Z'],
  ] as const
  for (const id of ['hk', 'hh', 'hn']) await addDriver(id, cases.find(([driver]) => driver === id)![1])
  const writer = createLogWriter({ db: db(), clock: still })
  for (const [id, , at] of cases) {
    writer.decide(ignored(id, 1, Date.parse(at)))
    await recordEntries(db(), id, [
      { at: Date.parse(at), type: 'offer.missed', data: { ...data(2), cause: 'taken', reactionMs: 1 } },
    ])
  }
  await writer.flush()
  const rows = await db()
    .selectFrom('offer_hours')
    .select(['driver_id', 'hour_at', 'missed', 'ignored_price'])
    .where('driver_id', 'in', ['hk', 'hh', 'hn'])
    .execute()
  const expected = new Map<string, number>()
  for (const [id, , , hour] of cases) {
    const key = `${id} ${Date.parse(hour)}`
    expected.set(key, (expected.get(key) ?? 0) + 1)
  }
  const told = new Map(rows.map((row) => [`${row.driver_id} ${row.hour_at}`, row.missed]))
  assert.deepEqual([...told].sort(), [...expected].sort())
  for (const row of rows) assert.equal(row.ignored_price, row.missed)
})

test("figures fall on the driver's local day, requests on the hour; hidden decisions are counted, not listed", async () => {
  await addDriver('marta')
  const writer = createLogWriter({ db: db(), clock: still })
  const midnight = Date.UTC(2026, 10, 21, 5)
  writer.decide(ignored('marta', 1, midnight - 1))
  writer.decide({ ...ignored('marta', 2, midnight), hidden: true })
  writer.decide({ ...ignored('marta', 3, midnight), ignoredFor: 'schedule' })
  writer.requested('marta', midnight - 1)
  writer.requested('marta', midnight)
  writer.requested('marta', midnight + 1)
  await writer.flush()
  await recordEntries(db(), 'marta', [
    { at: midnight, type: 'offer.accepted', data: { ...data(4), blockId: 'b', reactionMs: 1 } },
    { at: midnight, type: 'offer.missed', data: { ...data(5), cause: 'taken', reactionMs: 1 } },
  ])
  const offered = await db()
    .selectFrom('offer_hours')
    .selectAll()
    .where('driver_id', '=', 'marta')
    .orderBy('hour_at')
    .execute()
  assert.deepEqual(
    offered.map((row) => [
      row.hour_at,
      row.station_id,
      row.accepted,
      row.missed,
      row.ignored_price,
      row.ignored_schedule,
    ]),
    [
      [midnight - 3_600_000, 's', 0, 0, 1, 0],
      [midnight, 's', 1, 1, 1, 1],
    ],
  )
  const days = await db()
    .selectFrom('day_figures')
    .selectAll()
    .where('driver_id', '=', 'marta')
    .orderBy('day')
    .execute()
  assert.deepEqual(
    days.map((row) => [
      row.day,
      row.seen,
      row.accepted,
      row.missed,
      row.ignored_price,
      row.ignored_schedule,
      row.booked_cents,
    ]),
    [
      ['2026-11-20', 1, 0, 0, 1, 0, 0],
      ['2026-11-21', 4, 1, 1, 1, 1, 5400],
    ],
  )
  const hours = await db()
    .selectFrom('request_hours')
    .selectAll()
    .where('driver_id', '=', 'marta')
    .orderBy('hour_at')
    .execute()
  assert.deepEqual(
    hours.map((row) => row.used),
    [1, 2],
  )
  assert.equal((await readLatest(db(), 'marta', { limit: 9 })).entries.length, 4)
  await writer.close()
})

test('a batch whose answer was lost is not written twice, and what came meanwhile is', async () => {
  await addDriver('rosa')
  let lose = true
  const losing = new Proxy(db(), {
    get(target, name) {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? (value.bind(target) as unknown) : value
      }
      return () => ({
        async execute(work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
          await target.transaction().execute(work)
          if (lose) throw new Error('connection lost after commit')
        },
      })
    },
  })
  const faults: unknown[] = []
  const writer = createLogWriter({ db: losing, clock: still, onFault: (error) => faults.push(error) })
  writer.decide(ignored('rosa', 1))
  await assert.rejects(writer.flush())
  writer.decide(ignored('rosa', 2))
  await assert.rejects(writer.flush())
  lose = false
  await writer.close()
  const { entries } = await readLatest(db(), 'rosa', { limit: 9 })
  assert.equal(entries.length, 2)
  assert.equal(faults.length, 1)
})

test('beyond its bound the oldest lines give way, and the driver reads how many', async () => {
  await addDriver('diego')
  const writer = createLogWriter({ db: db(), clock: still, maxLines: 10 })
  for (let n = 0; n < 25; n++) writer.decide(ignored('diego', n))
  assert.equal(writer.size(), 10)
  await writer.close()
  const { entries } = await readLatest(db(), 'diego', { limit: 100 })
  assert.equal(entries.length, 11)
  const skipped = entries.find((entry) => entry.type === 'log.skipped')
  assert.equal(skipped?.type === 'log.skipped' && skipped.data.count, 15)
  const newest = entries[0]
  assert.equal(newest?.type === 'offer.ignored' && newest.data.offer.id, 'o24')
  const figures = await db()
    .selectFrom('day_figures')
    .selectAll()
    .where('driver_id', '=', 'diego')
    .executeTakeFirstOrThrow()
  assert.equal(figures.seen, 25)
})

test('a deleted driver and a hostile string block no one', async () => {
  await addDriver('carla')
  const writer = createLogWriter({ db: db(), clock: still })
  writer.decide(ignored('nobody', 1))
  writer.decide({ ...ignored('carla', 2), data: () => ({ ...data(2), stationCode: 'A\u0000\ud800B' }) })
  await writer.close()
  const { entries } = await readLatest(db(), 'carla', { limit: 9 })
  const line = entries[0]
  assert.equal(line?.type === 'offer.ignored' && line.data.stationCode, 'AB')
  assert.equal((await readLatest(db(), 'nobody', { limit: 9 })).lastSeq, 0)
})

const countOf = async (table: 'log_entries' | 'log_ignored' | 'log_parts') =>
  Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db())).rows[0]?.n)

test('an offer and a form of verdict are stored once, however many drivers ignored it', async () => {
  const ids = Array.from({ length: 30 }, (_, n) => `many${n}`)
  for (const id of ids) await addDriver(id)
  const [parts, whole, packed] = [
    await countOf('log_parts'),
    await countOf('log_entries'),
    await countOf('log_ignored'),
  ]
  const writers = [1, 2, 3].map(() => createLogWriter({ db: db(), clock: still }))
  for (const offer of [7_001, 7_002])
    for (const [n, id] of ids.entries()) writers[n % 3]!.decide(ignored(id, offer))
  await Promise.all(writers.map((writer) => writer.close()))
  assert.deepEqual(
    [
      (await countOf('log_parts')) - parts,
      (await countOf('log_entries')) - whole,
      (await countOf('log_ignored')) - packed,
    ],
    [2, 0, 60],
  )
  for (const id of ids) {
    const { entries } = await readLatest(db(), id, { limit: 9 })
    assert.deepEqual(
      entries.map((entry) => entry.data),
      [data(7_002), data(7_001)],
    )
  }
})

test('lines of the release before, whole, are read in one order with those in parts', async () => {
  await addDriver('vera')
  const writer = createLogWriter({ db: db(), clock: still })
  const old = (n: number) => recordEntries(db(), 'vera', [{ at: NOW, type: 'offer.ignored', data: data(n) }])
  for (let n = 0; n < 150; n += 3) {
    await old(n)
    writer.decide(ignored('vera', n + 1))
    await writer.flush()
    await recordEntries(db(), 'vera', [stateChanged])
  }
  await writer.close()
  const all = await readAfter(db(), 'vera', { after: 0, limit: 1_000 })
  assert.deepEqual(
    all.map(({ seq, type, data: said }) => [
      seq,
      type === 'offer.ignored' ? (said as { offer: { id: string } }).offer.id : type,
    ]),
    Array.from({ length: 150 }, (_, n) => [n + 1, n % 3 === 2 ? 'bot.state_changed' : `o${n}`]),
  )
  for (const seq of [150, 128, 65, 64, 2]) {
    const { entries } = await readLatest(db(), 'vera', { limit: 70, before: seq })
    assert.deepEqual(
      entries,
      all
        .filter((line) => line.seq < seq)
        .toReversed()
        .slice(0, 70),
    )
    const later = await readAfter(db(), 'vera', { after: seq, limit: 70 })
    assert.deepEqual(later, all.slice(seq, seq + 70))
  }
  const history = await openHistory(db(), 'vera', {}, { scanRows: 20 })
  const found = []
  for (let next: number | null | undefined; next !== null;) {
    const page = await history.read({ limit: 30, before: next })
    found.push(...page.entries)
    next = page.next
  }
  assert.deepEqual(found, all.filter(({ type }) => type === 'offer.ignored').toReversed())
})

test('an offer to one driver is in no part that others share, and goes with the driver', async () => {
  await addDriver('nora')
  const writer = createLogWriter({ db: db(), clock: still })
  const own = { ...data(8_001), offer: { ...data(8_001).offer, kind: 'reserved' as const } }
  writer.decide({ ...ignored('nora', 1), data: () => own })
  writer.decide(ignored('nora', 8_002))
  await writer.close()
  const { entries } = await readLatest(db(), 'nora', { limit: 9 })
  assert.deepEqual(
    entries.map((entry) => entry.data),
    [data(8_002), own],
  )
  const named = async () =>
    (
      await sql<{
        text: string
      }>`select data::text as text from log_parts where data::text ~ '"o800[12]"'`.execute(db())
    ).rows
  assert.equal((await named()).length, 1)
  await db()
    .transaction()
    .execute((tx) => forgetDriver(tx, 'nora'))
  const { rows } = await sql`select from ${everyLine} l where driver_id = 'nora'`.execute(db())
  assert.equal(rows.length, 0)
})

test('a part is kept as long as a line names it, and is written again when it is needed again', async () => {
  await addDriver('olga')
  const writer = createLogWriter({ db: db(), clock: still })
  const later = NOW + 40 * DAY_MS
  const used = async () =>
    (
      await sql<{
        day: string
      }>`select used_on::text as day from log_parts where data::text like '%"o9001"%'`.execute(db())
    ).rows.map(({ day }) => day)
  writer.decide(ignored('olga', 9_001))
  await writer.flush()
  assert.deepEqual(await used(), ['2026-11-20'])
  writer.decide(ignored('olga', 9_001, later))
  await writer.flush()
  writer.decide(ignored('olga', 9_001, NOW))
  await writer.flush()
  assert.deepEqual(await used(), ['2026-12-30'])
  await forgetLogParts(db(), later)
  assert.deepEqual(await used(), ['2026-12-30'])
  await forgetLogParts(db(), later + DAY_MS)
  assert.deepEqual(await used(), [])
  writer.decide(ignored('olga', 9_001, later + 2 * DAY_MS))
  await writer.close()
  const [entry] = (await readLatest(db(), 'olga', { limit: 1 })).entries
  assert.deepEqual(entry?.data, data(9_001))
})

test('two writers over the same drivers neither deadlock nor lose a line', async () => {
  for (let n = 0; n < 20; n++) await addDriver(`g${n}`)
  const writers = [1, 2, 3].map(() => createLogWriter({ db: db(), clock: still }))
  for (let round = 0; round < 10; round++) {
    for (const [w, writer] of writers.entries()) {
      for (let n = 0; n < 60; n++) writer.decide(ignored(`g${(n * (w + 1)) % 20}`, n))
    }
    await Promise.all(writers.map((writer) => writer.flush()))
  }
  await Promise.all(writers.map((writer) => writer.close()))
  const { rows } = await sql<{ n: number; bad: number }>`
    select count(*) as n, count(*) filter (where lines <> last_seq) as bad
    from (select driver_id, count(*) as lines from ${everyLine} e where driver_id like 'g%' group by 1) l
    join log_heads using (driver_id)`.execute(db())
  assert.deepEqual(rows[0], { n: 20, bad: 0 })
})

test('partitions are made ahead, dropped after their time, and made again without complaint', async () => {
  const names = async (parent = 'log_entries') =>
    (
      await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
        where inhparent = ${parent}::regclass order by 1`.execute(db())
    ).rows.map((row) => row.name)
  const start = Date.UTC(2027, 0, 1, 15)
  await keepPartitions(db(), start, 2)
  await keepPartitions(db(), start, 2)
  assert.deepEqual(await names(), [
    'log_entries_2027_01_01',
    'log_entries_2027_01_02',
    'log_entries_2027_01_03',
    'log_entries_2027_01_04',
    'log_entries_default',
  ])
  await keepPartitions(db(), start + 4 * 86_400_000, 2)
  assert.deepEqual((await names())[0], 'log_entries_2027_01_03')
  assert.deepEqual((await names('log_ignored'))[0], 'log_ignored_2027_01_03')
})
