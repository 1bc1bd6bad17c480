import { sql } from 'kysely'
import type { Occurrence, TaskFacts, TaskOutcome, TaskPlan } from '@madruga/core/autostart.ts'
import type { StartRefusal } from '@madruga/core/bot-states.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { deleteOlder } from '../../db.ts'
import type { Db, DueTask, PastFiring, Task } from './model.ts'

/**
 * Serializes changes of a driver's tasks until the transaction ends: two at once would not see each other.
 */
export async function lockTasks(tx: Db, driverId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('autostart_tasks'), hashtext(${driverId}))`.execute(tx)
}

/** The driver's time zone and app; null if there is no such driver. */
export async function readDriver(
  db: Db,
  driverId: string,
): Promise<Pick<TaskFacts, 'timeZone' | 'app'> | null> {
  const row = await db
    .selectFrom('drivers')
    .select(['time_zone as timeZone', 'variant as app'])
    .where('id', '=', driverId)
    .executeTakeFirst()
  return row ?? null
}

const plan = sql`t.action, t.mode, t.live_log as "liveLog", t.minute, t.time_zone as "timeZone", t.from_day as "from",
  t.to_day as "to", t.weekdays`

/** The driver's tasks with a remaining day. */
export async function readOpenPlans(db: Db, driverId: string): Promise<TaskPlan[]> {
  const { rows } = await sql<TaskPlan>`
    select ${plan} from autostart_tasks t
    where t.driver_id = ${driverId} and t.removed_at is null and t.next_at is not null`.execute(db)
  return rows
}

/** Stores a new task. */
export async function insertTask(
  tx: Db,
  driverId: string,
  task: TaskPlan & { id: string; next: Occurrence; createdAt: Timestamp },
): Promise<void> {
  await tx
    .insertInto('autostart_tasks')
    .values({
      id: task.id,
      driver_id: driverId,
      action: task.action,
      mode: task.mode,
      live_log: task.liveLog,
      minute: task.minute,
      time_zone: task.timeZone,
      from_day: task.from,
      to_day: task.to,
      weekdays: [...task.weekdays],
      next_day: task.next.day,
      next_at: new Date(task.next.dueAt),
      created_at: new Date(task.createdAt),
    })
    .execute()
}

/** Ends a task of the driver's; false if they have none of this id. Ending it again changes nothing. */
export async function endTask(db: Db, driverId: string, id: string, at: Timestamp): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update autostart_tasks set removed_at = coalesce(removed_at, ${new Date(at)})
    where id = ${id} and driver_id = ${driverId}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * The driver's tasks, the next one due first, then some finished ones, the newest first; each with its last
 * firings.
 */
export async function readTasks(db: Db, driverId: string, over: number, firings: number): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select t.id, ${plan}, t.next_at as "nextAt", coalesce(f.list, '[]') as firings
    from (
      select *, row_number() over (partition by next_at is null order by to_day desc, minute desc) as place
      from autostart_tasks where driver_id = ${driverId} and removed_at is null
    ) t
    left join lateral (
      select json_agg(json_build_object('day', day, 'dueAt', ${epoch('due_at')}, 'firedAt', ${epoch('fired_at')},
        'outcome', outcome, 'refusal', refusal) order by day desc) as list
      from (select * from autostart_firings where task_id = t.id order by day desc limit ${firings}) newest
    ) f on true
    where t.next_at is not null or t.place <= ${over}
    order by t.next_at nulls last, t.to_day desc, t.minute desc`.execute(db)
  return rows
}

/** Recent outcomes of the driver's tasks, newest first, including deleted tasks. */
export async function readPast(db: Db, driverId: string, limit: number): Promise<PastFiring[]> {
  const { rows } = await sql<PastFiring>`
    select f.task_id as "taskId", t.action, f.day, f.due_at as "dueAt", f.fired_at as "firedAt", f.outcome, f.refusal
    from autostart_firings f join autostart_tasks t on t.id = f.task_id
    where f.driver_id = ${driverId} order by f.due_at desc, t.minute desc, f.task_id limit ${limit}`.execute(
    db,
  )
  return rows
}

/**
 * The first due task of up to `most` drivers, the longest overdue first, without those of drivers in
 * `besides`.
 */
export async function readDueTasks(
  db: Db,
  { now, besides, most }: { now: Timestamp; besides: readonly string[]; most: number },
): Promise<DueTask[]> {
  const { rows } = await sql<DueTask>`
    select * from (
      select distinct on (t.driver_id) t.id, t.driver_id as "driverId", t.next_day as "day", t.next_at as "dueAt", ${plan}
      from autostart_tasks t
      where t.removed_at is null and t.next_at <= ${new Date(now)} and t.driver_id <> all(${besides}::text[])
      order by t.driver_id, t.next_at, t.minute, t.created_at
    ) first order by "dueAt", "driverId" limit ${most}`.execute(db)
  return rows
}

/** Whether that day of a task is still undone and the task not deleted; locked until the transaction ends. */
export async function claimTask(tx: Db, { id, day }: Pick<DueTask, 'id' | 'day'>): Promise<boolean> {
  const { rows } = await sql`
    select from autostart_tasks where id = ${id} and removed_at is null and next_day = ${day} for update`.execute(
    tx,
  )
  return rows.length === 1
}

/** Stores the outcome of one day of a task, which can happen once, and the next due time. */
export async function recordFiring(
  tx: Db,
  task: Pick<DueTask, 'id' | 'driverId' | 'day' | 'dueAt'>,
  came: { firedAt: Timestamp; outcome: TaskOutcome; refusal: StartRefusal | null; next: Occurrence | null },
): Promise<void> {
  await tx
    .insertInto('autostart_firings')
    .values({
      task_id: task.id,
      day: task.day,
      driver_id: task.driverId,
      due_at: new Date(task.dueAt),
      fired_at: new Date(came.firedAt),
      outcome: came.outcome,
      refusal: came.refusal,
    })
    .execute()
  await tx
    .updateTable('autostart_tasks')
    .set({ next_day: came.next?.day ?? null, next_at: came.next && new Date(came.next.dueAt) })
    .where('id', '=', task.id)
    .execute()
}

/** Deletes outcomes of tasks that were due before `before`. */
export async function forgetFirings(db: Db, before: Timestamp): Promise<void> {
  await deleteOlder(db, { table: 'autostart_firings', column: 'due_at' }, before)
}

/** Timestamps inside JSON are converted to epoch milliseconds here: column parsers do not see them. */
function epoch(column: 'due_at' | 'fired_at') {
  return sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
}

/** How many starts and stops, due since an instant, came too late to be done. */
export async function countLateFirings(db: Db, since: Timestamp): Promise<number> {
  const { rows } = await sql<{ late: number }>`
    select count(*)::int as late from autostart_firings
    where due_at >= ${new Date(since)} and outcome = 'late'`.execute(db)
  return rows[0]!.late
}
