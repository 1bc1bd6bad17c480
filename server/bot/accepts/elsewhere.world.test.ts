import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { HOUR_MS } from '@madruga/core/time.ts'
import { readHeld } from '../store/facts.ts'
import { offerAt, startBotWorld } from '../testing.ts'
import { readBack } from './undecided.ts'

const world = await startBotWorld({ now: Date.UTC(2026, 10, 24, 17) })
const db = world.database.kysely

test('what is open at a platform that the driver has left is given up, and its time is free', async () => {
  await world.addDriver('mia')
  await db.insertInto('bots').values({ driver_id: 'mia', variant: 'amazon' }).execute()
  const now = world.clock.now()
  const offer = offerAt(now + 3 * HOUR_MS)
  const { id, stationId, kind, payCents, tipCents } = offer
  const intent = { driver_id: 'mia', platform: 'left', offer_id: id }
  await db
    .insertInto('attempts')
    .values({
      ...intent,
      offer: JSON.stringify(offer),
      rules: '[]',
      gen: 1,
      epoch: 1,
      filter_version: 1,
      state: 'waiting',
      waiting: 'waitlisted',
      read_at: new Date(now),
    })
    .execute()
  const begunAt = new Date(now - HOUR_MS)
  await sql`
    insert into blocks (id, driver_id, platform, platform_block_id, offer_id, station_id, kind, start_at, end_at,
      end_estimated, pay_cents, tip_cents, state)
    values ('mias-job', 'mia', 'left', 'job', 'job', ${stationId}, ${kind}, ${begunAt},
      ${new Date(now + HOUR_MS)}, true, ${payCents}, ${tipCents}, 'held')`.execute(db)
  assert.equal((await readHeld(db, 'mia', now)).length, 2)

  await readBack(world.deps)
  const [line] = await world.linesOf('mia')
  assert.equal(line?.type === 'offer.missed' && line.data.cause, 'unavailable')
  const spans = await readHeld(db, 'mia', now)
  assert.deepEqual(
    spans.filter(({ endAt: until, isOpen }) => isOpen || until > now),
    [],
  )
})
