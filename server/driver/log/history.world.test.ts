import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { LogEvents, Outcome, Waiting } from '@madruga/core/events.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import { createLogWriter, exportHistory, keepPartitions, openHistory, recordEntries } from '../log.ts'
import type { HistoryQuery, NewEntry } from '../log.ts'

const db = () => http.database.database.kysely
/** Noon in New York. */
const NOON = Date.UTC(2026, 10, 20, 17)

after(() => http.stop())

const offerOf = (over: Partial<Offer> = {}): Offer => ({
  id: 'o',
  stationId: 'st-1',
  kind: 'block',
  startAt: NOON + 4 * HOUR_MS,
  endAt: NOON + 7 * HOUR_MS,
  payCents: 9_000,
  tipCents: 1_250,
  miles: 12.5,
  stops: null,
  batched: false,
  expiresAt: null,
  ...over,
})
const CODES: Record<string, string> = { 'st-1': 'VNY1', 'st-2': 'VNY2', 'st-"3\\': 'DBK4' }

/** An outcome that a line alone tells; a waiting one is told by its attempt too. */
type Decided = Exclude<Outcome, 'waiting'>

/** A line about an offer with this outcome. */
function line(outcome: Decided, at: number, over: Partial<Offer> = {}, rules: RuleResult[] = []): NewEntry {
  const offer = offerOf(over)
  const judged = { offer, stationCode: CODES[offer.stationId] ?? offer.stationId, filterVersion: 1, rules }
  if (outcome === 'accepted')
    return { at, type: 'offer.accepted', data: { ...judged, blockId: 'b', reactionMs: 12.34 } }
  if (outcome === 'missed')
    return { at, type: 'offer.missed', data: { ...judged, cause: 'taken', reactionMs: null } }
  const ignoredFor = outcome.slice('ignored_'.length) as LogEvents['offer.ignored']['ignoredFor']
  return { at, type: 'offer.ignored', data: { ...judged, ignoredFor } }
}
const state = (at: number): NewEntry => ({
  at,
  type: 'bot.state_changed',
  data: { phase: 'running', gps: false, reason: null, dueAt: null, mode: 'regular' },
})
const http = await startTestHttp()
for (let day = -4; day <= 0; day++) await keepPartitions(db(), NOON + day * DAY_MS, 90)
const station = {
  platform: 'market',
  variant: 'amazon',
  city: 'New York',
  state: 'NY',
  programme: 'logistics',
  latitude: 40,
  longitude: -74,
  time_zone: 'America/New_York',
} as const
await db()
  .insertInto('stations')
  .values([
    { ...station, id: 'st-1', code: 'VNY1', name: 'Peña Station' },
    { ...station, id: 'st-2', code: 'VNY2', name: 'Áreas del Río' },
    { ...station, id: 'st-"3\\', code: 'DBK4', name: '=Brooklyn, "the" one' },
  ])
  .execute()

async function addDriver(entries: readonly NewEntry[], timeZone = 'America/New_York') {
  const driver = await http.addDriver({ timeZone })
  await db()
    .transaction()
    .execute((tx) => recordEntries(tx, driver.id, entries))
  return driver
}

/** The numbers of all pages of a query, newest first, and how many pages there were. */
async function walk(driverId: string, query: HistoryQuery, { limit = 50, scanRows = 1_000 } = {}) {
  const history = await openHistory(db(), driverId, query, { scanRows })
  const seqs: number[] = []
  let pages = 0
  for (let next: number | null | undefined; next !== null; pages++) {
    const page = await history.read({ limit, before: next })
    seqs.push(...page.entries.map((entry) => entry.seq))
    assert.ok(page.entries.length <= limit)
    assert.ok(page.next === null || next === undefined || page.next < next, 'pages go on')
    next = page.next
  }
  return { seqs, pages }
}

const ALL: Decided[] = ['accepted', 'missed', 'ignored_time', 'ignored_price', 'ignored_schedule']

test('offers alone, newest first, by outcome', async () => {
  const driver = await addDriver([
    ...ALL.map((outcome) => line(outcome, NOON)),
    state(NOON),
    line('missed', NOON),
  ])
  assert.deepEqual((await walk(driver.id, {})).seqs, [7, 5, 4, 3, 2, 1])
  const found = await Promise.all(ALL.map(async (outcome) => (await walk(driver.id, { outcome })).seqs))
  assert.deepEqual(found, [[1], [7, 2], [3], [4], [5]])
})

const wait = (at: number, offerId: string, waiting: Waiting): NewEntry => ({
  at,
  type: 'offer.waiting',
  data: {
    offer: offerOf({ id: offerId, kind: 'shift' }),
    stationCode: 'VNY1',
    filterVersion: 1,
    rules: [],
    waiting,
    reactionMs: 7,
  },
})

test('an undecided accept is its own outcome until it is decided, then only its end is shown', async () => {
  const driver = await addDriver([
    wait(NOON, 'open', 'pending'),
    wait(NOON + 1, 'won', 'waitlisted'),
    wait(NOON + 2, 'open', 'waitlisted'),
    line('accepted', NOON + 3, { id: 'won', kind: 'shift' }),
    line('missed', NOON + 4),
  ])
  const attempt = {
    driver_id: driver.id,
    platform: 'market',
    rules: '[]',
    gen: 1,
    epoch: 1,
    filter_version: 1,
  }
  const rows = [
    { offer_id: 'open', state: 'waiting', waiting: 'waitlisted', waiting_seq: 3 },
    { offer_id: 'won', state: 'accepted', waiting: 'waitlisted', waiting_seq: 2 },
  ] as const
  await db()
    .insertInto('attempts')
    .values(rows.map((row) => ({ ...attempt, ...row, offer: JSON.stringify(offerOf({ id: row.offer_id })) })))
    .execute()
  assert.deepEqual((await walk(driver.id, {})).seqs, [5, 4, 3])
  assert.deepEqual((await walk(driver.id, { outcome: 'waiting', variant: 'courier' })).seqs, [3])
  assert.deepEqual((await walk(driver.id, { outcome: 'waiting', variant: 'amazon' })).seqs, [])
  assert.deepEqual((await walk(driver.id, { text: 'turno' })).seqs, [4, 3], 'it is found by a text')
  assert.deepEqual((await walk(driver.id, { outcome: 'waiting', to: '2026-11-19' })).seqs, [])
  assert.deepEqual((await walk(driver.id, { outcome: 'accepted' })).seqs, [4])
  for (const scanRows of [1, 2]) assert.deepEqual((await walk(driver.id, {}, { scanRows })).seqs, [5, 4, 3])
  const other = await addDriver([wait(NOON, 'open', 'pending')])
  assert.deepEqual((await walk(other.id, {})).seqs, [], 'an attempt is its own driver’s')

  const file = await readCsv(driver.id, { outcome: 'waiting' })
  assert.match(file, /,"Shift","Waiting","On the wait list",,,/)
  await db().updateTable('drivers').set({ language: 'es' }).where('id', '=', driver.id).execute()
  assert.match(await readCsv(driver.id, {}), /,"Turno","En espera","En la lista de espera",,,/)
  const browser = createBrowser(http.url)
  await browser.signIn(driver)
  const { body } = await browser.call<Outputs['log']['history']>('GET', '/api/log/history?outcome=waiting')
  assert.deepEqual(
    body.entries.map((entry) => entry.type === 'offer.waiting' && entry.data.waiting),
    ['waitlisted'],
  )
})

test('a driver who has worked with both apps finds the offers of each on its own, in the file too', async () => {
  const kinds = ['block', 'curbside', 'reserved', 'delivery', 'instant', 'shopping'] as const
  const driver = await addDriver(kinds.map((kind) => line('missed', NOON, { kind })))
  assert.deepEqual((await walk(driver.id, { variant: 'amazon' })).seqs, [5, 3, 1])
  assert.deepEqual((await walk(driver.id, { variant: 'spark', outcome: 'missed' })).seqs, [6, 4, 2])
  assert.equal((await walk(driver.id, {})).seqs.length, 6)
  const browser = createBrowser(http.url)
  await (await browser.signIn(driver)).arrayBuffer()
  const lines = async (query: string) => {
    const reply = await browser.send('GET', `/api/downloads/history.csv${query}`)
    return (await reply.text()).trim().split('\r\n').length - 1
  }
  assert.deepEqual([await lines('?variant=spark'), await lines('')], [3, 6])
})

test("days are the driver's own, both ends included, across a change of the clocks", async () => {
  // New York sets its clocks back on 1 November 2026 at 06:00 UTC: that day has 25 hours.
  const midnight = Date.UTC(2026, 10, 1, 4)
  const next = midnight + 25 * HOUR_MS
  const driver = await addDriver([midnight - 1, midnight, next - 1, next].map((at) => line('missed', at)))
  const on = async (from?: string, to?: string) => (await walk(driver.id, { from, to })).seqs
  assert.deepEqual(await on('2026-11-01', '2026-11-01'), [3, 2])
  assert.deepEqual(await on('2026-11-01'), [4, 3, 2])
  assert.deepEqual(await on(undefined, '2026-11-01'), [3, 2, 1])
  assert.deepEqual(await on('2026-11-02', '2026-11-01'), [])
  const tokyo = await addDriver(
    [midnight - 1, midnight].map((at) => line('missed', at)),
    'Asia/Tokyo',
  )
  assert.deepEqual((await walk(tokyo.id, { from: '2026-11-01', to: '2026-11-01' })).seqs, [2, 1])
})

test('a day that no calendar holds is refused', async () => {
  const driver = await addDriver([])
  for (const from of ['2026-02-30', '2026-13-01', '0000-00-00', '9999-12-31'])
    await assert.rejects(openHistory(db(), driver.id, { from }, { scanRows: 10 }), {
      code: 'request.invalid',
    })
})

test('by station, whatever its id is made of', async () => {
  const ids = ['st-1', 'st-2', 'st-"3\\', 'st-1']
  const driver = await addDriver(ids.map((stationId) => line('missed', NOON, { stationId })))
  const by = async (stationId: string) => (await walk(driver.id, { stationId })).seqs
  assert.deepEqual(await by('st-1'), [4, 1])
  assert.deepEqual(await by('st-"3\\'), [3])
  // A line is not found by part of its content, nor by text that resembles its format.
  for (const none of ['st-', 'st-"3', '"', '%', 'st-1","kind":"block', '\0'])
    assert.deepEqual(await by(none), [], none)
})

test('by a text: part of a code, name or kind, whatever its case and accents, in either language', async () => {
  const driver = await addDriver([
    line('missed', NOON, { stationId: 'st-1' }),
    line('missed', NOON, { stationId: 'st-2', kind: 'instant' }),
    line('missed', NOON, { stationId: 'st-"3\\', kind: 'shopping' }),
    line('missed', NOON, { stationId: 'gone', kind: 'block', id: 'Peña instant' }),
  ])
  const by = async (text: string) => (await walk(driver.id, { text })).seqs
  assert.deepEqual(await by('vny'), [2, 1])
  assert.deepEqual(await by('NY2'), [2])
  assert.deepEqual(await by('PENA'), [1])
  assert.deepEqual(await by('peñá'), [1])
  assert.deepEqual(await by('  areas DEL rio '), [2])
  assert.deepEqual(await by('"the" one'), [3])
  assert.deepEqual(await by('instant'), [2])
  assert.deepEqual(await by('instantánea'), [2])
  assert.deepEqual(await by('compras'), [3])
  assert.deepEqual(await by('block'), [4, 1])
  assert.deepEqual(await by(' '), [4, 3, 2, 1])
  for (const none of ['zzz', '%', '_', "'", '\\', '"', 'NY2"', '\0x', '\ud800'])
    assert.deepEqual(await by(none), none === '"' ? [3] : [], JSON.stringify(none))
})

test('pages of any size bring each line once, and end', async () => {
  const outcomes = Array.from({ length: 57 }, (_, n): Decided => ALL[(n * 7) % 5]!)
  const driver = await addDriver(
    outcomes.map((outcome, n) => (n % 9 === 4 ? state(NOON + n) : line(outcome, NOON + n))),
  )
  const other = await addDriver(outcomes.map((outcome) => line(outcome, NOON)))
  assert.notEqual(other.id, driver.id)
  for (const query of [
    {},
    { outcome: 'accepted' as const },
    { outcome: 'ignored_time' as const },
    { text: 'block' },
  ]) {
    const { seqs } = await walk(driver.id, query, { limit: 100, scanRows: 1_000 })
    assert.ok(seqs.length > 0)
    for (const limit of [1, 2, 3, 50, 57])
      for (const scanRows of [1, 2, 5, 7, 51, 1_000])
        assert.deepEqual(
          (await walk(driver.id, query, { limit, scanRows })).seqs,
          seqs,
          `${limit} of ${scanRows}`,
        )
  }
})

test('a long search returns in parts that report how far they scanned', async () => {
  const driver = await addDriver(
    Array.from({ length: 40 }, (_, n) =>
      line(n === 3 ? 'ignored_price' : 'ignored_time', NOON + n * MINUTE_MS),
    ),
  )
  const history = await openHistory(db(), driver.id, { outcome: 'ignored_price' }, { scanRows: 10 })
  const first = await history.read({ limit: 5 })
  assert.deepEqual(first, { entries: [], next: 31, searchedBackTo: NOON + 30 * MINUTE_MS })
  const third = await history.read({ limit: 5, before: 21 })
  assert.deepEqual([third.entries.length, third.next], [0, 11])
  const last = await history.read({ limit: 5, before: 11 })
  assert.deepEqual([last.entries.map((entry) => entry.seq), last.next], [[4], 1])
  assert.deepEqual(await history.read({ limit: 5, before: 1 }), {
    entries: [],
    next: null,
    searchedBackTo: null,
  })
  const day = await openHistory(db(), driver.id, { from: '2026-11-20', text: 'nothing' }, { scanRows: 10 })
  assert.deepEqual(await day.read({ limit: 5 }), {
    entries: [],
    next: null,
    searchedBackTo: Date.UTC(2026, 10, 20, 5),
  })
})

test('lines written in batches are found like those written at once', async () => {
  const driver = await addDriver([])
  const writer = createLogWriter({ db: db(), clock: { now: () => NOON, after: () => () => {} } })
  for (const n of [1, 2, 3]) {
    const data = line('ignored_price', NOON, { stationId: `st-${n}` }).data as LogEvents['offer.ignored']
    const stationId = `st-${n}`
    writer.decide({
      driverId: driver.id,
      stationId,
      at: NOON,
      ignoredFor: 'price',
      hidden: false,
      data: () => data,
    })
  }
  await writer.close()
  assert.deepEqual((await walk(driver.id, { stationId: 'st-2', outcome: 'ignored_price' })).seqs, [2])
})

test('accepted and missed offers are read by their own index', async () => {
  const at = NOON - DAY_MS
  const driver = await addDriver([
    ...Array.from({ length: 2_000 }, () => line('ignored_time', at)),
    line('accepted', at),
  ])
  const indexes = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where tablename = 'log_entries_2026_11_19' and indexdef like '%offer.accepted%'`.execute(db())
  await sql`analyze log_entries_2026_11_19`.execute(db())
  const { rows } = await sql<Record<string, string>>`
    explain select data from log_entries_2026_11_19
    where driver_id = ${driver.id} and seq < 9000000 and type = 'offer.accepted' order by seq desc limit 20`.execute(
    db(),
  )
  assert.match(JSON.stringify(rows), new RegExp(`Index Scan Backward using ${indexes.rows[0]?.name} `))
})

test('over HTTP a driver reads their own history, checked', async () => {
  const driver = await addDriver([line('accepted', NOON), line('missed', NOON)])
  const browser = createBrowser(http.url)
  const route = '/api/log/history'
  assert.equal((await browser.call('GET', route)).status, 401)
  await browser.signIn(driver)
  const { status, body } = await browser.call<Outputs['log']['history']>(
    'GET',
    `${route}?outcome=accepted&limit=1`,
  )
  assert.equal(status, 200)
  assert.deepEqual([body.entries.map((entry) => entry.seq), body.next, body.keptDays], [[1], null, 90])
  const days = ['from=2026-02-30', 'from=yesterday']
  for (const bad of [...days, 'outcome=won', 'limit=0', 'limit=201', 'before=0', 'text=%00'])
    assert.equal((await browser.call('GET', `${route}?${bad}`)).status, 400, bad)
})

const RULES: RuleResult[] = [
  { rule: 'time', passed: true, value: 95, limit: 30, bound: 'min' },
  { rule: 'price_per_hour', passed: false, value: 1_850, limit: 2_400, bound: 'min' },
  { rule: 'overlap', passed: false, value: NOON, limit: NOON + HOUR_MS, bound: 'is' },
]

async function readCsv(driverId: string, query: HistoryQuery, pageLines = 1_000): Promise<string> {
  let text = ''
  for await (const piece of await exportHistory(db(), driverId, query, { scanRows: 20_000, pageLines }))
    text += piece
  return text
}

test("the CSV holds the selection in the driver's language and zone, safe for a spreadsheet", async () => {
  const driver = await addDriver([
    line('ignored_price', NOON, {}, RULES),
    line('missed', NOON + 1, { stationId: 'st-"3\\', kind: 'instant', stops: 3, miles: null }),
    state(NOON),
    line('accepted', NOON + 2, { stationId: '@gone' }),
    line('ignored_schedule', NOON, { startAt: 9e15 }, [
      { rule: 'schedule', passed: false, value: NOON + 4 * HOUR_MS, limit: null, bound: 'is' },
    ]),
  ])
  const file = await readCsv(driver.id, {})
  assert.ok(file.startsWith('\uFEFF"Seen","UTC offset","Station",'))
  assert.deepEqual(file.split('\r\n').slice(1), [
    `"2026-11-20 12:00:00","UTC-05:00","VNY1","Peña Station","Block","Skipped: schedule","Your hours","2026-11-20 16:00:00",,"","2026-11-20 19:00:00","90.00","12.50","USD","",12.5,,`,
    `"2026-11-20 12:00:00","UTC-05:00","'@gone",,"Block","Accepted",,,,"2026-11-20 16:00:00","2026-11-20 19:00:00","90.00","12.50","USD","",12.5,,12.3`,
    `"2026-11-20 12:00:00","UTC-05:00","DBK4","'=Brooklyn, ""the"" one","Instant offer","Missed","Another driver was faster",,,"2026-11-20 16:00:00","2026-11-20 19:00:00","90.00","12.50","USD","",,3,`,
    `"2026-11-20 12:00:00","UTC-05:00","VNY1","Peña Station","Block","Skipped: pay too low","Pay per hour","18.50","24.00","2026-11-20 16:00:00","2026-11-20 19:00:00","90.00","12.50","USD","",12.5,,`,
    '',
  ])
  for (const pageLines of [1, 2, 3]) assert.equal(await readCsv(driver.id, {}, pageLines), file)
  // Half past one, which the clock shows twice that night, and a quarter past three, which it does not.
  const [startAt, endAt] = [Date.parse('2026-11-01T06:30Z'), Date.parse('2026-11-01T08:15Z')]
  const late = await addDriver([line('accepted', NOON, { startAt, endAt })])
  assert.match(await readCsv(late.id, {}), /,"2026-11-01 01:30:00 UTC-05:00","2026-11-01 03:15:00",/)
  assert.equal((await readCsv(driver.id, { outcome: 'missed' })).split('\r\n').length, 3)
  await db()
    .updateTable('drivers')
    .set({ language: 'es', time_zone: 'America/Phoenix' })
    .where('id', '=', driver.id)
    .execute()
  const spanish = await readCsv(driver.id, { outcome: 'missed' })
  assert.match(
    spanish,
    /^\uFEFF"Vista","Desfase UTC","Estación",.*"Reacción \(ms\)"\r\n"2026-11-20 10:00:00","UTC-07:00","DBK4",/,
  )
  assert.match(spanish, /,"Oferta instantánea","Se te fue","Otro conductor fue más rápido",/)
})

test('the download is the same file, for its driver alone', async () => {
  const driver = await addDriver([line('missed', NOON), line('accepted', NOON)])
  const browser = createBrowser(http.url)
  const route = '/api/downloads/history.csv?outcome=accepted'
  assert.equal((await browser.send('GET', route)).status, 401)
  await browser.signIn(driver)
  const response = await browser.send('GET', route)
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /filename="madruga-history-\d{4}-\d\d-\d\d\.csv"/,
  )
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  assert.equal(bytes.toString(), await readCsv(driver.id, { outcome: 'accepted' }))
  assert.equal((await browser.send('GET', '/api/downloads/history.csv?from=2026-02-30')).status, 400)
})
