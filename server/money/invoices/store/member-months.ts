import { sql } from 'kysely'
import type { MemberMonth, MemberPriceFrom } from '@madruga/core/invoices.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../../payers.ts'

/** A member of a house that has set a price, and when their bot searched there. */
type Searched = {
  driverId: string
  platform: string
  timeZone: string
  prices: MemberPriceFrom[]
  searchedAt: Timestamp[]
}

/**
 * Of each member the first and the last hour of each day (UTC) since `from` in which their bot sent requests:
 * a day touches two of their months at most. Hours before they connected were another platform's.
 */
export async function readSearched(db: Db, from: Timestamp): Promise<Searched[]> {
  const { rows } = await sql<Searched>`
    select h.driver_id as "driverId", a.platform, d.time_zone as "timeZone", i.member_prices as prices,
      array_agg((extract(epoch from h.first_at) * 1000)::float8) ||
        array_agg((extract(epoch from h.last_at) * 1000)::float8) as "searchedAt"
    from platform_instances i
    join platform_accounts a on a.platform = i.kind || ':' || i.id
    join drivers d on d.id = a.driver_id and d.status_cause <> 'demo'
    cross join lateral (
      select r.driver_id, min(r.hour_at) as first_at, max(r.hour_at) as last_at from request_hours r
      where r.driver_id = a.driver_id and r.used > 0 and r.hour_at >= greatest(${new Date(from)}, a.connected_at)
      group by r.driver_id, date_trunc('day', r.hour_at, 'UTC')) h
    where i.member_prices <> '[]'
    group by h.driver_id, a.platform, d.time_zone, i.member_prices`.execute(db)
  return rows
}

/** The months of a member that are noted. */
export async function readNoted(db: Db, driverId: string, platform: string): Promise<string[]> {
  return (await readMemberMonths(db, driverId, platform)).map(({ month }) => month)
}

/** Notes months of a member; one that is noted stays as it is. */
export async function noteMonths(
  db: Db,
  { driverId, platform }: { driverId: string; platform: string },
  months: readonly MemberMonth[],
  now: Timestamp,
): Promise<void> {
  if (months.length === 0) return
  const rows = months.map((month) => ({ driver_id: driverId, platform, ...month, noted_at: new Date(now) }))
  await db
    .insertInto('member_months')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A member's months on a platform, the newest first. */
export async function readMemberMonths(db: Db, driverId: string, platform: string): Promise<MemberMonth[]> {
  return await db
    .selectFrom('member_months')
    .select(['month', 'cents', 'currency'])
    .where('driver_id', '=', driverId)
    .where('platform', '=', platform)
    .orderBy('month', 'desc')
    .execute()
}

/** A member's month as its house collects it. */
export type OwedMonth = MemberMonth & { platform: string; name: string; email: string; key: string }

/** All members' months, the newest first, after the key of the last one of the page before. */
export async function pageMemberMonths(db: Db, after: string | null, most: number): Promise<OwedMonth[]> {
  const { rows } = await sql<OwedMonth>`
    select m.month, m.cents, m.currency, coalesce(i.name, m.platform) as platform,
      trim(d.first_name || ' ' || d.last_name) as name, d.email, m.key
    from (select *, month || ' ' || platform || ' ' || driver_id as key from member_months) m
    join drivers d on d.id = m.driver_id
    left join platform_instances i on i.kind || ':' || i.id = m.platform
    where ${after}::text is null or m.key collate "C" < ${after} collate "C"
    order by m.key collate "C" desc limit ${most}`.execute(db)
  return rows
}
