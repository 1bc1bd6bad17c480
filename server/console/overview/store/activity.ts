import { sql } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

/** Drivers whose bot saw offers, by when it did last. */
export type Activity = {
  drivers: number
  /** Within the last seven days, and within the seven days before. */
  active: number
  activeBefore: number
  /** Within the four weeks before the last four, and of these, those without any day in the last four. */
  churnFrom: number
  churned: number
}

/** Counts drivers by the days on which their bot saw offers; `today` is a day of the service's zone. */
export async function readActivity(db: Db, today: string): Promise<Activity> {
  const back = (days: number) => sql`${today}::date - ${days}::int`
  const { rows } = await sql<Activity>`
    select count(*)::int as drivers, count(*) filter (where y.last > ${back(7)})::int as active,
      count(*) filter (where y.before)::int as "activeBefore", count(*) filter (where y.earlier)::int as "churnFrom",
      count(*) filter (where y.earlier and y.last <= ${back(28)})::int as churned
    from drivers d left join (
      select driver_id, max(day) as last, bool_or(day > ${back(14)} and day <= ${back(7)}) as before,
        bool_or(day <= ${back(28)}) as earlier
      from day_figures where day > ${back(56)} and day <= ${back(-1)} and seen > 0 group by driver_id
    ) y on y.driver_id = d.id
    where d.role = 'driver' and d.status_cause <> 'demo'`.execute(db)
  return rows[0]!
}

/** Wins and misses of all drivers by their own days, from a day on, oldest first. */
export async function readWins(
  db: Db,
  from: string,
): Promise<{ day: string; accepted: number; missed: number }[]> {
  const { rows } = await sql<{ day: string; accepted: number; missed: number }>`
    select day::text as day, sum(accepted)::int as accepted, sum(missed)::int as missed
    from day_figures where day >= ${from}::date group by day order by day`.execute(db)
  return rows
}

/** New drivers by weeks of a zone; `week` is its Monday, and weeks without any are missing. */
export async function readSignUps(
  db: Db,
  { since, timeZone }: { since: Timestamp; timeZone: string },
): Promise<{ week: string; count: number }[]> {
  const { rows } = await sql<{ week: string; count: number }>`
    select date_trunc('week', created_at at time zone ${timeZone})::date::text as week, count(*)::int as count
    from drivers where created_at >= ${new Date(since)} and role = 'driver' and status_cause <> 'demo'
    group by 1 order by 1`.execute(db)
  return rows
}
