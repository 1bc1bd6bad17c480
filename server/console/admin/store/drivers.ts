import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { planOf } from '@madruga/core/plans.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import type { Place } from '../cursor.ts'
import { escapeLike } from '../../../kit/like.ts'
import type { Db, DriverDetail, DriverRow, Status } from '../model.ts'

const columns = sql`d.id, d.email, d.name, d.phone, d.variant as app, d.plan_number as "planNumber", d.role, d.status,
  d.status_reason as "statusReason", d.device_id as "deviceId", d.language, d.created_at as "createdAt", b.phase`
const source = sql`from drivers d left join bots b on b.driver_id = d.id`
const exactInstant = sql`to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Whether there is an operator other than the demo's. */
export async function hasOperator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('drivers')
    .select('id')
    .where('role', '=', 'operator')
    .where('is_demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The search terms. */
export type Wanted = { text?: string | undefined; status?: Status | undefined }

/** Drivers by their registration, after a cursor; each with its own. */
export async function readDrivers(
  db: Db,
  filter: Wanted,
  { limit, after, order }: { limit: number; after: Place | null; order?: 'newest' | 'oldest' | undefined },
): Promise<(DriverRow & { place: Place })[]> {
  const isOldest = order === 'oldest'
  const further = after
    ? sql`and (d.created_at ${isOldest ? sql`>` : sql`<`} ${after.createdAt}::timestamptz
        or (d.created_at = ${after.createdAt}::timestamptz and d.id ${isOldest ? sql`<` : sql`>`} ${after.id}))`
    : sql``
  const { rows } = await sql<StoredDriver & { exactly: string }>`
    select ${columns}, ${exactInstant} as exactly ${source} where ${matching(filter)} ${further}
    order by d.created_at ${isOldest ? sql`asc, d.id desc` : sql`desc, d.id`} limit ${limit}`.execute(db)
  return rows.map(({ exactly, ...row }) => ({ ...withPlan(row), place: { createdAt: exactly, id: row.id } }))
}

export async function countDrivers(db: Db, filter: Wanted): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from drivers d where ${matching(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** One driver; null if there is none. */
export async function readDriver(db: Db, id: string): Promise<DriverRow | null> {
  const { rows } = await sql<StoredDriver>`select ${columns} ${source} where d.id = ${id}`.execute(db)
  return rows[0] ? withPlan(rows[0]) : null
}

type StoredDriver = Omit<DriverRow, 'plan'> & { planNumber: PlanNumber }

function withPlan({ planNumber, ...row }: StoredDriver): DriverRow {
  return { ...row, plan: planOf(planNumber) }
}

/** One driver, locked until the transaction ends, so that the recorded "before" is accurate. */
export async function lockDriver(tx: Db, id: string): Promise<DriverRow | null> {
  await sql`select from drivers where id = ${id} for update`.execute(tx)
  return await readDriver(tx, id)
}

/** Whether the end of a demo closed the account. */
export async function isClosedDemo(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('drivers').select('status_cause').where('id', '=', id).executeTakeFirst()
  return row?.status_cause === 'demo'
}

export async function findDriverId(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('drivers')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row?.id ?? null
}

/** Details of a driver beyond their own row. */
export async function readDriverFacts(
  db: Db,
  id: string,
  now: number,
): Promise<Omit<DriverDetail, keyof DriverRow>> {
  const at = new Date(now)
  const { rows } = await sql<Omit<DriverDetail, keyof DriverRow>>`
    select
      (select json_build_object('gps', b.gps, 'reason', b.reason,
        'dueAt', floor(extract(epoch from b.due_at) * 1000)::float8,
        'starting', b.owner is null and b.phase in ('preparing', 'running'))
        from bots b where b.driver_id = d.id) as bot,
      coalesce((select case state when 'connected' then 'connected' else 'refused' end
        from platform_accounts p where p.driver_id = d.id and p.variant = d.variant), 'none') as "platformState",
      coalesce((select max(version) from filters f where f.driver_id = d.id and f.variant = d.variant), 0)
        as "filterVersion",
      (select count(*) from sessions s where s.driver_id = d.id and s.expires_at > ${at}) as sessions,
      (select max(s.updated_at) from sessions s where s.driver_id = d.id) as "lastSeenAt",
      coalesce((select sum(accepted) from day_figures y where y.driver_id = d.id
        and y.day >= date_trunc('week', ${at}::timestamptz at time zone d.time_zone)::date), 0)::int
        as "acceptedThisWeek",
      (select count(*) from support_requests r where r.driver_id = d.id and r.state = 'open') as "openRequests"
    from drivers d where d.id = ${id}`.execute(db)
  const facts = rows[0]
  if (!facts) throw new Error(`driver ${id} vanished while they were read`)
  return facts
}

/** A driver's valid sessions. */
export async function readSessionIds(db: Db, driverId: string, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where driver_id = ${driverId} and expires_at > ${new Date(now)}`.execute(db)
  return rows.map((row) => row.id)
}

function matching({ text, status }: Wanted): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (status !== undefined) conditions.push(sql<boolean>`d.status = ${status}`)
  if (text !== undefined && text.trim() !== '') {
    const digits = phoneDigits(text)
    const byPhone = digits === null ? sql`false` : matchPhone(digits)
    conditions.push(sql<boolean>`(${matchNames(text)} or ${byPhone})`)
  }
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Whether a driver `d` has every word of a text in their names or e-mail, whatever its accents and case. */
export function matchNames(text: string): RawBuilder<boolean> {
  // In the words of its index, drivers_folded.
  return matchWords(sql`d.name || ' ' || d.first_name || ' ' || d.last_name || ' ' || d.email`, text)
}

/** `name` where a driver `d` has every word of a text in their names, else `email`. */
export function nameOrEmail(text: string): RawBuilder<'name' | 'email'> {
  const isName = matchWords(sql`d.name || ' ' || d.first_name || ' ' || d.last_name`, text)
  return sql<'name' | 'email'>`case when ${isName} then 'name' else 'email' end`
}

function matchWords(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = text.normalize('NFC').trim().split(/\s+/)
  const target = foldText(column)
  const each = words.map((word) => sql`${target} like ${foldText(sql`${`%${escapeLike(word)}%`}::text`)}`)
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** Whether a driver `d` has these digits in their phone number. */
export function matchPhone(digits: string): RawBuilder<boolean> {
  return sql<boolean>`d.phone like ${`%${digits}%`}`
}

function foldText(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(translate(${text},
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÑñÇç',
    'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOoooooUUUUuuuuNnCc'))`
}

/** The digits of a text that looks like part of a phone number, in any notation; null for any other text. */
export function phoneDigits(text: string): string | null {
  const entry = text.normalize('NFKC').replace(/^\s*tel(?:ephone)?\b/i, '')
  if (/[^\d\s\p{P}\p{Z}\p{Cf}+]/u.test(entry)) return null
  const digits = entry.replaceAll(/\D/g, '').replace(/^00/, '')
  return digits === '' ? null : digits
}
