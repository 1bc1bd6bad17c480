import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { REMINDER_MINUTES } from '@madruga/core/notify.ts'
import { placeLine } from '@madruga/core/offers.ts'
import type { Pay } from '@madruga/core/offers.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { BlockDriver, BlockRow, BlockView, Db } from './model.ts'

/** Everything that screens show of a block; a check-in or release without a known answer counts as none. */
const SELECT = sql`
  select b.id, b.driver_id as "driverId", b.platform, b.platform_block_id as "platformBlockId", b.station_id as "stationId",
    coalesce(s.code, b.station_id) as "stationCode", coalesce(s.name, '') as "stationName",
    s.time_zone as "timeZone",
    case when s.id is not null then json_build_object('latitude', s.latitude, 'longitude', s.longitude) end as place,
    coalesce(s.address, '') as address, coalesce(concat_ws(', ', nullif(s.city, ''), nullif(s.state, '')), '') as city,
    b.kind, b.start_at as "startAt", b.end_at as "endAt", b.pay_cents as "payCents", b.tip_cents as "tipCents",
    b.pay_basis as "payBasis", b.currency, b.end_estimated as "endEstimated", b.miles, b.stops,
    b.state, b.accepted_at as "acceptedAt", b.attempt_id is not null as "byBot", c.at as "checkedInAt", r.at as "releasedAt",
    b.changed_at as "changedAt", b.loss,
    k.block_id is not null as "reminderSkipped"
  from blocks b left join stations s on s.platform = b.platform and s.id = b.station_id
    left join check_ins c on c.block_id = b.id left join releases r on r.block_id = b.id
    left join reminder_skips k on k.block_id = b.id`

type Selected = BlockRow & { driverId: string }

/** A row as its driver sees it. */
export function viewOf(row: BlockRow): BlockView {
  const { platform: _platform, platformBlockId: _id, driverId: _driver, ...view } = row as Selected
  return view
}

async function selectBlocks(db: Db, rest: RawBuilder<unknown>): Promise<Selected[]> {
  const { rows } = await sql<Selected>`${SELECT} ${rest}`.execute(db)
  return rows
}

/** The driver's own block; null if it does not exist or is another driver's. */
export async function readBlock(db: Db, driverId: string, id: string): Promise<BlockRow | null> {
  const rows = await selectBlocks(db, sql`where b.driver_id = ${driverId} and b.id = ${id}`)
  return rows[0] ?? null
}

/** Blocks that start in a time span, end exclusive, by start. */
export async function readStarting(
  db: Db,
  driverId: string,
  from: Timestamp,
  to: Timestamp,
): Promise<BlockRow[]> {
  return await selectBlocks(
    db,
    sql`where b.driver_id = ${driverId} and b.start_at >= ${new Date(from)} and b.start_at < ${new Date(to)}
      order by b.start_at, b.id`,
  )
}

/** Held blocks that are not over at `now` and start before `until`, by start. */
export async function readAhead(
  db: Db,
  driverId: string,
  now: Timestamp,
  until: Timestamp,
): Promise<BlockRow[]> {
  return await selectBlocks(
    db,
    sql`where b.driver_id = ${driverId} and b.state in ('held', 'checked_in') and b.end_at > ${new Date(now)}
      and b.start_at < ${new Date(until)} order by b.start_at, b.id`,
  )
}

/** The newest blocks that end after `since`, up to a limit, by start: the content of a calendar feed. */
export async function readForFeed(
  db: Db,
  driverId: string,
  since: Timestamp,
  most: number,
): Promise<BlockRow[]> {
  const rows = await selectBlocks(
    db,
    sql`where b.driver_id = ${driverId} and b.end_at > ${new Date(since)} order by b.start_at desc, b.id limit ${most}`,
  )
  return rows.toReversed()
}

/** The driver; null if there is none. */
export async function readDriver(db: Db, driverId: string): Promise<BlockDriver | null> {
  const { rows } = await sql<BlockDriver>`
    select d.id, d.variant, d.status, d.time_zone as "timeZone", d.language, n.reminder_minutes as "reminderMinutes"
    from drivers d left join notification_settings n on n.driver_id = d.id where d.id = ${driverId}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** How many blocks the bot won for the driver in a time span; blocks taken by hand do not count. */
export async function countAwards(db: Db, driverId: string, from: Timestamp, to: Timestamp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from blocks where driver_id = ${driverId} and attempt_id is not null and loss is null
      and accepted_at >= ${new Date(from)} and accepted_at < ${new Date(to)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The largest reminder option: the sweep examines only blocks that start within it. */
const LONGEST_REMINDER_MS = Math.max(...REMINDER_MINUTES) * MINUTE_MS

/** A due reminder that was not sent yet. */
export type DueReminder = Pay & {
  blockId: string
  driverId: string
  station: string
  startAt: Timestamp
  minutes: number
  event: string
}

/**
 * Held blocks that start within their driver's reminder from `now`, neither skipped nor sent; up to `most`,
 * the soonest first. One that the platform has moved is due again.
 */
export async function readDueReminders(db: Db, now: Timestamp, most: number): Promise<DueReminder[]> {
  const at = new Date(now)
  const latest = new Date(now + LONGEST_REMINDER_MS)
  const { rows } = await sql<Omit<DueReminder, 'station'> & { code: string; name: string }>`
    select b.id as "blockId", b.driver_id as "driverId", coalesce(s.code, b.station_id) as code, coalesce(s.name, '') as name,
      b.start_at as "startAt", b.pay_cents as "payCents", b.tip_cents as "tipCents", b.pay_basis as "payBasis", b.currency, n.reminder_minutes as minutes, e.event
    from blocks b join notification_settings n on n.driver_id = b.driver_id
      left join stations s on s.platform = b.platform and s.id = b.station_id
      cross join lateral (select concat_ws(':', 'reminder', b.id, n.reminder_minutes, extract(epoch from b.changed_at)) as event) as e
    where b.state = 'held' and b.start_at > ${at} and b.start_at <= ${latest} and b.start_at <= ${at}::timestamptz + n.reminder_minutes * interval '1 minute'
      and not exists (select from reminder_skips k where k.block_id = b.id)
      and not exists (select from notifications t where t.driver_id = b.driver_id and t.event = e.event)
    order by b.start_at limit ${most}`.execute(db)
  return rows.map(({ code, name, ...due }) => ({ ...due, station: placeLine({ code, name }) }))
}

/** Skips or restores the reminder of this block. */
export async function setSkip(
  db: Db,
  driverId: string,
  blockId: string,
  at: Timestamp | null,
): Promise<void> {
  await (
    at === null
      ? sql`delete from reminder_skips where block_id = ${blockId} and driver_id = ${driverId}`
      : sql`insert into reminder_skips (block_id, driver_id, at) values (${blockId}, ${driverId}, ${new Date(at)})
        on conflict do nothing`
  ).execute(db)
}
