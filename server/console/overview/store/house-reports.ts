import { sql } from 'kysely'
import type { MemberMonth } from '@madruga/core/house-report.ts'
import type { Db } from '../model.ts'

/**
 * What each member of a platform did in a month, such as `2026-11`, without who it is: those who hold a shift
 * that starts in it, or whose bot judged shifts of its stations in it. The month is that of `timeZone`, by
 * default of most of its stations, otherwise of `serviceZone`.
 */
export async function listMemberMonths(
  db: Db,
  platform: string,
  { month, timeZone, serviceZone }: { month: string; timeZone: string | null; serviceZone: string },
): Promise<MemberMonth[]> {
  const { rows } = await sql<MemberMonth>`
    with place as (
      select coalesce(${timeZone}::text, (select time_zone from stations where platform = ${platform}
        group by time_zone order by count(*) desc, time_zone limit 1), ${serviceZone}) as zone),
    span as (
      select (${`${month}-01`}::date)::timestamp at time zone zone as from_at,
        (${`${month}-01`}::date + interval '1 month')::timestamp at time zone zone as to_at from place),
    work as (
      select b.driver_id, count(b.attempt_id)::int as by_bot, (count(*) - count(b.attempt_id))::int as by_hand,
        sum(extract(epoch from b.end_at - b.start_at) * 1000)::float8 as work_ms
      from span join blocks b on b.platform = ${platform} and b.state <> 'forfeited'
        and b.start_at >= span.from_at and b.start_at < span.to_at
      group by b.driver_id),
    searching as (
      select a.driver_id from span join platform_accounts a on a.platform = ${platform}
      where exists (select from offer_hours o join stations s on s.platform = ${platform} and s.id = o.station_id
        where o.driver_id = a.driver_id and o.hour_at >= span.from_at and o.hour_at < span.to_at))
    select (s.driver_id is not null or coalesce(w.by_bot, 0) > 0) as "hasBot", coalesce(w.by_bot, 0) as "byBot",
      coalesce(w.by_hand, 0) as "byHand", coalesce(w.work_ms, 0) as "workMs"
    from work w full join searching s on s.driver_id = w.driver_id`.execute(db)
  return rows
}
