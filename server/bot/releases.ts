import { sql } from 'kysely'
import type { BotDeps, Db } from './deps.ts'
import type { Counted } from './settle.ts'
import { applyInput } from './steps.ts'
import type { Stepped } from './steps.ts'
import { eachDriver } from './sweeps.ts'

/**
 * Bots at work whose driver gave back too many blocks today, through us or in the delivery app itself, since
 * the guard's last pause: they pause. The day is the driver's own, the filter the newest: releases are none
 * of a run's business.
 */
export async function guardReleases(deps: BotDeps): Promise<Stepped[]> {
  const steps: Stepped[] = []
  const over = await listReleased(deps.db, deps.clock.now())
  await eachDriver(deps, [...over.keys()], async (driverId) => {
    const stepped = await applyInput(deps, driverId, async (bot, tx) => {
      // Counted again under the lock: another process may have paused it meanwhile.
      const counted = (await listReleased(tx, deps.clock.now(), driverId)).get(driverId)
      if (counted === undefined) return null
      const { count, pauseMinutes } = counted
      return { bot, input: { type: 'guarded', reason: 'guard_releases', count, pauseMinutes } }
    })
    if (stepped) steps.push(stepped)
  })
  return steps
}

/**
 * Bots at work whose driver gave back too many blocks today, through us or in the delivery app itself, since
 * the guard's last pause.
 */
async function listReleased(db: Db, now: number, driverId?: string): Promise<Map<string, Counted>> {
  const at = new Date(now)
  const only = driverId === undefined ? sql`true` : sql`b.driver_id = ${driverId}`
  const { rows } = await sql<Counted & { driverId: string }>`
    with guarded as (
      select b.driver_id, (f.body->'guards'->>'pauseAfterReleases')::int as most,
        (f.body->'guards'->>'pauseMinutes')::int as pause_minutes,
        greatest(coalesce(b.guarded_at, '-infinity'),
          date_trunc('day', ${at}::timestamptz at time zone d.time_zone) at time zone d.time_zone) as since
      from bots b join drivers d on d.id = b.driver_id
      cross join lateral (select body, removed from filters f
        where f.driver_id = b.driver_id and f.variant = b.variant order by version desc limit 1) as f
      where b.phase in ('running', 'sleeping') and not f.removed and ${only}
        and (f.body->'guards'->>'pauseAfterReleases')::int > 0
    ), counted as (
      select g.*, (select count(*)::int from blocks k left join releases r on r.block_id = k.id
        where k.driver_id = g.driver_id and k.state = 'forfeited' and coalesce(r.at, k.forfeited_at) > g.since) as count
      from guarded g
    )
    select driver_id as "driverId", count, most, pause_minutes as "pauseMinutes" from counted where count >= most`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.driverId, row]))
}
