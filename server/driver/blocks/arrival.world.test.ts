import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { checkIn } from './check-in.ts'
import type { BlocksDeps } from './model.ts'
import { release } from './release.ts'
import { blocksWorld } from './testing.ts'
import type { Answers, BlockWorker } from './testing.ts'

const world = await blocksWorld(Date.parse('2026-11-18T15:00:00Z'))
afterEach(() => {
  world.before(null)
  world.afterwards(null)
})
after(() => world.stop())

const db = () => world.http.database.database.kysely
const arrive = (driver: BlockWorker, blockId: string, place = driver.station) =>
  driver.call<Answers['checkIn']>('POST', '/blocks/check-in', {
    blockId,
    place: { latitude: place.latitude, longitude: place.longitude },
  })
const arriveRefused = async (driver: BlockWorker, blockId: string, place = driver.station) => {
  const { status, body } = await driver.call('POST', '/blocks/check-in', {
    blockId,
    place: { latitude: place.latitude, longitude: place.longitude },
  })
  return [status, body.code, body.params]
}
const arrivals = async (driver: BlockWorker) =>
  (await driver.call<Answers['arrivals']>('GET', '/blocks/arrivals')).body
const stateOf = async (id: string) =>
  (await db().selectFrom('blocks').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const checkInOf = (id: string) =>
  db()
    .selectFrom('check_ins')
    .select(['at', 'fee_cents as feeCents'])
    .where('block_id', '=', id)
    .executeTakeFirst()
const linesOf = async (driver: BlockWorker, type: 'block.checked_in' | 'block.released') => {
  const rows = await db()
    .selectFrom('log_entries')
    .select('data')
    .where('driver_id', '=', driver.id)
    .where('type', '=', type)
    .execute()
  return rows.map((row) => row.data as unknown as Record<string, unknown>)
}

test('a block opens fifteen minutes before its start, is marked once, and the log has its line', async () => {
  const driver = await world.enter()
  const id = await driver.hold(20 * MINUTE_MS)
  const startAt = world.now() + 20 * MINUTE_MS
  const [listed] = (await arrivals(driver)).blocks
  assert.deepEqual(
    [listed?.id, listed?.opensAt, listed?.closesAt],
    [id, startAt - 15 * MINUTE_MS, startAt + 3 * HOUR_MS],
  )
  assert.deepEqual(await arriveRefused(driver, id), [
    409,
    'blocks.too_early',
    { opensAt: startAt - 15 * MINUTE_MS },
  ])
  world.advance(5 * MINUTE_MS)
  const [first, second] = await Promise.all([arrive(driver, id), arrive(driver, id)])
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal(first.body.block.state, 'checked_in')
  assert.equal(first.body.block.checkedInAt, world.now())
  assert.equal(first.body.feeCents, 200)
  const calls = world.calls.length
  world.advance(MINUTE_MS)
  assert.deepEqual((await arrive(driver, id)).body, first.body)
  assert.equal(world.calls.length, calls, 'what is settled is not asked again')
  const { platformId } = await db()
    .selectFrom('blocks')
    .select('platform_block_id as platformId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { code: stationCode } = driver.station
  assert.deepEqual(await linesOf(driver, 'block.checked_in'), [
    { blockId: platformId, stationCode, startAt, feeCents: 200 },
  ])
})

/** The same dependencies, with another event right after the first answer that contains this block. */
function afterReading(deps: BlocksDeps, id: string, meanwhile: () => Promise<unknown>): BlocksDeps {
  let answered = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!answered && result.rows.some((row) => row.id === id)) {
        answered = true
        await meanwhile()
      }
      return result
    },
  }
  return { ...deps, db: deps.db.withPlugin(plugin) }
}

test('a tap that another one overtakes between its two reads answers what the other made true', async () => {
  const driver = await world.enter()
  const place = { latitude: driver.station.latitude, longitude: driver.station.longitude }
  const blockId = await driver.hold(10 * MINUTE_MS)
  const arrived = await checkIn(
    afterReading(world.deps, blockId, () => arrive(driver, blockId)),
    driver.id,
    { blockId, place },
  )
  assert.deepEqual([arrived.block.state, arrived.feeCents], ['checked_in', 200])

  const given = { id: await driver.hold(DAY_MS), confirmedLate: false }
  const released = await release(
    afterReading(world.deps, given.id, () => giveBack(driver, given.id)),
    driver.id,
    given,
  )
  assert.equal(released.block.state, 'forfeited')
})

test('the platform looks where the driver is, and tells how far away', async () => {
  const driver = await world.enter()
  const id = await driver.hold(10 * MINUTE_MS)
  const far = { ...driver.station, latitude: driver.station.latitude + 0.02 }
  const [status, code, params] = await arriveRefused(driver, id, far)
  assert.deepEqual([status, code], [409, 'blocks.outside_geofence'])
  const { distanceM } = params as { distanceM: number }
  assert.ok(distanceM > 2_100 && distanceM < 2_350, `${distanceM}`)
  assert.equal(await stateOf(id), 'held')
  assert.equal(await checkInOf(id), undefined)
  assert.equal((await arrive(driver, id)).status, 200)
})

test('nothing selected, nothing of another driver, nothing that is over', async () => {
  const [driver, other] = [await world.enter(), await world.enter()]
  const id = await other.hold(10 * MINUTE_MS, 1)
  assert.deepEqual((await arriveRefused(driver, '')).slice(0, 2), [422, 'blocks.not_selected'])
  assert.deepEqual((await arriveRefused(driver, id)).slice(0, 2), [404, 'blocks.not_found'])
  assert.deepEqual((await arrivals(driver)).blocks, [])
  world.advance(71 * MINUTE_MS)
  assert.deepEqual((await arriveRefused(other, id)).slice(0, 2), [409, 'blocks.too_late'])
  assert.deepEqual((await arrivals(other)).blocks, [])
})

test('check-in is for active accounts', async () => {
  const driver = await world.enter()
  const id = await driver.hold(10 * MINUTE_MS)
  await db().updateTable('drivers').set({ status: 'suspended' }).where('id', '=', driver.id).execute()
  assert.equal((await arrivals(driver)).accountActive, false)
  assert.deepEqual((await arriveRefused(driver, id)).slice(0, 2), [403, 'accounts.suspended'])
  assert.equal(await stateOf(id), 'held')
})

test('an award of the same week makes it free, one of the week before or a block taken by hand does not', async () => {
  // 2026-11-18 is a Wednesday; in Honolulu its week began on Monday at 10:00 UTC.
  const monday = Date.parse('2026-11-16T10:00:00Z')
  const earlier = await world.enter({ timeZone: 'Pacific/Honolulu' })
  await earlier.award(monday - 1)
  assert.deepEqual((await arrivals(earlier)).fee, { cents: 200, applies: true, awardsThisWeek: 0 })
  const during = await world.enter({ timeZone: 'Pacific/Honolulu' })
  await during.award(monday)
  assert.deepEqual((await arrivals(during)).fee, { cents: 0, applies: false, awardsThisWeek: 1 })
  assert.equal((await arrive(earlier, await earlier.hold(10 * MINUTE_MS))).body.feeCents, 200)
  assert.equal((await arrive(during, await during.hold(10 * MINUTE_MS))).body.feeCents, 0)
})

test('a lost answer is settled by what the platform lists, fee and line included, once', async () => {
  const driver = await world.enter()
  const id = await driver.hold(10 * MINUTE_MS)
  world.afterwards(() => {
    throw new Error('the process died')
  })
  assert.equal((await arriveRefused(driver, id))[0], 500)
  assert.equal(await stateOf(id), 'held')
  assert.deepEqual(await checkInOf(id), { at: null, feeCents: 0 })
  const askedAt = world.now()
  await world.compareHeld()
  assert.equal(await stateOf(id), 'checked_in')
  world.advance(2 * MINUTE_MS)
  await world.blocks.sweeps.resolvePending()
  await world.blocks.sweeps.resolvePending()
  assert.deepEqual(await checkInOf(id), { at: askedAt, feeCents: 200 })
  assert.equal((await linesOf(driver, 'block.checked_in')).length, 1)
})

test('what never reached the platform is forgotten, and may be tried again', async () => {
  const driver = await world.enter()
  const id = await driver.hold(10 * MINUTE_MS)
  world.before(() => {
    throw new Error('the process died')
  })
  assert.equal((await arriveRefused(driver, id))[0], 500)
  world.advance(2 * MINUTE_MS)
  await world.blocks.sweeps.resolvePending()
  assert.equal(await checkInOf(id), undefined)
  world.before(null)
  assert.equal((await arrive(driver, id)).status, 200)
})

test('an arrival that the driver marked in the delivery app costs nothing here', async () => {
  const driver = await world.enter()
  const id = await driver.hold(10 * MINUTE_MS)
  await db().updateTable('blocks').set({ state: 'checked_in' }).where('id', '=', id).execute()
  world.advance(2 * MINUTE_MS)
  await world.blocks.sweeps.resolvePending()
  assert.equal(await checkInOf(id), undefined)
  const { body } = await driver.call<Answers['list']>('GET', '/blocks?from=2026-11-16&to=2026-11-30')
  assert.equal(body.blocks[0]?.state, 'checked_in')
  assert.equal(body.blocks[0]?.checkedInAt, null)
})

const giveBack = (driver: BlockWorker, id: string, confirmedLate = false) =>
  driver.call<Answers['release']>('POST', `/blocks/${id}/release`, { confirmedLate })

test('a block is given back in time without a warning, once', async () => {
  const driver = await world.enter()
  const id = await driver.hold(46 * MINUTE_MS)
  const { status, body } = await giveBack(driver, id)
  assert.equal(status, 200)
  assert.deepEqual([body.late, body.block.state, body.block.releasedAt], [false, 'forfeited', world.now()])
  const calls = world.calls.length
  assert.deepEqual((await giveBack(driver, id)).body, body)
  assert.equal(world.calls.length, calls)
  const [line, ...more] = await linesOf(driver, 'block.released')
  assert.deepEqual([line?.['late'], line?.['payCents'], more.length], [false, 8_400, 0])
})

test('inside 45 minutes only with the warning read; the platform says that it was late', async () => {
  const driver = await world.enter()
  const id = await driver.hold(44 * MINUTE_MS)
  const calls = world.calls.length
  const refused = await driver.call('POST', `/blocks/${id}/release`, { confirmedLate: false })
  assert.deepEqual([refused.status, refused.body.code], [422, 'blocks.not_confirmed'])
  assert.equal(world.calls.length, calls, 'the platform was not asked')
  assert.equal((await giveBack(driver, id, true)).body.late, true)
  assert.equal(await stateOf(id), 'forfeited')
})

test('what has started, is marked or is given back cannot be given back', async () => {
  const driver = await world.enter()
  const id = await driver.hold(10 * MINUTE_MS)
  await arrive(driver, id)
  const marked = await driver.call('POST', `/blocks/${id}/release`, { confirmedLate: true })
  assert.deepEqual([marked.status, marked.body.code], [409, 'blocks.too_late'])
  const other = await world.enter()
  const theirs = await other.hold(10 * MINUTE_MS)
  assert.equal((await driver.call('POST', `/blocks/${theirs}/release`, { confirmedLate: true })).status, 404)
  world.advance(10 * MINUTE_MS)
  const begun = await other.call('POST', `/blocks/${theirs}/release`, { confirmedLate: true })
  assert.deepEqual([begun.status, begun.body.code], [409, 'blocks.too_late'])
})

for (const [when, startsInMs] of [
  ['in time', 2 * HOUR_MS],
  ['late', 30 * MINUTE_MS],
] as const)
  test(`a release ${when} whose answer was lost counts, once: by the next tap, or by the sweep`, async () => {
    const driver = await world.enter()
    const [tapped, swept] = [await driver.hold(startsInMs), await driver.hold(startsInMs + DAY_MS)]
    world.afterwards(() => {
      throw new Error('the process died')
    })
    assert.equal((await giveBack(driver, tapped, true)).status, 500)
    assert.equal(await stateOf(tapped), 'held')
    world.afterwards(null)
    assert.equal((await giveBack(driver, tapped, true)).body.late, when === 'late')

    world.afterwards(() => {
      throw new Error('the process died')
    })
    assert.equal((await giveBack(driver, swept, true)).status, 500)
    world.afterwards(null)
    world.advance(2 * MINUTE_MS)
    await world.blocks.sweeps.resolvePending()
    assert.equal(await stateOf(swept), 'forfeited')
    assert.equal((await linesOf(driver, 'block.released')).length, 2)
  })

test('a release that never reached the platform leaves the block held', async () => {
  const driver = await world.enter()
  const id = await driver.hold(2 * HOUR_MS)
  world.before(() => {
    throw new Error('the process died')
  })
  assert.equal((await giveBack(driver, id)).status, 500)
  world.before(null)
  world.advance(2 * MINUTE_MS)
  await world.blocks.sweeps.resolvePending()
  assert.equal(await stateOf(id), 'held')
  assert.equal((await giveBack(driver, id)).status, 200)
})

test('a block is given back by the account that holds it, whichever app its driver works with now', async () => {
  const driver = await world.enter()
  const id = await driver.hold(2 * HOUR_MS)
  await driver.moveToSpark()
  assert.equal((await giveBack(driver, id)).status, 200)
  assert.deepEqual(await driver.heldAtMarket(), [])
})

test('a mark that the platform takes while another tap of it is refused has its fee and its line', async () => {
  const driver = await world.enter()
  const id = await driver.hold(10 * MINUTE_MS)
  // The refused tap deletes the request before the other one has its answer.
  world.afterwards(() => db().deleteFrom('check_ins').where('block_id', '=', id).execute())
  assert.equal((await arrive(driver, id)).status, 200)
  assert.deepEqual(await checkInOf(id), { at: world.now(), feeCents: 200 })
  assert.equal((await linesOf(driver, 'block.checked_in')).length, 1)
})

test('what no one can settle any more does not stand before what others asked', async () => {
  const [gone, driver] = [await world.enter(), await world.enter()]
  await db().deleteFrom('platform_accounts').where('driver_id', '=', gone.id).execute()
  for (let n = 0; n < 100; n++) await gone.award(world.now())
  const stuck = await db().selectFrom('blocks').select('id').where('driver_id', '=', gone.id).execute()
  const asked = { driver_id: gone.id, asked_at: new Date(world.now() - 8 * DAY_MS), late: false }
  await db()
    .insertInto('releases')
    .values(stuck.map(({ id }) => ({ block_id: id, ...asked })))
    .execute()
  const id = await driver.hold(2 * HOUR_MS)
  world.afterwards(() => {
    throw new Error('the process died')
  })
  await giveBack(driver, id)
  world.afterwards(null)
  world.advance(2 * MINUTE_MS)
  await world.blocks.sweeps.resolvePending()
  assert.equal(await stateOf(id), 'forfeited')
})
