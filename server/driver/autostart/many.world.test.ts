import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { createAutostart } from '../autostart.ts'
import type { AutostartDeps } from '../autostart.ts'
import { testDatabase } from '../../db/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { createLogger } from '../../kit/logger.ts'

const fresh = await testDatabase()
after(() => fresh.drop())

/** Tasks of this many drivers that have been due on each of the last `days` days. */
async function addTasks(count: number, days: number): Promise<void> {
  const { pool } = fresh.database
  await pool.query(
    `insert into drivers (id, name, email) select 'd' || n, 'Driver', 'd' || n || '@example.com' from generate_series(1, $1::int) n`,
    [count],
  )
  await pool.query(
    `insert into autostart_tasks (id, driver_id, action, mode, minute, time_zone, from_day, to_day, next_day, next_at)
     select 't' || n, 'd' || n, 'start', 'regular', 300, 'UTC', day, current_date - 1, day, day + interval '5 hours'
     from generate_series(1, $1::int) n, lateral (select current_date - $2::int as day) as f`,
    [count, days],
  )
}

test('one sweep does all that is due, however many drivers and days; one that fails keeps no one waiting', async () => {
  await addTasks(1_100, 2)
  const { kysely: db } = fresh.database
  const failed: string[] = []
  const runTask: AutostartDeps['bots']['runTask'] = async (driverId, turn) => {
    if (driverId === 'd1') failed.push(driverId)
    if (driverId === 'd1') throw new Error('no')
    return await db.transaction().execute(async (tx) => {
      if (!(await turn.claim(tx))) return false
      await turn.settle(tx, { outcome: 'done', refusal: null, lateMs: 0 })
      return true
    })
  }
  const autostart = createAutostart({
    db,
    clock: systemClock,
    settings: DEFAULT_SETTINGS,
    bots: { runTask },
    notify: { announce: async () => {} },
    logger: createLogger({ level: 'silent', style: 'plain' }),
  })
  await autostart.fireDue()
  const { rows } = await fresh.database.pool.query<{ firings: number; drivers: number }>(
    'select count(*)::int as firings, count(distinct driver_id)::int as drivers from autostart_firings',
  )
  assert.deepEqual(rows, [{ firings: 2_198, drivers: 1_099 }])
  assert.deepEqual(failed, ['d1'])
})
