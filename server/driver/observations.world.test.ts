import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { proposeFilter, replayFilter } from '@madruga/core/filters.ts'
import type { Geography } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Observation } from '@madruga/core/observations.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { createHandClock } from '../bot/search/loop/testing.ts'
import { testDatabase } from '../db/testing.ts'
import { saveStations } from '../platforms.ts'
import { createObservations } from './observations.ts'
import type { Observations } from './observations.ts'

const NOW = Date.parse('2026-11-20T15:00Z')
const SETTINGS = { keepDays: 60, replayMost: 1_000 }
const AMAZON = { platform: 'market', variant: 'amazon' } as const
const GEOGRAPHY: Geography = { home: null, places: new Map() }
const MOST = { most: 1_000, geography: GEOGRAPHY }

let observations: Observations
const fresh = await testDatabase()
for (const [id, stations] of [
  ['ana', ['s1', 's2']],
  ['ben', ['s2', 's3']],
] as const) {
  const db = fresh.database.kysely
  await db
    .insertInto('drivers')
    .values({ id, name: id, email: `${id}@example.com` })
    .execute()
  const place = { variant: 'amazon', code: '', name: '', address: '', city: '', state: '' } as const
  const where = { programme: 'logistics', latitude: 25, longitude: -80, timeZone: 'America/New_York' }
  await saveStations(
    db,
    id,
    'market',
    'amazon',
    stations.map((each) => ({ id: each, ...place, ...where })),
  )
}
beforeEach(async () => {
  await observations?.close()
  await fresh.database.pool.query('truncate observations')
  observations = open()
})
after(async () => {
  await observations.close()
  await fresh.drop()
})

function open(clock = createHandClock(NOW), settings = SETTINGS): Observations {
  return createObservations({ database: fresh.database, clock, settings })
}

function offer(id: string, change: Partial<Offer> = {}): Offer {
  const startAt = NOW + 5 * HOUR_MS
  return {
    id,
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
  }
}

const proposed = (...ids: string[]) => proposeFilter('amazon', 'basic', 'America/New_York', ids)
const week = { from: NOW - 7 * DAY_MS, to: NOW + DAY_MS }
/** What these platforms state, and so leave out. */
const STATED = { payBasis: null, currency: null, endEstimated: false, skills: null, full: false }

test('an offer is kept once, as it was seen first, no matter who reports it again', async () => {
  const other = open()
  observations.note(
    'market',
    'amazon',
    [offer('a'), offer('b', { miles: 12.5, stops: 3, expiresAt: NOW + 1 })],
    NOW,
  )
  await observations.flush()
  observations.note('market', 'amazon', [offer('a', { payCents: 1 })], NOW + 1_000)
  other.note('market', 'amazon', [offer('a', { payCents: 2 }), offer('c')], NOW + 2_000)
  observations.note('elsewhere', 'amazon', [offer('a')], NOW)
  await Promise.all([observations.flush(), other.close()])
  assert.deepEqual(await observations.read('ana', AMAZON, week), [
    { ...offer('a'), ...STATED, seenAt: NOW },
    { ...offer('b', { miles: 12.5, stops: 3, expiresAt: NOW + 1 }), ...STATED, seenAt: NOW },
    { ...offer('c'), ...STATED, seenAt: NOW + 2_000 },
  ])
})

test('what a platform offers to one driver alone is no one else’s business, and no row says whose bot saw it', async () => {
  observations.note(
    'market',
    'amazon',
    [offer('a', { kind: 'reserved' }), offer('b', { kind: 'instant' }), offer('c')],
    NOW,
  )
  await observations.flush()
  const { rows } = await fresh.database.pool.query<Record<string, unknown>>('select * from observations')
  assert.deepEqual(
    rows.map((row) => row['offer_id']),
    ['c'],
  )
  assert.deepEqual(
    Object.keys(rows[0]!).filter((column) => column.includes('driver')),
    [],
  )
})

test('what the database refuses for good is left out alone, and what it cannot take now is kept', async () => {
  const told: unknown[] = []
  const clock = createHandClock(NOW)
  observations = createObservations({
    database: fresh.database,
    clock,
    settings: SETTINGS,
    onFault: (error) => told.push(error),
  })
  const hostile = [
    offer('nul\u0000'),
    offer('huge', { payCents: 1e12 }),
    offer('never', { startAt: Number.NaN }),
  ]
  observations.note('market', 'amazon', [offer('a'), ...hostile, offer('b')], NOW)
  await observations.flush()
  assert.deepEqual(
    (await observations.read('ana', AMAZON, week)).map(({ id }) => id),
    ['a', 'b'],
  )
  assert.deepEqual(told, [])
  await fresh.database.pool.query('alter table observations rename to observations_away')
  observations.note('market', 'amazon', [offer('c')], NOW)
  await assert.rejects(observations.flush())
  await assert.rejects(observations.flush())
  assert.equal(told.length, 1)
  await fresh.database.pool.query('alter table observations_away rename to observations')
  await observations.flush()
  assert.deepEqual(
    (await observations.read('ana', AMAZON, week)).map(({ id }) => id),
    ['a', 'b', 'c'],
  )
})

test('noted offers are written by themselves, and are gone after the days that they are kept', async () => {
  const clock = createHandClock(NOW)
  const own = open(clock)
  own.note('market', 'amazon', [offer('old')], NOW - 61 * DAY_MS)
  own.note('market', 'amazon', [offer('new')], NOW - 59 * DAY_MS)
  await clock.advance(2_000)
  await own.close()
  await observations.forget()
  const all = await observations.read('ana', AMAZON, { from: 0, to: NOW })
  assert.deepEqual(
    all.map(({ id }) => id),
    ['new'],
  )
})

test('a replay looks at the newest at the stations of the driver, and at what came since it was asked last', async () => {
  const times = Array.from({ length: 400 }, (_, i) => NOW - (400 - i) * MINUTE_MS)
  for (const [i, at] of times.entries())
    observations.note('market', 'amazon', [offer(`o${i}`, { stationId: `s${1 + (i % 3)}` })], at)
  await observations.flush()
  const first = await observations.replay('ana', AMAZON, proposed('s1'), { ...MOST, most: 50 })
  // Two of three are at her stations.
  assert.deepEqual([first.considered, first.from], [50, times[400 - 75]])
  assert.deepEqual(first.fit, { count: 25, cents: 25 * 7_500, tipCents: 0, minutes: 25 * 180, others: [] })
  assert.deepEqual(first.held, { count: 1, cents: 7_500, tipCents: 0, minutes: 180, others: [] })
  assert.deepEqual(first.blockers, [], 'they are all at one time')
  assert.deepEqual(first.byStation, [
    { stationId: 's1', considered: 25, count: 1, cents: 7_500, others: [] },
    { stationId: 's2', considered: 25, count: 0, cents: 0, others: [] },
  ])
  // Another process writes; more than was read at first is asked for; another driver shares a station.
  const other = open()
  other.note('market', 'amazon', [offer('late', { stationId: 's2', payCents: 9_000 })], NOW - 30 * MINUTE_MS)
  await other.close()
  assert.equal((await observations.replay('ana', AMAZON, proposed('s1'), MOST)).considered, 268)
  assert.equal(
    (await observations.replay('ben', AMAZON, proposed('s2'), MOST)).fit.cents,
    133 * 7_500 + 9_000,
  )
  assert.equal(
    (await observations.replay('ben', { ...AMAZON, variant: 'spark' }, proposed('s2'), MOST)).considered,
    0,
  )
})

test('whatever was read before, a replay from memory is one of the newest rows', async () => {
  let seed = 7
  const draw = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % below
  const all: Observation[] = []
  const addWave = async (count: number): Promise<void> => {
    const writer = open()
    for (let i = 0; i < count; i++) {
      // Waves that come together, one station much busier than the others, and writers that come late.
      const seenAt = NOW - draw(600) * MINUTE_MS
      const stationId = draw(10) < 8 ? 's2' : `s${1 + draw(3)}`
      const made = offer(`w${all.length}`, {
        stationId,
        payCents: 3_000 + draw(20) * 500,
        startAt: seenAt + draw(9) * HOUR_MS,
      })
      all.push({ ...made, seenAt })
      writer.note('market', 'amazon', [made], seenAt)
    }
    await writer.close()
  }
  for (const [count, driver, mine, most] of [
    [300, 'ana', ['s1', 's2'], 40],
    [0, 'ana', ['s1', 's2'], 250],
    [700, 'ben', ['s2', 's3'], 300],
    [100, 'ana', ['s1', 's2'], 1_000],
    [50, 'ben', ['s2', 's3'], 333],
  ] as const) {
    await addWave(count)
    const { considered, from, fit, byStation, blockers } = await observations.replay(
      driver,
      AMAZON,
      proposed(...mine),
      { ...MOST, most },
    )
    const there = all.filter(({ stationId }) => (mine as readonly string[]).includes(stationId))
    const times = there
      .map(({ seenAt }) => seenAt)
      .toSorted((a, b) => b - a)
      .slice(0, most)
    assert.deepEqual([considered, from], [times.length, times.at(-1)])
    // Of those seen in the very minute of the cut any may be left out.
    const window = times.length < there.length ? times.at(-1)! : 0
    const surely = replayFilter(
      proposed(...mine),
      there.filter(({ seenAt }) => seenAt > window),
      { blockers: true },
    )
    const atMost = replayFilter(
      proposed(...mine),
      there.filter(({ seenAt }) => seenAt >= window),
    )
    assert.ok(fit.count >= surely.fit.count && fit.count <= atMost.fit.count)
    assert.equal(
      byStation.reduce((sum, station) => sum + station.considered, 0),
      considered,
    )
    if (window === 0) assert.deepEqual({ fit, blockers }, { fit: surely.fit, blockers: surely.blockers })
  }
})
