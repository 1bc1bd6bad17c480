import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { BillingOperation } from '../model.ts'

const ATTEMPT = `
  insert into attempts (driver_id, platform, offer_id, offer, rules, gen, epoch, filter_version, state, created_at)
  values ($1, 'market', $2, '{}', '[]', 1, 1, 1, 'accepted', $3) returning id`
const BLOCK = `
  insert into blocks (id, driver_id, platform, platform_block_id, offer_id, attempt_id, station_id, kind, start_at, end_at, pay_cents, accepted_at)
  values ($1, $2, 'market', $1, $1, $3, 'VAN1', 'block', $4, $5, 9000, $6)`
const INSTANT_DAY = `
  insert into instant_days (driver_id, day, first_at)
  select id, ($2::timestamptz at time zone time_zone)::date, $2 from drivers where id = $1 on conflict do nothing`
const CHECK_IN =
  'insert into check_ins (block_id, driver_id, asked_at, at, fee_cents) values ($1, $2, $3, $3, $4)'
const WRONG_CHECK_INS = `
  delete from check_ins where block_id in (select id from blocks where driver_id = $1 and accepted_at > $2 order by id limit 1)`
const WRONG_BLOCK = `
  delete from blocks where id in (select id from blocks where driver_id = $1 and accepted_at > $2
    and id not in (select block_id from check_ins) order by id limit 1)`

/**
 * The bot wins blocks, instant offers are on, a check-in costs something; some of it is found out weeks late.
 */
export const work: BillingOperation = async ({ fleet, database: { pool } }, { id: driverId }, dice) => {
  const late = dice() < 0.15 ? dice() * 18 * DAY_MS : dice() * HOUR_MS
  const at = Math.floor(fleet.clock.now() - late)
  const count = 1 + Math.floor(dice() * 4)
  // Taken by the driver's own hand: nothing of it is owed but the check-in, and that only in a week without
  // an award.
  const byHand = dice() < 0.4
  try {
    for (let block = 0; block < count; block++) {
      const id = randomUUID()
      const attempt = byHand
        ? null
        : (await pool.query<{ id: number }>(ATTEMPT, [driverId, id, new Date(at)])).rows[0]!.id
      const start = at + 2 * HOUR_MS
      const times = [new Date(start), new Date(start + 3 * HOUR_MS), new Date(at)]
      await pool.query(BLOCK, [id, driverId, attempt, ...times])
      if (dice() < (byHand ? 0.8 : 0.2))
        await pool.query(CHECK_IN, [id, driverId, new Date(at), dice() < 0.8 ? 200 : 0])
    }
    if (dice() < 0.3) await pool.query(INSTANT_DAY, [driverId, new Date(at)])
  } catch {
    // The database was killed; what it kept of this is what was used.
  }
}

/** A block that was noted was never won. */
export const turnOutWrong: BillingOperation = async ({ fleet, database: { pool } }, { id: driverId }) => {
  const since = new Date(fleet.clock.now() - 15 * DAY_MS)
  for (const statement of [WRONG_CHECK_INS, WRONG_BLOCK])
    await pool.query(statement, [driverId, since]).catch(() => {})
}
