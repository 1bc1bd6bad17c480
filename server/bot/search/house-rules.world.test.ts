import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { NO_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import { announceHouseRules } from '../life/announce.ts'
import { readHeld } from '../store/facts.ts'
import { offerAt, startBotWorld } from '../testing.ts'
import { until } from '../../kit/testing.ts'

/** A bot at an instance whose operator changes the rules of the house while it searches. */

const NOON = Date.UTC(2026, 10, 24, 17)
const PLATFORM = 'coopcycle:cargohouse'
const world = await startBotWorld({ now: NOON })
const db = world.database.kysely
Object.assign(world.platform, { name: PLATFORM })

async function setRules(rules: Partial<HouseRules>): Promise<void> {
  const stored = JSON.stringify({ ...NO_HOUSE_RULES, ...rules })
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into platform_instances (id, kind, name, base_url, options, authorised_by, authorised_on,
        max_requests_per_minute, allow_private, house_rules)
      values ('cargohouse', 'coopcycle', 'Cargo House', 'https://cargo.example', '{}', 'Marta', '2026-11-01', 60,
        false, ${stored}::jsonb)
      on conflict (id) do update set house_rules = excluded.house_rules`.execute(tx)
    await announceHouseRules(tx, PLATFORM)
  })
}

async function judged(driverId: string, type: string, offerId: string) {
  const find = async () =>
    (await world.linesOf(driverId)).find(
      (line) => line.type === type && 'offer' in line.data && line.data.offer.id === offerId,
    )
  await until(async () => {
    await world.advance(1_000)
    return (await find()) !== undefined
  }, `${type} of ${offerId}`)
  const line = await find()
  assert.ok(line && 'rules' in line.data)
  return line.data.rules.filter(({ passed }) => !passed).map(({ rule, limit }) => `${rule} ${limit}`)
}

test('a rule of the house holds at once for a bot that searches, and so does its end', async () => {
  await setRules({ maxHoursPerDay: 2 })
  await world.addDriver('ana')
  await world.bots.startBot('ana', { mode: 'regular', liveLog: true })
  await until(async () => {
    await world.advance(1_000)
    return world.searches() > 0
  }, 'searching')
  const offer = offerAt(NOON + 5 * HOUR_MS)
  world.platform.list = [offer]
  assert.deepEqual(await judged('ana', 'offer.ignored', offer.id), ['house_day 120'])
  await setRules({})
  assert.deepEqual(await judged('ana', 'offer.accepted', offer.id), [])
})

const insert = (id: string, waiting: string, startAt: number) => sql`
  insert into attempts (driver_id, gen, epoch, platform, offer_id, offer, rules, filter_version, state, waiting)
  values ('luis', 1, 1, ${PLATFORM}, ${id}, ${JSON.stringify(offerAt(startAt, { id }))}::jsonb, '[]', 1,
    'waiting', ${waiting})`

test('a place on a wait list is held as one, and another accept as a block', async () => {
  await world.addDriver('luis')
  await insert('full', 'waitlisted', NOON + 30 * HOUR_MS).execute(db)
  await insert('asked', 'pending', NOON + 60 * HOUR_MS).execute(db)
  assert.deepEqual(
    (await readHeld(db, 'luis', NOON)).map(({ isWaitListed }) => isWaitListed ?? false),
    [true, false],
  )
})
