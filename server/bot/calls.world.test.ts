import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { HOUR_MS } from '@madruga/core/time.ts'
import { testDatabase } from '../db/testing.ts'
import type { TestDatabase } from '../db/testing.ts'
import { createNotify } from '../notify.ts'
import type { Notify } from '../notify.ts'
import { notifyDeps } from '../notify/testing.ts'
import { botWorld, offerAt } from './testing.ts'
import type { BotWorld } from './testing.ts'
import { until } from '../kit/testing.ts'

/** A Friday noon in New York. */
const NOON = Date.UTC(2026, 10, 20, 17)

let fresh: TestDatabase
let world: BotWorld
let notify: Notify
before(async () => {
  fresh = await testDatabase()
  notify = await createNotify({
    ...notifyDeps(fresh),
    clock: { now: () => world?.clock.now() ?? NOON, after: () => () => {} },
    sends: true,
  })
  world = await botWorld(fresh, { now: NOON, notify })
})
after(async () => {
  await world.close()
  await notify.close()
  await fresh.drop()
})

/**
 * A driver with a proven phone whose bot wins a block, by these alerts of their profile; answers what the
 * gateways were given.
 */
async function win(id: string, phone: string, callAlert: boolean) {
  await world.addDriver(id)
  const db = fresh.database.kysely
  await sql`update drivers set phone = ${phone}, phone_confirmed = true where id = ${id}`.execute(db)
  const alerts = { callAlert, emailAlert: true, reminderMinutes: null }
  await db.transaction().execute((tx) => notify.saveAlerts(tx, id, alerts))
  await world.bots.startBot(id, { mode: 'regular', liveLog: true })
  await world.until(async () => (await world.rowOf(id))?.phase === 'running', 'running')
  const offer = offerAt(world.clock.now() + 3 * HOUR_MS)
  world.platform.list = [offer]
  await until(async () => {
    await world.advance(1_000)
    const { messages } = await notify.listReceived({ limit: 50 })
    return messages.some((each) => each.channel === 'email' && each.recipient === `${id}@example.com`)
  }, 'the e-mail received')
  await world.bots.stopBot(id)
  await world.until(async () => (await world.rowOf(id))?.phase === 'cooling_down', 'stopped')
  const { rows } = await sql<{ channel: string }>`
    select distinct channel from outbox where driver_id = ${id} order by 1`.execute(db)
  return rows.map((row) => row.channel)
}

test('the call alert is on: a won block rings, from the win to the gateway, and says what was won', async () => {
  assert.deepEqual(await win('rings', '13055550142', true), ['call', 'email'])
  await until(async () => {
    const { messages } = await notify.listReceived({ limit: 50 })
    return messages.some((each) => each.channel === 'call')
  }, 'the call placed')
  const { messages } = await notify.listReceived({ limit: 50 })
  const calls = messages.filter((each) => each.channel === 'call')
  assert.deepEqual(
    calls.map((each) => each.recipient),
    ['+13055550142'],
  )
  assert.match(calls[0]?.text ?? '', /block/i)
})

test('the call alert is off: a won block comes by e-mail, and no one is called', async () => {
  assert.deepEqual(await win('quiet', '13055550143', false), ['email'])
})
