import { sql } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

type Block = Outputs['admin']['driverBlocks']['blocks'][number]
type Access = Outputs['admin']['driverAccess']

/**
 * A driver's blocks, the latest start first; those that start with the last of a page are on it too, so that
 * the next page misses none.
 */
export async function readBlocks(
  db: Db,
  driverId: string,
  { limit, before }: { limit: number; before: Timestamp | undefined },
): Promise<Block[]> {
  const further = before === undefined ? sql`` : sql`and b.start_at < ${new Date(before)}`
  const { rows } = await sql<Block>`
    select b.id, coalesce(s.code, b.station_id) as station, coalesce(s.name, '') as "stationName",
      s.time_zone as "timeZone", b.start_at as "startAt", b.end_at as "endAt", b.pay_cents as "payCents",
      b.tip_cents as "tipCents", b.pay_basis as "payBasis", b.currency, b.end_estimated as "endEstimated", b.state, b.accepted_at as "acceptedAt"
    from blocks b left join stations s on s.platform = b.platform and s.id = b.station_id
    where b.driver_id = ${driverId} ${further}
    order by b.start_at desc fetch first ${limit} rows with ties`.execute(db)
  return rows
}

/** A driver's valid sessions, the last used first. */
export async function readSessions(db: Db, driverId: string, now: Timestamp): Promise<Access['sessions']> {
  const { rows } = await sql<Access['sessions'][number]>`
    select user_agent as "userAgent", created_at as "createdAt", updated_at as "seenAt",
      expires_at as "expiresAt"
    from sessions where driver_id = ${driverId} and expires_at > ${new Date(now)}
    order by updated_at desc`.execute(db)
  return rows
}

/** A driver's filter versions, newest first. */
export async function readFilters(db: Db, driverId: string, most: number): Promise<Access['filters']> {
  const { rows } = await sql<Access['filters'][number]>`
    select variant as app, version, body ->> 'plan' as plan,
      case jsonb_typeof(body -> 'stations') when 'array' then jsonb_array_length(body -> 'stations') end as stations,
      saved_at as "savedAt", removed
    from filters where driver_id = ${driverId} order by saved_at desc, version desc limit ${most}`.execute(db)
  return rows
}
