import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { StartMode } from '@madruga/core/bot-states.ts'
import { AppError } from '@madruga/core/errors.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { readGeography } from './filters.ts'
import type { Clock } from '../kit/clock.ts'
import { recordEntries, takeMissBack } from './log.ts'
import type { NewEntry } from './log.ts'
import { saveStations } from '../platforms.ts'
import { createRecap } from './recap.ts'
import type { Recap } from './recap.ts'
import { openRecapDeps } from './recap/testing.ts'
import { createObservations } from './observations.ts'
import type { Observations } from './observations.ts'

const ZONE = 'America/Los_Angeles'
/** Monday 16 November 2026 in Los Angeles, and the Saturday after it. */
const MONDAY = Date.parse('2026-11-16T08:00Z')
const NOW = Date.parse('2026-11-21T18:00Z')

let fresh: TestDatabase
let observations: Observations
let recap: Recap
const clock: Clock = { now: () => NOW, after: () => () => {} }
const station = {
  id: 's1',
  variant: 'amazon' as const,
  code: 'VAX2',
  name: 'Van Nuys',
  address: '',
  city: 'Van Nuys',
  state: 'CA',
  programme: 'logistics',
  latitude: 34.1867,
  longitude: -118.449,
  timeZone: ZONE,
}
let offers = 0
const offer = (startAt: number, change: Partial<Offer> = {}): Offer => ({
  id: `o${++offers}`,
  stationId: 's1',
  kind: 'block',
  startAt,
  endAt: startAt + 3 * HOUR_MS,
  payCents: 7_500,
  tipCents: 0,
  miles: null,
  stops: null,
  batched: false,
  expiresAt: null,
  ...change,
})

before(async () => {
  fresh = await testDatabase()
  const { database } = fresh
  const db = database.kysely
  observations = createObservations({ database, clock, settings: DEFAULT_SETTINGS.observations })
  recap = createRecap({
    db,
    clock,
    observations,
    readPlatformName: async () => 'market',
    ...openRecapDeps(db, clock),
    readGeography: (driverId) => readGeography(db, driverId, 'market'),
  })
  for (const id of ['ana', 'other']) {
    await addDriver(id, { language: 'es' })
    await saveStations(db, id, 'market', 'amazon', [station])
  }
  const body = JSON.stringify(proposeFilter('amazon', 'basic', ZONE, ['s1']))
  await db
    .insertInto('filters')
    .values({ driver_id: 'ana', variant: 'amazon', version: 1, body, saved_at: new Date(MONDAY - HOUR_MS) })
    .execute()
})
after(async () => {
  await observations.close()
  await fresh.drop()
})

async function addDriver(
  id: string,
  more: { language?: 'en' | 'es'; variant?: 'courier' } = {},
): Promise<void> {
  const driver = { id, name: id, email: `${id}@example.com`, time_zone: ZONE, ...more }
  await fresh.database.kysely.insertInto('drivers').values(driver).execute()
}

const judged = (one: Offer) => ({ offer: one, stationCode: 'VAX2', filterVersion: 1, rules: [] })

const state = (
  at: number,
  phase: 'running' | 'sleeping' | 'not_running',
  mode: StartMode = 'regular',
): NewEntry => ({
  at,
  type: 'bot.state_changed',
  data: { phase, gps: false, reason: phase === 'sleeping' ? 'run_window_over' : null, dueAt: null, mode },
})

test('a week is built from stored data, for its own driver only', async () => {
  const db = fresh.database.kysely
  const won = offer(MONDAY + 33 * HOUR_MS, { tipCents: 500 })
  const lost = offer(MONDAY + 57 * HOUR_MS)
  const slept = offer(MONDAY + 80 * HOUR_MS)
  const cheap = offer(MONDAY + 81 * HOUR_MS, { payCents: 5_940 })
  const at = MONDAY + 8 * HOUR_MS
  await recordEntries(db, 'ana', [
    state(at, 'running'),
    { at, type: 'offer.accepted', data: { ...judged(won), blockId: 'b', reactionMs: 4 } },
    { at: at + HOUR_MS, type: 'offer.missed', data: { ...judged(lost), cause: 'taken', reactionMs: 4 } },
    state(at + 2 * HOUR_MS, 'sleeping'),
  ])
  await db
    .insertInto('blocks')
    .values({
      id: 'block-1',
      driver_id: 'ana',
      platform: 'market',
      platform_block_id: 'b',
      offer_id: won.id,
      station_id: 's1',
      kind: 'block',
      start_at: new Date(won.startAt),
      end_at: new Date(won.endAt),
      pay_cents: won.payCents,
      tip_cents: won.tipCents,
    })
    .execute()
  observations.note('market', 'amazon', [won, lost, cheap], at)
  observations.note('market', 'amazon', [slept], at + 3 * HOUR_MS)
  await observations.flush()

  const week = await recap.readWeek('ana', '2026-11-18')
  assert.deepEqual([week.from, week.to, week.earliest], ['2026-11-16', '2026-11-22', '2026-11-16'])
  assert.deepEqual(week.total, {
    offered: 2,
    caught: 1,
    missed: 1,
    ignored: 0,
    blocks: 1,
    payCents: 7_500,
    tipCents: 500,
    minutes: 180,
    paidMinutes: 180,
    others: [],
  })
  assert.deepEqual(
    [week.byDay[0]?.caught, week.byDay[1]?.payCents, week.byHour[8]?.caught, week.byHour[9]?.payCents],
    [1, 7_500, 1, 7_500],
  )
  assert.deepEqual(
    week.byStation.map(({ code, name, offered }) => [code, name, offered]),
    [['VAX2', 'Van Nuys', 2]],
  )
  assert.deepEqual(week.misses, [
    { cause: 'too_slow', count: 1, tried: 1, payCents: 7_500, tipCents: 0, others: [] },
    { cause: 'asleep', count: 1, tried: 0, payCents: 7_500, tipCents: 0, others: [] },
  ])
  // $19.80 an hour, seen while the bot ran.
  assert.deepEqual(
    week.counterfactuals.find((each) => each.rule === 'price_per_hour'),
    { rule: 'price_per_hour', from: 2_000, to: 1_950, count: 1, cents: 5_940 },
  )
  // No location is saved: the miles are not known, and nothing is taken off for them.
  assert.deepEqual([week.deduction.miles, week.costs.miles, week.left?.cents], [0, null, week.total.payCents])

  const others = await recap.readWeek('other', undefined)
  assert.deepEqual(
    [others.from, others.total.offered, others.misses, others.counterfactuals, others.earliest],
    ['2026-11-16', 0, [], [], null],
  )
})

test('a miss that turned out to be won after its week is no cause of the week', async () => {
  const db = fresh.database.kysely
  const held = offer(MONDAY + 60 * HOUR_MS)
  const at = MONDAY + 20 * HOUR_MS
  await recordEntries(db, 'other', [
    { at, type: 'offer.missed', data: { ...judged(held), cause: 'no_answer', reactionMs: null } },
  ])
  const missed = await recap.readWeek('other', '2026-11-18')
  assert.deepEqual([missed.total.missed, missed.misses.length, missed.untold], [1, 1, 0])

  const found = at + 7 * 24 * HOUR_MS
  const values = { driver_id: 'other', platform: 'market', offer_id: held.id, state: 'accepted' } as const
  await db
    .insertInto('attempts')
    .values({ ...values, offer: JSON.stringify(held), rules: '[]', gen: 1, epoch: 1, filter_version: 1 })
    .execute()
  await recordEntries(db, 'other', [
    { at: found, type: 'offer.accepted', data: { ...judged(held), blockId: 'h', reactionMs: null } },
  ])
  await takeMissBack(db, 'other', { at, offer: held })
  const mended = await recap.readWeek('other', '2026-11-18')
  assert.deepEqual([mended.total.missed, mended.misses, mended.untold], [0, [], 0])
})

test('an accept that the platform leaves undecided did not get away, whenever it is decided', async () => {
  const db = fresh.database.kysely
  const id = 'undecided'
  await addDriver(id)
  const s4 = { ...station, id: 's4', code: 'VAX4' }
  await saveStations(db, id, 'market', 'amazon', [s4])
  const body = JSON.stringify(proposeFilter('amazon', 'basic', ZONE, ['s4']))
  const saved = { driver_id: id, variant: 'amazon' as const, version: 1, body }
  await db
    .insertInto('filters')
    .values({ ...saved, saved_at: new Date(MONDAY - HOUR_MS) })
    .execute()
  const at = MONDAY + 8 * HOUR_MS
  const waited = offer(MONDAY + 60 * HOUR_MS, { stationId: 's4' })
  const beside = offer(MONDAY + 61 * HOUR_MS, { stationId: 's4' })
  await recordEntries(db, id, [
    state(at, 'running'),
    { at, type: 'offer.waiting', data: { ...judged(waited), waiting: 'waitlisted', reactionMs: 4 } },
  ])
  observations.note('market', 'amazon', [waited], at)
  await observations.flush()
  const untried = await recap.readWeek(id, '2026-11-18')
  assert.deepEqual(
    untried.misses,
    [{ cause: 'too_slow', count: 1, tried: 0, payCents: 7_500, tipCents: 0, others: [] }],
    'an offer that nobody tried',
  )
  const values = { driver_id: id, platform: 'market', offer_id: waited.id, state: 'waiting' } as const
  await db
    .insertInto('attempts')
    .values({
      ...values,
      offer: JSON.stringify(waited),
      rules: '[]',
      gen: 1,
      epoch: 1,
      filter_version: 1,
      waiting: 'waitlisted',
      created_at: new Date(at),
    })
    .execute()
  // Seen while the first one holds its time.
  observations.note('market', 'amazon', [beside], at + MINUTE_MS)
  await observations.flush()
  const waits = await recap.readWeek(id, '2026-11-18')
  assert.deepEqual([waits.misses, waits.total.offered], [[], 0])
  await db
    .updateTable('attempts')
    .set({ state: 'missed', cause: 'taken', settled_at: new Date(at + 7 * 24 * HOUR_MS) })
    .where('driver_id', '=', id)
    .execute()
  const decided = { ...judged(waited), cause: 'taken', reactionMs: null } as const
  await recordEntries(db, id, [{ at: at + 7 * 24 * HOUR_MS, type: 'offer.missed', data: decided }])
  assert.deepEqual((await recap.readWeek(id, '2026-11-18')).misses, [], 'it counts in the week of its end')
})

test('a week as a file: a line for each hour and station, in the words and the clock of the driver', async () => {
  const { from, chunks } = await recap.exportWeek('ana', '2026-11-18')
  assert.equal(from, '2026-11-16')
  let text = ''
  for await (const chunk of chunks) text += chunk
  const lines = text.split('\r\n')
  assert.match(lines[0] ?? '', /^\uFEFF"Día","Hora",/)
  assert.deepEqual(lines.slice(1), [
    '"2026-11-16",8,"UTC-08:00","VAX2","Van Nuys",1,1,0,0,0,0,0,0,,,,',
    '"2026-11-16",9,"UTC-08:00","VAX2","Van Nuys",1,0,1,0,0,0,0,0,,,,',
    '"2026-11-17",9,"UTC-08:00","VAX2","Van Nuys",0,0,0,0,0,0,1,180,"75.00","5.00","USD",',
    '',
  ])
})

test('what shadow mode only looked at did not get away, nor what a search for instant offers alone left', async () => {
  const db = fresh.database.kysely
  const id = 'shadow'
  await addDriver(id, { language: 'en' })
  const s2 = { ...station, id: 's2', code: 'VAX3' }
  await saveStations(db, id, 'market', 'amazon', [s2])
  const body = JSON.stringify(proposeFilter('amazon', 'basic', ZONE, ['s2']))
  const saved = { driver_id: id, variant: 'amazon' as const, version: 1, body }
  await db
    .insertInto('filters')
    .values({ ...saved, saved_at: new Date(MONDAY - HOUR_MS) })
    .execute()
  const at = (hours: number) => MONDAY + hours * HOUR_MS
  await recordEntries(db, id, [
    state(at(8), 'running'),
    state(at(10), 'running', 'instant_only'),
    state(at(12), 'not_running', 'instant_only'),
  ])
  await db
    .insertInto('shadow_runs')
    .values({
      id: 'run',
      driver_id: id,
      variant: 'amazon',
      mode: 'regular',
      started_at: new Date(at(8)),
      ends_at: new Date(at(20)),
      ended_at: new Date(at(10)),
    })
    .execute()
  for (const hours of [9, 11, 13]) {
    const seen = { stationId: 's2' }
    const cheap = offer(at(24 * hours), { ...seen, payCents: 5_940 })
    observations.note('market', 'amazon', [offer(at(33 + 4 * hours), seen), cheap], at(hours))
  }
  await observations.flush()

  const week = await recap.readWeek(id, '2026-11-18')
  assert.deepEqual(week.misses, [
    { cause: 'parked', count: 1, tried: 0, payCents: 7_500, tipCents: 0, others: [] },
  ])
  assert.deepEqual(week.counterfactuals, [])
})

test('a week names the places of a platform that its driver has left', async () => {
  const db = fresh.database.kysely
  const id = 'moved'
  await addDriver(id)
  await saveStations(db, id, 'before', 'amazon', [{ ...station, id: 'old', code: 'VOL1', name: 'Old Town' }])
  const at = MONDAY + 30 * HOUR_MS
  await recordEntries(db, id, [
    {
      at,
      type: 'offer.missed',
      data: { ...judged(offer(at, { stationId: 'old' })), cause: 'taken', reactionMs: 4 },
    },
  ])
  const { byStation } = await recap.readWeek(id, '2026-11-18')
  assert.deepEqual(
    byStation.map(({ code, name }) => [code, name]),
    [['VOL1', 'Old Town']],
  )
})

test('a nonexistent day is rejected', async () => {
  await assert.rejects(
    recap.readWeek('ana', '2026-02-30'),
    (error) => error instanceof AppError && error.code === 'request.invalid',
  )
})

test('an offer that was left says how the filter would take it, what else that brings, and what it is made from', async () => {
  const at = MONDAY + 100 * HOUR_MS
  const [left, same, later] = [130, 131, 154].map((hours) =>
    offer(MONDAY + hours * HOUR_MS, { payCents: 5_490 }),
  )
  observations.note('market', 'amazon', [left!, same!, later!], at)
  await observations.flush()
  const asked = { variant: 'amazon', offer: left!, seenAt: at } as const
  const { version, filter, mend } = await recap.findMend('ana', asked)
  assert.deepEqual(mend?.changes, [{ rule: 'price_per_hour', from: 2_000, to: 1_800, hours: null }])
  // Two of the three are at the same time, and a cheap one of the days before takes the time of one of $75.
  assert.deepEqual(
    [mend?.more, mend?.held, mend?.days],
    [{ count: 4, cents: 3 * 5_490 + 5_940 }, { count: 2, cents: 2 * 5_490 + 5_940 - 7_500, minutes: 360 }, 7],
  )

  const { filters } = openRecapDeps(fresh.database.kysely, clock)
  const saved = await filters.saveFilter('ana', {
    variant: 'amazon',
    baseVersion: version,
    filter: mend!.filter,
  })
  assert.equal((await recap.findMend('ana', asked)).mend, null, 'it takes the offer now')
  await assert.rejects(
    filters.saveFilter('ana', { variant: 'amazon', baseVersion: version, filter }),
    new AppError('filters.stale'),
  )
  await filters.saveFilter('ana', { variant: 'amazon', baseVersion: saved.version, filter })
  assert.deepEqual((await recap.findMend('ana', asked)).mend?.changes, mend?.changes, 'undone')
})

test('an offer that the platform refused says how the filter would leave such offers, and how many', async () => {
  const db = fresh.database.kysely
  const id = 'refused'
  await addDriver(id, { variant: 'courier' })
  const own = ['c1', 'c2'].map((place) => ({ ...station, id: place, variant: 'courier' as const }))
  await saveStations(db, id, 'market', 'courier', own)
  const proposed = proposeFilter('courier', 'basic', ZONE, ['c1', 'c2'])
  const body = JSON.stringify({ ...proposed, unknownPay: 'take', skills: ['Cargo bike'] })
  await db.insertInto('filters').values({ driver_id: id, variant: 'courier', version: 1, body }).execute()
  const at = MONDAY + 101 * HOUR_MS
  const [heavy, light] = [
    offer(MONDAY + 130 * HOUR_MS, { kind: 'shift', stationId: 'c1', skills: ['cargo bike'] }),
    offer(MONDAY + 140 * HOUR_MS, { kind: 'shift', stationId: 'c1' }),
  ]
  observations.note('market', 'courier', [heavy, light], at)
  await observations.flush()
  const ask = async (lacks: string[]) => {
    const { mend } = await recap.findMend(id, { variant: 'courier', offer: heavy, seenAt: at, lacks })
    return [mend?.changes.map(({ rule }) => rule), mend?.more.count]
  }
  assert.deepEqual(await ask(['cargo bike']), [['skills'], -1])
  assert.deepEqual(await ask([]), [['station'], -2])
})

test('what a pay in euros costs is unknown by the US tax rate, and known by an own cost of a mile', async () => {
  const db = fresh.database.kysely
  const id = 'ines'
  await addDriver(id, { variant: 'courier' })
  const place = { ...station, id: 'paris', variant: 'courier' as const, currency: 'EUR' }
  await saveStations(db, id, 'market', 'courier', [place])
  const job = offer(MONDAY + 130 * HOUR_MS, {
    kind: 'shift',
    stationId: 'paris',
    miles: 10,
    payCents: 4_000,
    currency: 'EUR',
  })
  await db
    .insertInto('blocks')
    .values({
      id: 'shift',
      driver_id: id,
      platform: 'market',
      platform_block_id: 'shift',
      offer_id: job.id,
      station_id: 'paris',
      kind: 'shift',
      start_at: new Date(job.startAt),
      end_at: new Date(job.endAt),
      pay_cents: job.payCents,
      tip_cents: 0,
      currency: 'EUR',
      miles: 10,
      state: 'held',
    })
    .execute()
  const day = '2026-11-21'
  const byTax = await recap.readWeek(id, day)
  assert.deepEqual(await recap.readOfferCosts(id, job), {
    miles: 10,
    milesCents: null,
    rateUnknown: true,
    feeCents: 0,
  })
  assert.deepEqual([byTax.left, byTax.costs.milesCents], [null, null])

  const { filters } = openRecapDeps(db, clock)
  const proposed = proposeFilter('courier', 'basic', ZONE, ['paris'])
  const net = { ...proposed.net, cost: 'own' as const, ownCentsPerMile: 25 }
  await filters.saveFilter(id, { variant: 'courier', baseVersion: 0, filter: { ...proposed, net } })
  assert.deepEqual(await recap.readOfferCosts(id, job), {
    miles: 10,
    milesCents: 250,
    rateUnknown: false,
    feeCents: 0,
  })
  assert.equal((await recap.readWeek(id, day)).left?.cents, 4_000 - 250)
})

const invalid = (error: unknown) => error instanceof AppError && error.code === 'request.invalid'

test('an offer of times that no platform lists is refused before anything is calculated from it', async () => {
  const [start, far] = [MONDAY + 130 * HOUR_MS, 8_640_000_000_000_000]
  for (const change of [{ endAt: far }, { startAt: far, endAt: far }, { endAt: start - 1 }, { startAt: 0 }]) {
    const odd = offer(start, change)
    const asked = { variant: 'amazon', offer: odd, seenAt: NOW } as const
    await assert.rejects(recap.findMend('ana', asked), invalid)
    await assert.rejects(recap.readOfferCosts('ana', odd), invalid)
  }
  await assert.rejects(
    recap.findMend('ana', { variant: 'amazon', offer: offer(start), seenAt: far }),
    invalid,
  )
})
