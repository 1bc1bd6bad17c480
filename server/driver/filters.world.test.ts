import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import { planNumberOf } from '@madruga/core/plans.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { testDatabase } from '../db/testing.ts'
import { createFilters } from './filters.ts'
import type { FiltersDeps } from './filters.ts'
import { MOST_VERSIONS } from './filters/store.ts'
import { systemClock } from '../kit/clock.ts'
import { readLatest, recordEntries } from './log.ts'
import { realNow } from '../kit/testing.ts'

const fresh = await testDatabase()
after(() => fresh.drop())

const stationsOf = (ids: readonly string[]) => ids.map((id) => ({ id }))

let drivers = 0
async function enter(deps: Partial<FiltersDeps> = {}, plan: Plan = 'basic') {
  const id = `d${++drivers}`
  const db = fresh.database.kysely
  await db
    .insertInto('drivers')
    .values({
      id,
      name: id,
      email: `${id}@example.com`,
      plan_number: planNumberOf(plan),
      time_zone: 'America/Denver',
    })
    .execute()
  const told: number[] = []
  const filters = createFilters({
    db,
    clock: systemClock,
    recordEntries,
    readStations: async () => stationsOf(['s1', 's2']),
    onSaved: (_driverId, _variant, version) => told.push(version),
    ...deps,
  })
  const save = (baseVersion: number, filter: Filter) =>
    filters.saveFilter(id, { variant: filter.variant, baseVersion, filter })
  return { id, filters, told, save }
}
const basic = () => proposeFilter('amazon', 'basic', 'America/Denver', ['s1'])

test('a driver without a filter finds a proposal for all their stations in their zone', async () => {
  const { id, filters } = await enter({}, 'professional')
  assert.deepEqual(await filters.readFilter(id, 'spark'), {
    version: 0,
    typedVersion: 0,
    savedAt: null,
    filter: proposeFilter('spark', 'professional', 'America/Denver', ['s1', 's2']),
    removedAt: null,
    kept: null,
    gone: [],
  })
})

test('a save creates the next version, is announced, and is logged', async () => {
  const { id, filters, told, save } = await enter()
  const first = await save(0, basic())
  const second = await save(1, { ...basic(), speed: '3X' })
  assert.deepEqual([first.version, second.version], [1, 2])
  const { filter, version, savedAt } = await filters.readFilter(id, 'amazon')
  assert.deepEqual([filter.speed, version, savedAt], ['3X', 2, second.savedAt])
  assert.deepEqual(told, [1, 2])
  const { entries } = await readLatest(fresh.database.kysely, id, { limit: 10 })
  assert.deepEqual(
    entries.map(({ type, data }) => [type, data]),
    [2, 1].map((each) => ['filter.saved', { variant: 'amazon', version: each, edition: 'basic' }]),
  )
})

test('a net minimum by the US tax rate is refused where the place pays in euros, and goes by an own cost', async () => {
  const { save } = await enter({ readStations: async () => [{ id: 's1', currency: 'EUR' }] })
  const proposed = proposeFilter('courier', 'basic', 'America/Denver', ['s1'])
  const net = { ...proposed.net, perHourMinCents: 1_000 }
  await assert.rejects(save(0, { ...proposed, net }), {
    code: 'filters.invalid',
    params: {
      fields: [{ path: 'net.cost', code: 'filters.tax_rate_in_dollars', params: { currency: 'EUR' } }],
    },
  })
  await save(0, { ...proposed, net: { ...net, cost: 'own', ownCentsPerMile: 25 } })
})

test('however often a filter is saved, this many versions are kept, and the last one of a higher plan', async () => {
  const { id, save } = await enter()
  const { kysely, pool } = fresh.database
  const dear = { ...proposeFilter('amazon', 'professional', 'America/Denver', ['s1']) }
  await pool.query(
    `insert into filters (driver_id, variant, version, body)
     select $1, 'amazon', n, case when n = 7 then $2::jsonb else $3::jsonb end from generate_series(1, 575) n`,
    [id, JSON.stringify(dear), JSON.stringify(basic())],
  )
  await save(575, basic())
  const kept = await kysely
    .selectFrom('filters')
    .select('version')
    .where('driver_id', '=', id)
    .orderBy('version')
    .execute()
  assert.equal(kept.length, MOST_VERSIONS + 1)
  assert.deepEqual([kept[0]?.version, kept[1]?.version, kept.at(-1)?.version], [7, 577 - MOST_VERSIONS, 576])
})

test('of several saves based on one version only the first succeeds', async () => {
  const { id, filters, told, save } = await enter()
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => save(0, basic())))
  const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
  assert.deepEqual(refused, Array(5).fill('filters.stale'))
  assert.deepEqual(told, [1])
  assert.equal((await filters.readFilter(id, 'amazon')).version, 1)
  await assert.rejects(save(7, basic()), { code: 'filters.stale' })
})

test('filters of both apps go along to another zone: local hours stay, the log says so, what was typed continues', async () => {
  const { id, filters, told, save } = await enter()
  const db = fresh.database.kysely
  const move = async (timeZone: string) => {
    const announce = await db.transaction().execute(async (tx) => {
      await tx.updateTable('drivers').set({ time_zone: timeZone }).where('id', '=', id).execute()
      return await filters.moveFilters(tx, id, timeZone)
    })
    announce()
  }
  await save(0, basic())
  await save(0, proposeFilter('spark', 'basic', 'America/Denver', ['s1']))
  await move('America/New_York')
  for (const variant of ['amazon', 'spark'] as const) {
    const { version, typedVersion, filter } = await filters.readFilter(id, variant)
    assert.deepEqual([version, typedVersion, filter.timeZone], [2, 1, 'America/New_York'], variant)
    const { schedule } = proposeFilter(variant, 'basic', 'America/Denver', ['s1'])
    assert.deepEqual(filter.schedule, schedule)
  }
  assert.deepEqual(told, [1, 1, 2, 2])
  const { entries } = await readLatest(db, id, { limit: 2 })
  assert.deepEqual(
    entries.map(({ type, data }) => [type, 'movedTo' in data && data.movedTo]),
    [1, 2].map(() => ['filter.saved', 'America/New_York']),
  )
  await move('America/New_York')
  assert.equal((await filters.readFilter(id, 'amazon')).version, 2, 'moved once')

  // A browser that does not know of the change yet still sends the old zone.
  assert.equal((await save(2, basic())).filter.timeZone, 'America/New_York')
  const { version, typedVersion } = await filters.readFilter(id, 'amazon')
  assert.deepEqual([version, typedVersion], [3, 3])
})

test('what a sync deleted comes back in the zone that the driver has by now', async () => {
  const { id, filters, save } = await enter()
  const db = fresh.database.kysely
  await save(0, basic())
  await db.transaction().execute(async (tx) => {
    await filters.checkStations(tx, id, 'amazon', new Set())
    await tx.updateTable('drivers').set({ time_zone: 'America/Phoenix' }).where('id', '=', id).execute()
    await filters.moveFilters(tx, id, 'America/Phoenix')
  })
  assert.equal((await filters.restoreFilter(id, 'amazon')).filter.timeZone, 'America/Phoenix')
})

test('a save and a change of zone at one moment leave the filter in the new zone', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, filters, save } = await enter()
    const db = fresh.database.kysely
    if (round % 2 === 0) await save(0, basic())
    const moved = db.transaction().execute(async (tx) => {
      await tx.updateTable('drivers').set({ time_zone: 'America/Chicago' }).where('id', '=', id).execute()
      await filters.moveFilters(tx, id, 'America/Chicago')
    })
    const saved = save(round % 2 === 0 ? 1 : 0, basic()).catch((error: { code: string }) => error.code)
    await moved
    const came = await saved
    assert.ok(typeof came === 'object' || came === 'filters.stale', String(came))
    const rows = await db
      .selectFrom('filters')
      .select('body')
      .where('driver_id', '=', id)
      .orderBy('version', 'desc')
      .limit(1)
      .execute()
    assert.equal(rows[0]?.body.timeZone ?? 'America/Chicago', 'America/Chicago')
  }
})

test('a rejected filter names its fields and changes nothing', async () => {
  const { id, filters, told, save } = await enter()
  const wrong: [Filter, string, string][] = [
    [proposeFilter('amazon', 'basic', 'America/Denver', []), 'stations', 'filters.no_station'],
    [
      proposeFilter('amazon', 'basic', 'America/Denver', ['s9']),
      'stations.0.stationId',
      'filters.station_unknown',
    ],
    [{ ...basic(), timeZone: 'Mars/North' }, 'timeZone', 'filters.time_zone_unknown'],
    [proposeFilter('amazon', 'professional', 'America/Denver', ['s1']), 'plan', 'filters.needs_professional'],
  ]
  for (const [filter, path, code] of wrong)
    await assert.rejects(save(0, filter), (error: { code: string; params: { fields: object[] } }) => {
      assert.equal(error.code, 'filters.invalid')
      const { path: foundPath, code: foundCode } = error.params.fields[0] as { path: string; code: string }
      assert.deepEqual([foundPath, foundCode], [path, code])
      return true
    })
  await assert.rejects(filters.saveFilter(id, { variant: 'spark', baseVersion: 0, filter: basic() }), {
    code: 'filters.invalid',
  })
  assert.deepEqual(told, [])
  assert.equal((await filters.readFilter(id, 'amazon')).version, 0)
})

test('a save whose log line fails is not saved', async () => {
  const { id, filters, told, save } = await enter({
    recordEntries: () => Promise.reject(new Error('disk full')),
  })
  await assert.rejects(save(0, basic()), /disk full/)
  assert.equal((await filters.readFilter(id, 'amazon')).version, 0)
  assert.deepEqual(told, [])
})

test('a filter is shown in the plan that the driver has now', async () => {
  const { id, filters, save } = await enter()
  await save(0, basic())
  await fresh.database.kysely.updateTable('drivers').set({ plan_number: 1 }).where('id', '=', id).execute()
  const { filter, version } = await filters.readFilter(id, 'amazon')
  assert.equal(filter.plan, 'advanced')
  await assert.rejects(save(version, basic()), { code: 'filters.invalid' })
  assert.equal((await save(version, filter)).version, 2)
})

/** A sync that finds these stations. */
const sync = ({ id, filters }: Awaited<ReturnType<typeof enter>>, known: readonly string[]) =>
  fresh.database.kysely.transaction().execute((tx) => filters.checkStations(tx, id, 'amazon', new Set(known)))
const remove = async (driver: Awaited<ReturnType<typeof enter>>) => (await sync(driver, [])).removed

test('a filter stays as long as one of its stations does, and what is gone of it is named', async () => {
  let known = ['s1', 's2', 's3']
  const driver = await enter({ readStations: async () => stationsOf(known) })
  const { id, filters, save } = driver
  await save(0, proposeFilter('amazon', 'basic', 'America/Denver', ['s1', 's2', 's3']))
  assert.deepEqual(await sync(driver, ['s1', 's2', 's3', 's4']), { gone: 0, removed: false })
  assert.deepEqual((await filters.readFilter(id, 'amazon')).gone, [])
  known = ['s2', 's4']
  assert.deepEqual(await sync(driver, known), { gone: 2, removed: false })
  const { version, gone, filter } = await filters.readFilter(id, 'amazon')
  assert.deepEqual(
    [version, gone.map((each) => each.id), filter.variant === 'amazon' && filter.stations.length],
    [1, ['s1', 's3'], 3],
  )
  // They come back, and nothing was lost meanwhile.
  known = ['s1', 's2', 's3']
  assert.deepEqual((await filters.readFilter(id, 'amazon')).gone, [])
  // An empty list does not mean that they are gone.
  known = []
  assert.deepEqual((await filters.readFilter(id, 'amazon')).gone, [])
  assert.deepEqual(await sync(driver, ['s9']), { gone: 3, removed: true })
  assert.deepEqual((await filters.readFilter(id, 'amazon')).gone, [])
})

test('a removed filter reads as a proposal that the next save continues from, and its versions stay as they were', async () => {
  const driver = await enter()
  const { id, filters, save, told } = driver
  assert.equal(await remove(driver), false, 'there is none yet')
  await save(0, { ...basic(), speed: '3X' })
  assert.equal(await remove(driver), true)
  assert.equal(await remove(driver), false, 'it is removed already')
  const read = await filters.readFilter(id, 'amazon')
  assert.deepEqual(
    [read.version, read.savedAt, read.filter],
    [2, null, proposeFilter('amazon', 'basic', 'America/Denver', ['s1', 's2'])],
  )
  assert.ok(read.removedAt !== null && read.removedAt <= realNow())
  await assert.rejects(save(1, basic()), { code: 'filters.stale' })
  assert.equal((await save(2, basic())).version, 3)
  assert.deepEqual(told, [1, 3])
  assert.equal((await filters.readFilter(id, 'amazon')).removedAt, null)
  await assert.rejects(filters.restoreFilter(id, 'amazon'), { code: 'filters.nothing_to_restore' })
  const rows = await fresh.database.kysely
    .selectFrom('filters')
    .select(['version', 'removed', 'body'])
    .where('driver_id', '=', id)
    .orderBy('version')
    .execute()
  assert.deepEqual(
    rows.map((row) => [row.version, row.removed, row.body.speed]),
    [
      [1, false, '3X'],
      [2, true, '3X'],
      [3, false, '1X'],
    ],
  )
})

test('a removal is brought back as the next version without the stations that are gone, and told on', async () => {
  let known = ['s1', 's2', 's3']
  const driver = await enter({ readStations: async () => stationsOf(known) })
  const { id, filters, save, told } = driver
  await assert.rejects(filters.restoreFilter(id, 'amazon'), { code: 'filters.nothing_to_restore' })
  await save(0, { ...proposeFilter('amazon', 'basic', 'America/Denver', known), speed: '3X' })
  await assert.rejects(filters.restoreFilter(id, 'amazon'), { code: 'filters.nothing_to_restore' })
  await remove(driver)
  known = ['s3', 's4']
  const back = await filters.restoreFilter(id, 'amazon')
  assert.deepEqual([back.version, back.lost, back.filter.speed], [3, 2, '3X'])
  assert.deepEqual(
    back.filter.variant === 'amazon' && back.filter.stations.map((choice) => choice.stationId),
    ['s3'],
  )
  const read = await filters.readFilter(id, 'amazon')
  assert.deepEqual([read.version, read.savedAt, read.filter], [3, back.savedAt, back.filter])
  assert.deepEqual(told, [1, 3])
  await assert.rejects(filters.restoreFilter(id, 'amazon'), { code: 'filters.nothing_to_restore' })
})

test('a filter that was saved in a zone of old is read, saved and brought back in that of the driver', async () => {
  const driver = await enter()
  const { id, filters, save } = driver
  const old = { ...basic(), timeZone: 'AET' }
  await assert.rejects(save(0, old), { code: 'filters.invalid' })
  const row = { driver_id: id, variant: 'amazon', version: 1, saved_at: new Date(0) } as const
  await fresh.database.kysely
    .insertInto('filters')
    .values({ ...row, body: JSON.stringify(old) })
    .execute()
  const read = await filters.readFilter(id, 'amazon')
  assert.deepEqual([read.version, read.filter], [1, basic()])
  await save(1, { ...read.filter, speed: '3X' })
  await fresh.database.kysely
    .insertInto('filters')
    .values({ ...row, version: 3, body: JSON.stringify(old), removed: true })
    .execute()
  assert.deepEqual((await filters.restoreFilter(id, 'amazon')).filter, basic())
})

test('where no station is left, restoring says so and the removal stays to be restored later', async () => {
  let known = ['s1']
  const driver = await enter({ readStations: async () => stationsOf(known) })
  const { id, filters, save } = driver
  await save(0, basic())
  await remove(driver)
  known = ['s9']
  await assert.rejects(filters.restoreFilter(id, 'amazon'), (error: { code: string; params: object }) => {
    assert.equal(error.code, 'filters.invalid')
    assert.deepEqual(error.params, { fields: [{ path: 'stations', code: 'filters.no_station' }] })
    return true
  })
  known = ['s1']
  assert.equal((await filters.restoreFilter(id, 'amazon')).lost, 0)
})

test('a filter that the driver does not pay for any more is not brought back', async () => {
  const driver = await enter({}, 'professional')
  const { id, filters, save } = driver
  const custom = { refreshMs: 1000, runMinutes: 30, sleepMinutes: 30 }
  await save(0, { ...proposeFilter('amazon', 'professional', 'America/Denver', ['s1']), speed: '4X', custom })
  await remove(driver)
  await fresh.database.kysely.updateTable('drivers').set({ plan_number: null }).where('id', '=', id).execute()
  await assert.rejects(filters.restoreFilter(id, 'amazon'), { code: 'filters.invalid' })
})

test('of two parallel restores one succeeds', async () => {
  const driver = await enter()
  await driver.save(0, basic())
  await remove(driver)
  const results = await Promise.allSettled(
    [1, 2].map(() => driver.filters.restoreFilter(driver.id, 'amazon')),
  )
  assert.deepEqual(results.map((each) => each.status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await driver.filters.readFilter(driver.id, 'amazon')).version, 3)
})

const ofHigherPlan = () => {
  const custom = { refreshMs: 1000, runMinutes: 30, sleepMinutes: 30 }
  const filter = proposeFilter('amazon', 'professional', 'America/Denver', ['s1', 's2'])
  return { ...filter, speed: '4X', custom } as const
}
const pay = (id: string, plan: Plan) =>
  fresh.database.kysely
    .updateTable('drivers')
    .set({ plan_number: planNumberOf(plan) })
    .where('id', '=', id)
    .execute()

test('what was typed in a higher plan stays through one that cannot hold it, and comes back with it', async () => {
  const { id, filters, save } = await enter({}, 'professional')
  const first = await save(0, ofHigherPlan())
  await pay(id, 'advanced')
  const fallen = await filters.readFilter(id, 'amazon')
  assert.deepEqual(
    [fallen.version, fallen.filter],
    [1, { ...ofHigherPlan(), plan: 'advanced' }],
    'nothing of it is lost while nothing else is saved',
  )
  await assert.rejects(filters.restoreFilter(id, 'amazon'), { code: 'filters.nothing_to_restore' })
  await save(1, proposeFilter('amazon', 'advanced', 'America/Denver', ['s1']))
  assert.equal((await filters.readFilter(id, 'amazon')).kept, null, 'its plan is not paid for')
  await assert.rejects(filters.restoreFilter(id, 'amazon'), { code: 'filters.nothing_to_restore' })
  await pay(id, 'professional')
  const again = await filters.readFilter(id, 'amazon')
  assert.deepEqual([again.version, again.kept], [2, { savedAt: first.savedAt, plan: 'professional' }])
  const back = await filters.restoreFilter(id, 'amazon')
  assert.deepEqual([back.version, back.filter, back.lost], [3, ofHigherPlan(), 0])
  assert.equal((await filters.readFilter(id, 'amazon')).kept, null)
})

test('nothing is kept where the filter in force holds all of it, or another of that plan was saved since', async () => {
  const { id, filters, save } = await enter({}, 'professional')
  await save(0, proposeFilter('amazon', 'professional', 'America/Denver', ['s1']))
  await pay(id, 'basic')
  await save(1, basic())
  await pay(id, 'professional')
  assert.equal((await filters.readFilter(id, 'amazon')).kept, null)
  await save(2, ofHigherPlan())
  await save(3, proposeFilter('amazon', 'professional', 'America/Denver', ['s1']))
  assert.equal((await filters.readFilter(id, 'amazon')).kept, null)
})

test('a filter in force of either variant is dear to a plan that does not have all of it', async () => {
  const violationsOf = async ({ id, filters }: Awaited<ReturnType<typeof enter>>) =>
    await Promise.all(
      (['basic', 'advanced', 'professional'] as const).map((plan) =>
        fresh.database.kysely.transaction().execute((tx) => filters.hasPlanViolation(tx, id, plan)),
      ),
    )
  const amazon = await enter({}, 'professional')
  await amazon.save(0, ofHigherPlan())
  assert.deepEqual(await violationsOf(amazon), [true, true, false])
  await remove(amazon)
  assert.deepEqual(await violationsOf(amazon), [false, false, false])
  const spark = await enter({}, 'professional')
  const { custom, speed } = ofHigherPlan()
  await spark.save(0, { ...proposeFilter('spark', 'professional', 'America/Denver', ['s1']), custom, speed })
  assert.deepEqual(await violationsOf(spark), [true, true, false])
})
