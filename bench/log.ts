import { parseArgs } from 'node:util'
import { compileFilter, proposeFilter } from '@madruga/core/filters.ts'
import type { CompiledFilter } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createLogWriter, keepPartitions } from '@madruga/server/driver/log.ts'
import type { Decision } from '@madruga/server/driver/log.ts'
import { readOf } from '../proofs/fleet/meter.ts'
import { usageOf } from '../proofs/fleet/processes.ts'
import { withDatabase } from './postgres.ts'

/**
 * `sh scripts/node bench/log.ts [--lines 120000] [--together 60]`: what an ignored offer costs when it is
 * listed to this many drivers at once: octets on disk by table and index, WAL, and lines a second of CPU,
 * that of the process and of PostgreSQL together. A flush has `--flush` lines.
 */
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '120000' },
    together: { type: 'string', default: '60' },
    flush: { type: 'string', default: '2000' },
  },
})
const [LINES, TOGETHER, FLUSH] = [Number(values.lines), Number(values.together), Number(values.flush)]
const DRIVERS = 600
const PLACES = DRIVERS / TOGETHER
/** Filters differ in what they ask for: each has verdicts of its own. */
const FILTERS = 20
/** A driver in this many holds a block in the way. */
const BUSY_EVERY = 8

const began = Date.now()

function makeOffer(number: number, place: number): Offer {
  const startAt = Math.ceil(began / HOUR_MS) * HOUR_MS + (number % 30) * HOUR_MS
  return {
    id: `of${number.toString(16).padStart(24, '0')}`,
    stationId: `st-vse${place}`,
    kind: 'block',
    startAt,
    endAt: startAt + (2 + (number % 3)) * HOUR_MS,
    payCents: 4_000 + (number % 9) * 250,
    tipCents: number % 4 === 0 ? 500 : 0,
    miles: 12.5,
    stops: null,
    batched: false,
    expiresAt: startAt,
  }
}

function makeFilters(): CompiledFilter[] {
  return Array.from({ length: FILTERS }, (_, number) => {
    const ids = Array.from({ length: PLACES }, (_place, place) => `st-vse${place}`)
    const filter = proposeFilter('amazon', 'basic', 'America/New_York', ids)
    if (filter.variant !== 'amazon') throw new Error('a filter of another variant was proposed')
    filter.schedule.days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
    Object.assign(filter.shared.price, { perHourMinCents: 4_000 + number * 50, totalMinCents: 9_000 })
    return compileFilter({ ...filter, maxMinutesPerDay: 480, maxMinutesPerWeek: 2_400 }, began)
  })
}

await withDatabase({ statementTimeoutMs: 600_000 }, async (database) => {
  await keepPartitions(database.kysely, began, 7)
  await database.pool.query(
    `insert into drivers (id, name, email)
     select md5(n::text), 'Driver', n || '@example.com' from generate_series(0, $1::int - 1) n`,
    [DRIVERS],
  )
  const { rows: drivers } = await database.pool.query<{ id: string }>('select id from drivers')
  const filters = makeFilters()
  const writer = createLogWriter({ db: database.kysely, clock: { ...systemClock, after: () => () => {} } })
  const [sizes, { walBytes }] = [await readOf(database).sizes(), await readOf(database).counters()]
  // Judging is the search's: the log's work is what comes after it, here and in PostgreSQL.
  const decisions: Decision[] = []
  for (let number = 0; decisions.length < LINES; number++) {
    const place = number % PLACES
    for (let index = place; index < DRIVERS; index += PLACES) {
      const filter = filters[index % FILTERS]!
      // As each search reads its own list: the same content, another object.
      const offer = makeOffer(number, place)
      const at = Date.now()
      const held =
        index % BUSY_EVERY === 0
          ? [{ startAt: began, endAt: began + DAY_MS, stationId: offer.stationId }]
          : []
      const verdict = filter.judge(offer, { now: at, held })
      decisions.push({
        driverId: drivers[index]!.id,
        stationId: offer.stationId,
        at,
        ignoredFor: verdict.explain().ignoredFor ?? 'schedule',
        hidden: false,
        data: () => ({
          offer,
          stationCode: `VSE${place}`,
          timeZone: 'America/New_York',
          filterVersion: 1 + (index % FILTERS),
          rules: verdict.explain().rules,
          ignoredFor: verdict.explain().ignoredFor ?? 'schedule',
        }),
      })
    }
  }
  const [startedAt, cpu, own] = [performance.now(), usageOf(process.pid).cpuSeconds, process.cpuUsage()]
  for (const decision of decisions) {
    writer.decide(decision)
    if (writer.size() >= FLUSH) await writer.flush()
  }
  await writer.close()
  const [seconds, used] = [(performance.now() - startedAt) / 1_000, usageOf(process.pid).cpuSeconds - cpu]
  const { user, system } = process.cpuUsage(own)
  const wal = (await readOf(database).counters()).walBytes - walBytes
  console.log(`${LINES} lines, ${TOGETHER} drivers see an offer, ${FLUSH} lines a flush\n`)
  console.log('| octets a line | |\n| --- | ---: |')
  let all = 0
  for (const [name, octets] of [...(await readOf(database).sizes())].toSorted(
    ([, one], [, other]) => other - one,
  )) {
    const grown = (octets - (sizes.get(name) ?? 0)) / LINES
    if (/^(log_|listed|verdict)/.test(name)) all += grown
    if (grown >= 0.05) console.log(`| ${name} | ${grown.toFixed(1)} |`)
  }
  console.log(`| the log in all | ${all.toFixed(1)} |\n| WAL | ${(wal / LINES).toFixed(0)} |`)
  console.log(
    `\n${(LINES / seconds).toFixed(0)} lines a second, ${(LINES / used).toFixed(0)} a second of CPU; a line takes ` +
      `${((user + system) / LINES).toFixed(1)} us here and ${((used * 1e6 - user - system) / LINES).toFixed(1)} us of PostgreSQL`,
  )
})
