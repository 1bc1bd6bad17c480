import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Database } from '@madruga/server/db.ts'
import { exportHistory, keepPartitions, openHistory } from '@madruga/server/driver/log.ts'
import type { HistoryQuery } from '@madruga/server/driver/log.ts'
import { percentile } from './hot/scene.ts'
import { describeMachine, withDatabase } from './postgres.ts'

/**
 * `sh scripts/node bench/history.ts [--rows 1000000] [--whole 1]`: one page of a long history by every
 * filter, and the full export. This many in a hundred ignored offers are stored whole, as before 0.4.0.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, whole: { type: 'string', default: '1' } },
})
const ROWS = Number(values.rows)
const WHOLE = Number(values.whole)
const DAYS = 90
const DRIVER = 'driver-0'
const { scanRows } = DEFAULT_SETTINGS.history
const now = Date.now()
const since = now - (DAYS - 1) * DAY_MS

/**
 * One driver with this many lines over ninety days, ten others with half as many together; 1 of 300 missed, 1
 * of 5,000 accepted.
 */
async function fill(database: Database): Promise<void> {
  const { pool, kysely } = database
  for (let day = 0; day < DAYS; day += 3) await keepPartitions(kysely, since + day * DAY_MS, DAYS + 10)
  await keepPartitions(kysely, now, DAYS + 10)
  await pool.query(
    `insert into drivers (id, name, email) select 'driver-' || n, 'Driver', n || '@example.com' from generate_series(0, 10) n`,
  )
  await pool.query(
    `insert into stations (platform, id, variant, code, name, city, state, programme, latitude, longitude, time_zone)
     select 'market', 'st-' || n, 'amazon', 'VAY' || n, case when n < 60 then 'Estación ' else 'Lejanía ' end || n, 'Miami', 'FL', 'logistics', 25, -80,
       'America/New_York' from generate_series(0, 299) n`,
  )
  // What is ignored is stored in parts; the rest, and a share of the release before, is stored whole.
  await pool.query(
    `insert into log_parts (id, digest, used_on, data) overriding system value
     select n, md5(n::text)::uuid, now(), ('{"offer":{"id":"of' || md5(n::text) || '","stationId":"st-' || n % 60 || '","kind":"'
        || case when n % 13 = 0 then 'reserved' else 'block' end
        || '","startAt":1795010000000,"endAt":1795020800000,"payCents":9000,"tipCents":0,"miles":12.5,"stops":null,'
        || '"batched":false,"expiresAt":1795010000000},"stationCode":"VAY' || n % 60 || '"}')::json
     from generate_series(0, $1::bigint - 1) n
     union all
     select -1 - n, md5('form ' || n)::uuid, now(), ('{"filterVersion":1,"ignoredFor":"'
        || (array['price', 'time', 'schedule'])[1 + n] || '","rules":[["station",true,"is","station",null],'
        || '["schedule",true,"is","start",null],["time",true,"min","own",30],["price_per_hour",false,"min","own",2400]]}')::json
     from generate_series(0, 2) n`,
    [ROWS],
  )
  const packed = `
    insert into log_ignored (at, listing, form, driver_number, seq, own)
    select to_timestamp(($3::float8 + n * ($4::float8 - $3) / $5) / 1000), n, -1 - n % 3,
      (select number from drivers where id = 'driver-' || ($1::int + n % $2::int)), n / $2::int + 1, '2n 1e0'
    from generate_series(0, $5::bigint - 1) n where n % 5000 <> 7 and n % 300 <> 9 and n % 100 >= $6`
  const lines = `
    insert into log_entries (driver_id, seq, at, type, data)
    select 'driver-' || ($1::int + n % $2::int), n / $2::int + 1,
      to_timestamp(($3::float8 + n * ($4::float8 - $3) / $5) / 1000),
      case when n % 5000 = 7 then 'offer.accepted' when n % 300 = 9 then 'offer.missed' else 'offer.ignored' end,
      ('{"offer":{"id":"of' || md5(n::text) || '","stationId":"st-' || n % 60 || '","kind":"'
        || case when n % 13 = 0 then 'reserved' else 'block' end
        || '","startAt":1795010000000,"endAt":1795020800000,"payCents":9000,"tipCents":0,"miles":12.5,"stops":null,'
        || '"batched":false,"expiresAt":1795010000000},"stationCode":"VAY' || n % 60 || '","filterVersion":1,"rules":['
        || '{"rule":"station","passed":true,"value":"st-1","limit":null,"bound":"is"},'
        || '{"rule":"schedule","passed":true,"value":1795010000000,"limit":null,"bound":"is"},'
        || '{"rule":"time","passed":true,"value":95,"limit":30,"bound":"min"},'
        || '{"rule":"price_per_hour","passed":false,"value":1800,"limit":2400,"bound":"min"}],'
        || case when n % 5000 = 7 then '"blockId":"b","reactionMs":1.5}' when n % 300 = 9 then '"cause":"taken","reactionMs":2}'
           else '"ignoredFor":"' || (array['price', 'time', 'schedule'])[1 + n % 3] || '"}' end)::json
    from generate_series(0, $5::bigint - 1) n where n % 5000 = 7 or n % 300 = 9 or n % 100 < $6`
  for (const query of [packed, lines]) {
    await pool.query(query, [0, 1, since, now, ROWS, WHOLE])
    await pool.query(query, [1, 10, since, now, ROWS / 2, WHOLE])
  }
  await pool.query('vacuum analyze')
}

const day = (back: number) => new Date(now - back * DAY_MS).toISOString().slice(0, 10)
const CASES: [string, HistoryQuery, { limit?: number; before?: number }?][] = [
  ['everything, first page', {}],
  ['everything, a page of 200', {}, { limit: 200 }],
  ['everything, deep inside', {}, { before: Math.floor(ROWS / 50) }],
  ['accepted', { outcome: 'accepted' }],
  ['missed', { outcome: 'missed' }],
  ['ignored for price', { outcome: 'ignored_price' }],
  ['one station', { stationId: 'st-17' }],
  ['a station without offers: the longest scan', { stationId: 'st-250' }],
  ['a name shared by many stations', { text: 'estacion' }],
  ['a name of 240 stations without offers: the longest scan', { text: 'lejania' }],
  ['a text without meaning', { text: 'no such place' }],
  ['a kind, by its Spanish word', { text: 'reservada' }],
  ['a day two months back', { from: day(60), to: day(60) }],
  ['a day two months back, a station without offers', { from: day(60), to: day(60), stationId: 'st-250' }],
  [
    'accepted of one station in a month',
    { outcome: 'accepted', stationId: 'st-7', from: day(60), to: day(30) },
  ],
  ['missed of a station without offers', { outcome: 'missed', stationId: 'st-250' }],
]

async function measure(database: Database): Promise<string[]> {
  const lines = ['| page | found | first ms | p50 ms | worst ms |', '| --- | --- | --- | --- | --- |']
  for (const [name, query, { limit = 50, before } = {}] of CASES) {
    const times: number[] = []
    let found = 0
    for (let run = 0; run < 12; run++) {
      const startedAt = performance.now()
      const history = await openHistory(database.kysely, DRIVER, query, { scanRows })
      found = (await history.read({ limit, before })).entries.length
      times.push(performance.now() - startedAt)
    }
    const [first = 0, ...rest] = times
    const figures = [first, percentile(rest, 0.5), Math.max(...rest)].map((ms) => ms.toFixed(1))
    lines.push(`| ${name} | ${found} | ${figures.join(' | ')} |`)
  }
  return lines
}

async function measureExport(database: Database): Promise<string> {
  globalThis.gc?.()
  const heapBefore = process.memoryUsage().heapUsed
  let bytes = 0
  let pieces = 0
  let peak = heapBefore
  const startedAt = performance.now()
  for await (const piece of await exportHistory(database.kysely, DRIVER, {}, { scanRows })) {
    bytes += Buffer.byteLength(piece)
    if (++pieces % 50 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  return (
    `The export of all of it: ${megabytes(bytes)} in ${seconds.toFixed(1)} s (${Math.round(ROWS / seconds)} lines a second), ` +
    `heap ${megabytes(heapBefore)} before and ${megabytes(peak)} at most.`
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}

await withDatabase({ statementTimeoutMs: 3_600_000 }, async (database) => {
  console.error(`${ROWS} lines ...`)
  await fill(database)
  console.error('pages ...')
  const table = await measure(database)
  console.error([...table, '', 'export ...'].join('\n'))
  const report = [
    '# The history of a driver',
    '',
    `\`sh scripts/node bench/history.ts\`: ${ROWS} lines of one driver and ${ROWS / 2} of ten others over ${DAYS} days, embedded PostgreSQL; ` +
      `one page examines at most ${scanRows} lines. ${describeMachine()}.`,
    '',
    ...table,
    '',
    await measureExport(database),
    '',
  ].join('\n')
  writeFileSync(new URL('./history.md', import.meta.url), report)
  console.log(report)
})
