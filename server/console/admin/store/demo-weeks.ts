import { sql } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from '../model.ts'

/** The weeks of a demo driver that are to be made. */
export type DemoWeeks = {
  driverId: string
  email: string
  /** The span that was decided at the first start, whichever start makes it; end exclusive. */
  from: Timestamp
  until: Timestamp
  /** Up to when offers and blocks are written. */
  livedTo: Timestamp
}

/** Decides the weeks of a new demo driver, inside the transaction that creates the account. */
export async function insertDemoWeeks(
  tx: Db,
  driverId: string,
  { from, until }: Pick<DemoWeeks, 'from' | 'until'>,
): Promise<void> {
  await tx
    .insertInto('demo_weeks')
    .values({
      driver_id: driverId,
      from_at: new Date(from),
      until_at: new Date(until),
      lived_to: new Date(from),
    })
    .execute()
}

/** Weeks that are not complete, by e-mail. */
export async function readOpenWeeks(db: Db): Promise<DemoWeeks[]> {
  const { rows } = await sql<DemoWeeks>`
    select w.driver_id as "driverId", d.email, w.from_at as from, w.until_at as until, w.lived_to as "livedTo"
    from demo_weeks w join drivers d on d.id = w.driver_id where w.ended_at is null order by d.email`.execute(
    db,
  )
  return rows
}

/** Whether any start has made a demo driver before. */
export async function hasDemoDrivers(db: Db): Promise<boolean> {
  const { rows } = await sql`select from drivers where is_demo and role = 'driver' limit 1`.execute(db)
  return rows.length > 0
}

/** A driver's offers and blocks are written up to an instant, inside the transaction that writes them. */
export async function noteLived(tx: Db, driverId: string, to: Timestamp): Promise<void> {
  await tx
    .updateTable('demo_weeks')
    .set({ lived_to: new Date(to) })
    .where('driver_id', '=', driverId)
    .execute()
}

/** No weeks are made any more: all are complete, or they could not be made. */
export async function endDemoWeeks(db: Db, at: Timestamp): Promise<void> {
  await db
    .updateTable('demo_weeks')
    .set({ ended_at: new Date(at) })
    .where('ended_at', 'is', null)
    .execute()
}
