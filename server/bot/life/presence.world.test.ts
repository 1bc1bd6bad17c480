import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '../../db/testing.ts'
import { leaveOnline } from './presence.ts'
import { readBotRow } from '../store/bots.ts'
import { botWorld } from '../testing.ts'
import { until } from '../../kit/testing.ts'

const NOON = Date.UTC(2026, 10, 24, 17)
const PLACE = { latitude: 25.77, longitude: -80.19 }

/** What the platform was told, oldest first. */
let calls: unknown[] = []
let isOnline = false
const fresh = await testDatabase()
const world = await botWorld(fresh, { now: NOON, savedPlace: async () => PLACE })
world.platform.setLocation = async (_tokens, place) => {
  calls.push(place)
  return { ok: true, value: null }
}
world.platform.setOnline = async (_tokens, online) => {
  calls.push(online)
  const hasChanged = isOnline !== online
  isOnline = online
  return { ok: true, value: { changed: hasChanged } }
}
after(async () => {
  await world.close()
  await fresh.drop()
})

const phaseOf = async (id: string) => (await readBotRow(world.database.kysely, id))?.phase

async function runs(id: string): Promise<void> {
  calls = []
  await world.addDriver(id)
  await world.bots.startBot(id, { mode: 'regular', liveLog: true })
  await world.until(async () => (await phaseOf(id)) === 'running', 'running')
}

async function stops(id: string): Promise<void> {
  await world.bots.stopBot(id)
  await until(async () => {
    await world.advance(1_000)
    return (await phaseOf(id)) === 'cooling_down' || (await phaseOf(id)) === 'not_running'
  }, 'at rest')
}

test('a run puts its driver online at the saved place, and offline once the bot rests', async () => {
  isOnline = false
  await runs('ana')
  assert.deepEqual(calls, [PLACE, true])
  await leaveOnline(world.deps)
  assert.ok(isOnline, 'as long as the bot works')
  await stops('ana')
  await leaveOnline(world.deps)
  assert.ok(!isOnline)
  await leaveOnline(world.deps)
  assert.deepEqual(calls, [PLACE, true, false])
})

test('a driver who was online before stays online after the run', async () => {
  isOnline = true
  await runs('luis')
  await stops('luis')
  await leaveOnline(world.deps)
  assert.deepEqual(calls, [PLACE, true])
})

test('a driver goes offline after an outage of the platform', async () => {
  isOnline = false
  await runs('mia')
  await stops('mia')
  const { setOnline } = world.platform
  const problem = { trouble: 'unavailable', retryAfterMs: null, challengeId: null, detail: null } as const
  world.platform.setOnline = async () => ({ ok: false, problem })
  await leaveOnline(world.deps)
  assert.ok(isOnline)
  world.platform.setOnline = setOnline!
  await leaveOnline(world.deps)
  assert.ok(!isOnline)
})
