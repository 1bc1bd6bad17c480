import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { proposeFilter } from '@madruga/core/filters.ts'
import { syncWorld } from '../testing/sync-world.ts'
import type { Answers, SyncDriver, SyncWorld } from '../testing/sync-world.ts'
import { realNow } from '../../kit/testing.ts'

let world: SyncWorld
before(async () => {
  world = await syncWorld()
})
after(() => world.stop())

let accounts = 0
/** A new account at the market. */
async function openAccount(metro = 'miami') {
  const secret = { email: `courier${++accounts}@example.com`, password: `a password of ${accounts}` }
  return { secret, marketId: await world.open(secret, metro) }
}
const rowOf = (driver: SyncDriver) =>
  world.http.database.database.kysely
    .selectFrom('platform_accounts')
    .selectAll()
    .where('driver_id', '=', driver.id)
    .executeTakeFirst()
const stationIdsOf = async (driver: SyncDriver) => {
  const rows = await world.http.database.database.kysely
    .selectFrom('driver_stations')
    .select('station_id')
    .where('driver_id', '=', driver.id)
    .orderBy('station_id')
    .execute()
  return rows.map((row) => row.station_id)
}
async function saveFilter(driver: SyncDriver, baseVersion = 0) {
  const ids = await stationIdsOf(driver)
  const filter = { ...proposeFilter('amazon', 'basic', 'America/New_York', ids), speed: '3X' }
  const { status } = await driver.call('PUT', '/filters/amazon', { baseVersion, filter })
  assert.equal(status, 200)
  return ids
}
/** What a sync found and did. */
const came = ({ added, removed, filterGone, filterRemoved }: Answers['sync']) => [
  added,
  removed,
  filterGone,
  filterRemoved,
]
const sync = (driver: SyncDriver, confirmed = true) =>
  driver.call<Answers['sync']>('POST', '/platforms/sync', { confirmed })

test('what the platform takes is kept encrypted, with its stations; neither password nor token comes back', async () => {
  const driver = await world.enter()
  assert.deepEqual(await driver.account(), {
    platform: 'market',
    instance: null,
    connected: false,
    state: 'none',
    email: null,
    byCode: false,
    connectedAt: null,
    stations: 0,
    syncedAt: null,
    months: [],
  })
  const { secret } = await openAccount()
  const earlier = realNow()
  const { status, body } = await driver.connect({ ...secret, email: `  ${secret.email} ` })
  assert.equal(status, 200)
  const account = await driver.account()
  assert.deepEqual(body, account)
  assert.deepEqual(
    [account.connected, account.state, account.email, account.stations],
    [true, 'connected', secret.email, (await stationIdsOf(driver)).length],
  )
  assert.ok(account.stations > 0)
  assert.ok(account.connectedAt! >= earlier && account.syncedAt === account.connectedAt)
  const row = await rowOf(driver)
  assert.ok(row?.sealed_password && row.sealed_tokens)
  assert.ok(!row.sealed_password.includes(secret.password) && !row.sealed_tokens.includes('accessToken'))
  assert.ok(!JSON.stringify(body).includes(secret.password))
  assert.ok(!world.http.logger.join('\n').includes(secret.password))
})

test('what the platform does not take is not kept, and says why', async () => {
  const driver = await world.enter()
  const { secret, marketId } = await openAccount()
  const refused = async (given: typeof secret, status: number, code: string) => {
    const answer = await driver.connect(given)
    assert.deepEqual([answer.status, answer.body.code], [status, code])
    assert.equal(await rowOf(driver), undefined)
    assert.equal((await driver.account()).state, 'none')
  }
  await refused({ ...secret, password: 'wrong' }, 422, 'platforms.sign_in_refused')
  await refused({ ...secret, email: 'nobody@example.com' }, 422, 'platforms.sign_in_refused')
  await world.market('POST', `/admin/drivers/${marketId}/require-human`)
  await refused(secret, 409, 'platforms.human_needed')
  for (const faults of [{ unavailable: 1 }, { drop: 1 }, { truncate: 1 }]) {
    await world.market('PUT', '/admin/faults', faults)
    await refused(secret, 503, 'platforms.unavailable')
  }
  await world.market('PUT', '/admin/faults', {})
})

test('a refused try leaves the account that is there as it was', async () => {
  const driver = await world.enter()
  const { secret } = await openAccount()
  await driver.connect(secret)
  const earlier = await rowOf(driver)
  assert.equal((await driver.connect({ ...secret, password: 'wrong' })).status, 422)
  assert.deepEqual(await rowOf(driver), earlier)
})

test('another account takes the place of the first one with its stations', async () => {
  const driver = await world.enter()
  const first = await openAccount('miami')
  await driver.connect(first.secret)
  const inMiami = await stationIdsOf(driver)
  const second = await openAccount('seattle')
  await driver.connect(second.secret)
  const inSeattle = await stationIdsOf(driver)
  assert.ok(inSeattle.length > 0 && !inSeattle.some((id) => inMiami.includes(id)))
  assert.equal((await driver.account()).email, second.secret.email)
  assert.equal((await rowOf(driver))?.platform_driver_id, second.marketId)
})

test('while the bot does not rest nothing is changed', async () => {
  const driver = await world.enter()
  const { secret } = await openAccount()
  await driver.connect(secret)
  const earlier = await rowOf(driver)
  for (const phase of ['running', 'pending_termination'] as const) {
    await driver.work(phase)
    for (const answer of [
      await driver.connect((await openAccount()).secret),
      await driver.call('POST', '/platforms/account/remove'),
      await driver.call('POST', '/platforms/sync', { confirmed: true }),
    ])
      assert.deepEqual([answer.status, answer.body.code], [409, 'platforms.bot_running'])
  }
  assert.deepEqual(await rowOf(driver), earlier)
  await driver.work('cooling_down')
  assert.equal((await driver.connect(secret)).status, 200)
})

test('a bot that starts while the platform answers keeps its account and filter', async () => {
  const driver = await world.enter()
  const { secret } = await openAccount()
  await driver.connect(secret)
  await saveFilter(driver)
  const earlier = await rowOf(driver)
  for (const act of [
    async () => driver.connect((await openAccount('seattle')).secret),
    async () => sync(driver),
  ]) {
    await driver.work('not_running')
    world.during(() => driver.work('running'))
    assert.equal((await act()).status, 409)
  }
  assert.deepEqual(await rowOf(driver), earlier)
  assert.equal((await driver.call<Answers['get']>('GET', '/filters/amazon')).body.removedAt, null)
})

test('tries are limited, against guessing passwords through us', async () => {
  const driver = await world.enter()
  const { secret } = await openAccount()
  for (let n = 0; n < 10; n++)
    assert.equal((await driver.connect({ ...secret, password: `${n}` })).status, 422)
  const answer = await driver.connect(secret)
  assert.deepEqual([answer.status, answer.body.code], [429, 'request.too_many'])
  assert.ok(Number(answer.headers.get('retry-after')) > 3000)
  const other = await world.enter()
  assert.equal((await other.connect(secret)).status, 200)
})

test('disconnecting forgets secrets and stations, of this driver alone, and may be repeated', async () => {
  const driver = await world.enter()
  const other = await world.enter()
  await driver.connect((await openAccount()).secret)
  await other.connect((await openAccount()).secret)
  const kept = await stationIdsOf(other)
  for (let n = 0; n < 2; n++) {
    const { status, body } = await driver.call<Answers['account']>('POST', '/platforms/account/remove')
    assert.deepEqual([status, body.state, body.stations, body.email], [200, 'none', 0, null])
  }
  assert.equal(await rowOf(driver), undefined)
  assert.deepEqual(await stationIdsOf(driver), [])
  assert.deepEqual(await stationIdsOf(other), kept)
  const answer = await driver.call('POST', '/platforms/sync', { confirmed: true })
  assert.deepEqual([answer.status, answer.body.code], [409, 'platforms.no_account'])
})

test('a sync asks for confirmation, changes the stations, and keeps the filter while one of its stations is left', async () => {
  const driver = await world.enter()
  const { secret } = await openAccount('miami')
  await driver.connect(secret)
  const inMiami = await saveFilter(driver)
  const unconfirmed = await driver.call('POST', '/platforms/sync', { confirmed: false })
  assert.deepEqual([unconfirmed.status, unconfirmed.body.code], [422, 'platforms.not_confirmed'])
  assert.equal((await driver.call<Answers['get']>('GET', '/filters/amazon')).body.version, 1)

  const readFilter = async () => (await driver.call<Answers['get']>('GET', '/filters/amazon')).body

  assert.deepEqual(came((await sync(driver)).body), [0, 0, 0, false])
  assert.deepEqual([(await readFilter()).version, (await readFilter()).gone], [1, []])

  const [lost] = inMiami
  world.hide(lost!)
  assert.deepEqual(came((await sync(driver)).body), [0, 1, 1, false])
  const marked = await readFilter()
  assert.deepEqual([marked.version, marked.filter.speed, marked.removedAt], [1, '3X', null])
  const [gone, ...others] = marked.gone
  assert.deepEqual([gone?.id, others], [lost, []])
  assert.match(gone!.code, /^[A-Z]{3}\d$/, 'it is called as it was')
  world.hide(null)
  assert.deepEqual(came((await sync(driver)).body), [1, 0, 0, false])
  assert.deepEqual((await readFilter()).gone, [])

  await world.open(secret, 'seattle')
  const moved = await sync(driver)
  const inSeattle = await stationIdsOf(driver)
  assert.deepEqual(
    [...came(moved.body), moved.body.account.stations],
    [inSeattle.length, inMiami.length, inMiami.length, true, inSeattle.length],
  )
  const removed = await readFilter()
  assert.deepEqual([removed.version, removed.savedAt, removed.filter.speed], [2, null, '1X'])
  assert.ok(removed.removedAt !== null)
  await assert.rejects(world.bots.startBot(driver.id, { mode: 'regular', liveLog: true }), {
    code: 'bot.no_filter',
  })
  const none = await driver.call('POST', '/filters/amazon/restore')
  assert.deepEqual([none.status, none.body.code], [422, 'filters.invalid'])
  await world.open(secret, 'miami')
  await sync(driver)
  const back = await driver.call<Answers['restore']>('POST', '/filters/amazon/restore')
  assert.deepEqual([back.body.version, back.body.lost, back.body.filter.speed], [3, 0, '3X'])
  assert.deepEqual(await stationIdsOf(driver), inMiami)
})

test('an expired token is renewed on the way', async () => {
  const driver = await world.enter()
  const { secret, marketId } = await openAccount()
  await driver.connect(secret)
  const earlier = await rowOf(driver)
  await world.market('POST', `/admin/drivers/${marketId}/expire-token`)
  assert.equal((await sync(driver)).status, 200)
  assert.notDeepEqual((await rowOf(driver))?.sealed_tokens, earlier?.sealed_tokens)
  assert.deepEqual((await rowOf(driver))?.sealed_password, earlier?.sealed_password)
})

test('a sync that the platform fails changes nothing', async () => {
  const driver = await world.enter()
  await driver.connect((await openAccount()).secret)
  const ids = await saveFilter(driver)
  await world.market('PUT', '/admin/faults', { unavailable: 1 })
  const answer = await driver.call('POST', '/platforms/sync', { confirmed: true })
  await world.market('PUT', '/admin/faults', {})
  assert.deepEqual([answer.status, answer.body.code], [503, 'platforms.unavailable'])
  assert.deepEqual(await stationIdsOf(driver), ids)
  assert.equal((await driver.call<Answers['get']>('GET', '/filters/amazon')).body.removedAt, null)
})

test('another account connected during a sync is not given the stations of the first one', async () => {
  const driver = await world.enter()
  await driver.connect((await openAccount('miami')).secret)
  await saveFilter(driver)
  const { secret } = await openAccount('seattle')
  world.during(async () => assert.equal((await driver.connect(secret)).status, 200))
  assert.equal((await sync(driver)).status, 503)
  assert.equal((await driver.account()).email, secret.email)
  assert.equal((await driver.call<Answers['get']>('GET', '/filters/amazon')).body.removedAt, null)
})

// Last: it resets the market for everybody.
test('a sign-in that the platform refuses any more shows as refused and is mended by connecting again', async () => {
  const driver = await world.enter()
  const { secret } = await openAccount()
  await driver.connect(secret)
  await saveFilter(driver)
  await world.market('POST', '/admin/reset', { scenario: 'quiet' })
  const fresh = { ...secret, password: 'changed at the platform' }
  await world.open(fresh, 'miami')
  const answer = await driver.call('POST', '/platforms/sync', { confirmed: true })
  assert.deepEqual([answer.status, answer.body.code], [422, 'platforms.sign_in_refused'])
  const { connected, state, email } = await driver.account()
  assert.deepEqual([connected, state, email], [false, 'refused', secret.email])
  assert.equal((await rowOf(driver))?.sealed_tokens, null)
  assert.equal((await driver.call<Answers['get']>('GET', '/filters/amazon')).body.removedAt, null)
  assert.equal((await driver.connect(fresh)).status, 200)
  assert.equal((await driver.account()).state, 'connected')
  assert.equal((await sync(driver)).status, 200)
})
