import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { AmazonFilter } from '@madruga/core/filters.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { WEEKDAYS } from '@madruga/core/schedule.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Database } from '@madruga/server/db.ts'
import { createFilters, readGeography } from '@madruga/server/driver/filters.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { readStations } from '@madruga/server/platforms.ts'
import { createObservations } from '@madruga/server/driver/observations.ts'
import { percentile } from './hot/scene.ts'
import { describeMachine, withDatabase } from './postgres.ts'

/**
 * How long a what-if takes on the server over this many observations: from the validation of the driver's
 * filter to the answer, without HTTP.
 */
export type WhatIfFigures = {
  cases: {
    name: string
    offers: number
    considered: number
    fit: number
    firstMs: number
    p50Ms: number
    p99Ms: number
    /** CPU of this process, per call after the first: independent of the machine's other load. */
    cpuMs: number
  }[]
  /** The longest blocking of the event loop: by the first call, and by the following ones. */
  firstBlockMs: number
  blockMs: number
}

const PLATFORM = 'market'
const STATIONS = 60
const DAYS = 30
const DRIVER = 'driver-0'
const now = Date.now()

/** Sixty stations of one driver, every third paid in euros, and thirty days of offers, in waves of ten. */
async function fill({ pool }: Database, offers: number): Promise<void> {
  await pool.query(
    `insert into drivers (id, name, email, plan_number) values ($1, 'Driver', 'driver@example.com', 2)`,
    [DRIVER],
  )
  await pool.query(
    `insert into stations (platform, id, variant, code, name, city, state, programme, latitude, longitude, time_zone)
     select $1, 'st-' || n, 'amazon', 'VAY' || n, 'Station ' || n, 'Miami', 'FL', 'logistics', 25 + n / 100.0, -80, 'America/New_York'
     from generate_series(0, $2::int - 1) n`,
    [PLATFORM, STATIONS],
  )
  await pool.query(
    `insert into driver_stations (driver_id, platform, station_id) select $1, platform, id from stations`,
    [DRIVER],
  )
  await pool.query(
    `insert into observations (platform, offer_id, variant, station_id, kind, start_at, end_at, pay_cents, tip_cents, miles, stops,
       batched, expires_at, seen_at, currency)
     select $1, 'of' || md5(n::text), 'amazon', 'st-' || (n * 7919) % $2::int, 'block', starts, starts + (4 + n * 31 % 9) * interval '30 minutes',
       4000 + (n * 17 % 24) * 500, 0, 12.5, null, false, starts, seen,
       case when (n * 7919) % $2::int % 3 = 0 then 'EUR' end
     from generate_series(0, $5::int - 1) n
     cross join lateral (select to_timestamp(($3::float8 + (n / 10) * ($4::float8 - $3) / ($5::int / 10)) / 1000) as seen) s
     cross join lateral (select date_trunc('hour', seen) + (1 + n * 13 % 280) * interval '15 minutes' as starts) t`,
    [PLATFORM, STATIONS, now - DAYS * DAY_MS, now, offers],
  )
  await pool.query('vacuum analyze')
}

/** Three settings per station: early, day and late, each with its own hours, pay and arrival time. */
function threeSettings(): AmazonFilter {
  const ids = Array.from({ length: STATIONS }, (_, n) => `st-${n}`)
  const proposed = proposeFilter('amazon', 'professional', 'America/New_York', ids) as AmazonFilter
  const settings = [0, 1, 2].map((third) => ({
    ...proposed.shared,
    price: { ...proposed.shared.price, perHourMinCents: 2_200 + third * 200, totalMinCents: 7_000 },
    schedule: {
      mustEndInside: false,
      days: WEEKDAYS.map((day) => ({
        day,
        allDay: false,
        ranges: [{ startMinute: third * 480, endMinute: third * 480 + 420 }],
      })),
    },
  }))
  return {
    ...proposed,
    stations: ids.map((stationId) => ({ stationId, settings })),
    maxMinutesPerDay: 600,
    maxMinutesPerWeek: 2_400,
  }
}

/** Fills a temporary database and queries several filters, the first time with an empty cache. */
export async function benchWhatIf(offers: number, runs: number): Promise<WhatIfFigures> {
  return await withDatabase({ statementTimeoutMs: 600_000 }, async (database) => {
    await fill(database, offers)
    return await measure(database, offers, runs)
  })
}

async function measure(database: Database, offers: number, runs: number): Promise<WhatIfFigures> {
  const db = database.kysely
  const filters = createFilters({
    db,
    clock: systemClock,
    recordEntries: async () => {},
    readStations: (driverId, variant) => readStations(db, driverId, PLATFORM, variant),
    onSaved: () => {},
  })
  const observations = createObservations({
    database,
    clock: systemClock,
    settings: DEFAULT_SETTINGS.observations,
  })
  const heavy = threeSettings()
  const plain = { ...heavy, stations: heavy.stations.map((each) => ({ ...each, settings: [] })) }
  const figures: WhatIfFigures = { cases: [], firstBlockMs: 0, blockMs: 0 }
  try {
    for (const [name, filter, most] of [
      ['three settings a station', heavy, offers],
      ['one setting for all', plain, offers],
      ['three settings a station', heavy, 200],
    ] as const) {
      const times: number[] = []
      let answer = { considered: 0, fit: { count: 0 } }
      let cpu = process.cpuUsage()
      for (let run = 0; run < runs; run++) {
        const block = watchBlocks()
        if (run === 1) cpu = process.cpuUsage()
        const startedAt = performance.now()
        await filters.checkFilter(DRIVER, { variant: 'amazon', filter })
        const geography = await readGeography(db, DRIVER, PLATFORM)
        answer = await observations.replay(DRIVER, { platform: PLATFORM, variant: 'amazon' }, filter, {
          most,
          geography,
        })
        times.push(performance.now() - startedAt)
        const longest = await block()
        if (figures.cases.length === 0 && run === 0) figures.firstBlockMs = longest
        else figures.blockMs = Math.max(figures.blockMs, longest)
      }
      const [firstMs = 0, ...rest] = times
      const { user, system } = process.cpuUsage(cpu)
      const cpuMs = (user + system) / 1_000 / rest.length
      const { considered, fit } = answer
      const [p50Ms, p99Ms] = [percentile(rest, 0.5), percentile(rest, 0.99)]
      figures.cases.push({ name, offers: most, considered, fit: fit.count, firstMs, p50Ms, p99Ms, cpuMs })
    }
  } finally {
    await observations.close()
  }
  return figures
}

/** The longest gap between two turns of the event loop until it is called. */
function watchBlocks(): () => Promise<number> {
  let longest = 0
  let last = performance.now()
  const look = (): void => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 1)
  return async () => {
    await new Promise((next) => setTimeout(next, 2))
    look()
    clearInterval(timer)
    return longest
  }
}

/** The figures as rows of a table. */
export function whatIfRows({ cases }: WhatIfFigures): string[][] {
  return cases.map(({ name, considered, fit, firstMs, p50Ms, p99Ms, cpuMs }) => [
    name,
    ...[considered, fit].map(String),
    ...[firstMs, p50Ms, p99Ms, cpuMs].map((ms) => ms.toFixed(1)),
  ])
}

/** The page's own sections, which a person writes: they stay. */
function readSections(page: URL): string {
  const text = readFileSync(page, 'utf8')
  return text.includes('\n## ') ? text.slice(text.indexOf('\n## ')) : ''
}

/** `sh scripts/node bench/what-if.ts [--offers 100000] [--runs 60]`: writes bench/what-if.md. */
if (import.meta.main) {
  const { values } = parseArgs({
    options: { offers: { type: 'string', default: '100000' }, runs: { type: 'string', default: '60' } },
  })
  const figures = await benchWhatIf(Number(values.offers), Number(values.runs))
  const report = [
    '# What if',
    '',
    `\`sh scripts/node bench/what-if.ts\`: ${values.offers} observations at ${STATIONS} stations, a third of them paid in euros, over ${DAYS} days, embedded PostgreSQL, ${values.runs} calls each. ` +
      `A call is everything on the server except HTTP: validating the filter, reading locations, updating the history, judging every offer. ` +
      `${describeMachine()}.`,
    '',
    '| filter | offers judged | fit | first ms | p50 ms | p99 ms | CPU ms |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...whatIfRows(figures).map((row) => `| ${row.join(' | ')} |`),
    '',
    `The first call reads the history into memory, where all later calls find it. The event loop was blocked for at ` +
      `most ${figures.firstBlockMs.toFixed(0)} ms in the first call and ${figures.blockMs.toFixed(0)} ms in any other.`,
    '',
  ].join('\n')
  const page = new URL('./what-if.md', import.meta.url)
  writeFileSync(page, report + readSections(page))
  console.log(report)
}
