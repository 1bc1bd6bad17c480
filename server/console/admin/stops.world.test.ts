import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import { createAdmin } from '../admin.ts'
import type { Admin } from '../admin.ts'
import { botWorld } from '../../bot/testing.ts'
import type { BotWorld } from '../../bot/testing.ts'
import { testDatabase } from '../../db/testing.ts'
import type { TestDatabase } from '../../db/testing.ts'
import { startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { retryJobs } from '../../jobs.ts'

// No job runs here: the operator's change itself must stop them.
const NOON = Date.UTC(2026, 10, 20, 17)
const OPERATOR = { id: 'operator', name: 'olivia@example.com' }
const REGULAR = { mode: 'regular', liveLog: true } as const

let fresh: TestDatabase
let world: BotWorld
let http: TestHttp
let admin: Admin
const faults: string[] = []
let broken = false
before(async () => {
  fresh = await testDatabase()
  world = await botWorld(fresh, { now: NOON })
  const { clock, database, bots } = world
  http = await startTestHttp({ beside: { database: fresh }, clock })
  const { accounts, notify, support } = http.world
  admin = createAdmin({
    db: database.kysely,
    clock,
    accounts,
    support,
    notify,
    retryJobs,
    version: '0.3.0',
    stopBot: (driverId) =>
      broken ? Promise.reject(new Error('no way')) : bots.stopBot(driverId, 'suspended'),
    stopDue: () => (broken ? Promise.reject(new Error('no way')) : bots.sweeps.stopDue()),
    endSession: () => {},
    onFault: (_error, what) => faults.push(what),
  })
})
after(async () => {
  await http.stop()
  await world.close()
  await fresh.drop()
})

async function hunting(id: string): Promise<void> {
  await world.addDriver(id)
  await world.bots.startBot(id, REGULAR)
  await world.advance(MINUTE_MS)
  await world.until(async () => (await world.bots.readBot(id)).phase === 'running', `${id} runs`)
}
const stateOf = async (id: string) => {
  const { phase, reason } = await world.bots.readBot(id)
  return [phase === 'pending_termination' || phase === 'cooling_down' ? 'stopped' : phase, reason]
}
const refusedAs = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

for (const status of ['suspended', 'inactive'] as const)
  test(`a driver who is made ${status} searches no more from that moment on, and cannot start`, async () => {
    await hunting(status)
    const row = await admin.setStatus(OPERATOR, { id: status, status, reason: 'Invoice' })
    assert.equal(row.status, status)
    assert.deepEqual(await stateOf(status), ['stopped', 'suspended'])
    await world.advance(2 * MINUTE_MS)
    await assert.rejects(world.bots.startBot(status, REGULAR), refusedAs(`bot.${status}`))
    await admin.setStatus(OPERATOR, { id: status, status: 'active', reason: 'Paid' })
    await world.bots.startBot(status, REGULAR)
  })

test('the kill switch stops every bot at once and lets none start until it is off', async () => {
  const ids = ['kill1', 'kill2', 'kill3']
  for (const id of ids) await hunting(id)
  await admin.setKilled(OPERATOR, { killed: true, reason: 'The platform asked for it' })
  await admin.idle()
  for (const id of ids) assert.deepEqual(await stateOf(id), ['stopped', 'kill_switch'])
  await world.advance(2 * MINUTE_MS)
  await assert.rejects(world.bots.startBot('kill1', REGULAR), refusedAs('bot.server_unavailable'))
  await admin.setKilled(OPERATOR, { killed: false, reason: 'Over' })
  await world.bots.startBot('kill1', REGULAR)
})

test('closed servers refuse starts and leave the bots at work alone', async () => {
  await hunting('working')
  await world.addDriver('waiting')
  await admin.setService(OPERATOR, { serverAvailable: false, reason: 'Update' })
  assert.deepEqual(await stateOf('working'), ['running', null])
  await assert.rejects(world.bots.startBot('waiting', REGULAR), refusedAs('bot.server_unavailable'))
  await admin.setService(OPERATOR, { serverAvailable: true, reason: 'Done' })
  await world.bots.startBot('waiting', REGULAR)
})

test('a stop that fails keeps the change, is reported, and is repeated by the sweep', async () => {
  await hunting('stubborn')
  broken = true
  const row = await admin.setStatus(OPERATOR, { id: 'stubborn', status: 'suspended', reason: 'Invoice' })
  await admin.setKilled(OPERATOR, { killed: true, reason: 'Trouble' })
  await admin.idle()
  broken = false
  await admin.setKilled(OPERATOR, { killed: false, reason: 'Over' })
  assert.equal(row.status, 'suspended')
  assert.deepEqual(faults, ['a bot is not stopped yet', 'the bots are not all stopped yet'])
  assert.deepEqual(await stateOf('stubborn'), ['running', null])
  await world.bots.sweeps.stopDue()
  assert.deepEqual(await stateOf('stubborn'), ['stopped', 'suspended'])
})

test('the fleet is counted as it is', async () => {
  const { phases, starting, drivers, workers } = await admin.readFigures()
  const { rows } = await world.database.pool.query<{ phase: string; bots: number }>(
    'select phase, count(*)::int as bots from bots group by phase',
  )
  for (const { phase, bots } of rows) assert.equal(phases[phase as keyof typeof phases], bots)
  assert.equal(
    Object.values(phases).reduce((sum, count) => sum + count, 0),
    rows.reduce((sum, row) => sum + row.bots, 0),
  )
  assert.equal(drivers, 8)
  const owned = workers.reduce((sum, worker) => sum + worker.bots, 0)
  assert.ok(owned > 0)
  assert.equal(owned + starting, phases.running + phases.preparing)
})
