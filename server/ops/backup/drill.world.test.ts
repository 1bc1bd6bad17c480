import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startMarket } from '@madruga/simulator/running-market.ts'
import { proposeFilter } from '@madruga/core/filters.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { startBackOffice } from '../../money/billing/testing/back-office.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db.ts'
import { testDatabase } from '../../db/testing.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import { createLogger } from '../../kit/logger.ts'
import { checkLedger } from '../../money/ledger.ts'
import { connectAccount, createMarketPlatform, saveStations } from '../../platforms.ts'
import { systemClock } from '../../kit/clock.ts'
import { createWorld } from '../../world.ts'
import type { Overrides, World } from '../../world.ts'
import { backUpDatabase } from './dump.ts'
import { backUpKeyRing, restoreKeyRing } from './key-file.ts'
import { restoreDatabase } from './restore.ts'
import { realNow, until } from '../../kit/testing.ts'

/** The drill of docs/runbook.md: a backup while drivers win and pay, restored and started elsewhere. */

const PASSWORD = 'lantern otter 93'
const folder = mkdtempSync(join(tmpdir(), 'madruga-drill-'))
const market = await startMarket({ scenario: 'quiet' })
const backOffice = await startBackOffice(new Date(realNow()).toISOString())
const { http } = backOffice.harness
const source = http.database
const target = await testDatabase()
const worlds: World[] = []
after(async () => {
  for (const world of worlds) await world.close()
  await backOffice.stop()
  await market.stop()
  await target.drop()
  rmSync(folder, { recursive: true })
})

/** A process that searches. */
async function startBots(
  databaseUrl: string,
  env: Record<string, string>,
  keyRing?: KeyRing,
): Promise<World> {
  const overrides: Overrides = {
    databaseUrl,
    marketUrl: market.url,
    logger: createLogger({ level: 'silent', style: 'plain' }),
    ...(keyRing && { keyRing }),
  }
  // The daily stop would make the drill depend on the hour.
  const config = readConfig({ SETTINGS: '{"dailyStop":null}', DATA_DIR: folder, ...env }, [])
  const world = await createWorld({ ...config, role: 'bot' }, overrides)
  worlds.push(world)
  return world
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const post = { method: 'POST', headers, body: JSON.stringify(body) }
  const reply = await fetch(market.url + path, body === undefined ? {} : post)
  assert.ok(reply.ok, `${path}: ${reply.status}`)
  return (await reply.json()) as T
}

/** Connects a driver of ours to the market, with a filter that takes every block; returns their station. */
async function connect(driverId: string): Promise<string> {
  const { database, keyRing } = http.world
  const db = database.kysely
  const secret = { email: `${driverId}@example.com`, password: 'a password' }
  await ask('/admin/drivers', { ...secret, variant: 'amazon', metro: 'miami' })
  const platform = createMarketPlatform({ url: market.url, clock: systemClock })
  await connectAccount(db, keyRing, { driverId, variant: 'amazon', platform: platform.name, secret })
  const signedIn = await platform.signIn(secret)
  assert.ok(signedIn.ok)
  const stations = await platform.stations(signedIn.value, 'amazon')
  assert.ok(stations.ok)
  await saveStations(db, driverId, platform.name, 'amazon', stations.value)
  const filter = proposeFilter(
    'amazon',
    'basic',
    'America/New_York',
    stations.value.map(({ id }) => id),
  )
  // What is placed days ahead may start at any hour, as the drill may run at any.
  filter.schedule.days = filter.schedule.days.map((day) => ({ ...day, allDay: true, ranges: [] }))
  const row = { driver_id: driverId, variant: 'amazon', version: 1, body: JSON.stringify(filter) } as const
  await db.insertInto('filters').values(row).execute()
  await platform.close()
  return stations.value[0]!.id
}

let placed = 0
/** Places a block that no one else takes, days apart from the others, and waits until our rows hold it. */
async function win({ database }: Pick<World, 'database'>, stationId: string): Promise<void> {
  const start = realNow() + (280 + ++placed * 30) * HOUR_MS
  const times = { start: new Date(start).toISOString(), end: new Date(start + 3 * HOUR_MS).toISOString() }
  const { offerId } = await ask<{ offerId: string }>('/admin/offers', {
    stationId,
    kind: 'block',
    payCents: 9_000,
    ...times,
  })
  const isWon = async () => (await blocksOf(database.pool)).some((block) => block.offer_id === offerId)
  await until(isWon, 'the bot wins what it is offered')
}

type Rows = Pick<World['database']['pool'], 'query'>

async function blocksOf(pool: Rows) {
  const { rows } = await pool.query<{ platform_block_id: string; offer_id: string }>(
    'select platform_block_id, offer_id, state, attempt_id, pay_cents from blocks order by offer_id',
  )
  return rows
}

async function booksOf(pool: Rows) {
  const { rows } = await pool.query(
    `select a.kind, a.driver_id, a.balance_cents, coalesce(sum(l.amount_cents), 0) as posted
     from ledger_accounts a left join ledger_lines l on l.account_id = a.id group by a.id order by a.id`,
  )
  return rows
}

/** What another session sees of the backup's snapshot. */
async function readSnapshot(snapshot: string) {
  const client = await source.database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    await client.query(`set transaction snapshot '${snapshot}'`)
    return { blocks: await blocksOf(client), books: await booksOf(client) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('a backup under load, restored elsewhere and started, has its books and blocks, and adopts what was won since', async () => {
  const ringFile = join(folder, 'ring.json')
  const { current, keys, roots } = http.world.keyRing
  writeFileSync(
    ringFile,
    JSON.stringify({
      current,
      keys: Object.fromEntries([...keys].map(([id, key]) => [id, key.toString('base64')])),
      roots: roots.map(({ key, since }) => ({ key: key.toString('base64'), since })),
    }),
  )
  const driverId = await backOffice.harness.addDriver()
  const stationId = await connect(driverId)
  const before = await startBots(source.url, {}, http.world.keyRing)
  await before.bots.startBot(driverId, { mode: 'regular', liveLog: true })
  await win(before, stationId)
  await backOffice.buy(driverId)

  const moments: Awaited<ReturnType<typeof readSnapshot>>[] = []
  await backUpDatabase(source.database, join(folder, 'backup'), http.world.keyRing, async (snapshot) => {
    moments.push(await readSnapshot(snapshot))
    await win(before, stationId)
    await backOffice.buy(driverId)
  })
  const [moment] = moments
  assert.ok(moment)
  await win(before, stationId)
  assert.deepEqual([moment.blocks.length, (await blocksOf(source.database.pool)).length], [1, 3])
  assert.notDeepEqual(await booksOf(source.database.pool), moment.books)
  backUpKeyRing(ringFile, join(folder, 'ring.copy'), PASSWORD)
  await before.close()

  const restoring = openDatabase(target.url, { max: 1 })
  const taken = { replace: true, unsigned: false, ring: http.world.keyRing }
  await restoreDatabase(restoring, join(folder, 'backup'), taken)
  assert.deepEqual(await blocksOf(restoring.pool), moment.blocks)
  assert.deepEqual(await booksOf(restoring.pool), moment.books)
  assert.deepEqual(await checkLedger(restoring.kysely), await checkLedger(source.database.kysely))
  await restoring.close()
  const keyRingFile = join(folder, 'restored-ring.json')
  await assert.rejects(
    startBots(target.url, { KEY_RING_FILE: keyRingFile }),
    /No key ring at .*restored-ring/,
  )
  restoreKeyRing(join(folder, 'ring.copy'), keyRingFile, PASSWORD)

  const again = await startBots(target.url, { KEY_RING_FILE: keyRingFile })
  const { blocks: held } = await ask<{ blocks: { blockId: string }[] }>('/admin/blocks')
  assert.equal(held.length, 3)
  // No job compares here: the search does, before its first poll.
  await until(async () => (await blocksOf(again.database.pool)).length === 3, 'the search adopts them')
  assert.deepEqual(
    (await blocksOf(again.database.pool)).map((block) => block.platform_block_id).toSorted(),
    held.map((block) => block.blockId).toSorted(),
  )
  assert.equal(await again.bots.countAdopted(), 2)
})
