import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Section } from '../../module.ts'
import type { Db } from './model.ts'

const PROFILE = `id, email, first_name, last_name, phone, phone_confirmed, preferred_email, language, variant, plan_number, time_zone,
  role, status, status_reason, subscribed_until, device_id, referral_code_used, terms_version, terms_accepted_at, created_at, updated_at`

/** A driver's own row as JSON text; null when there is no such driver. */
export async function readProfileText(db: Db, driverId: string): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select to_json(p)::text as text from (select ${sql.raw(PROFILE)} from drivers where id = ${driverId}) as p`.execute(
    db,
  )
  return rows[0]?.text ?? null
}

/** A row of a section as JSON text. The texts of its key bring the key back exactly, whatever its type. */
export type SectionRow = { text: string; key: string[] }

/** The next rows of a driver in a section, after the row with the key `after`; null = from the first. */
export async function readSectionRows(
  db: Db,
  section: Section,
  driverId: string,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<SectionRow[]> {
  const own = /^\w+$/.test(section.from) ? section.from : 'own'
  const columns = section.key.map(([column]) => column).join(', ')
  const keys = section.key.map(([column]) => `${column}::text`).join(', ')
  const bounds: readonly string[] = after ?? []
  const values = section.key.map(([, type], place) => sql`${bounds[place]}::text::${sql.raw(type)}`)
  const beyond: RawBuilder<unknown> =
    after === null ? sql`true` : sql`(${sql.raw(columns)}) > (${sql.join(values)})`
  const { rows } = await sql<SectionRow>`
    select to_json(r)::text as text, k.key from (
      select * from ${sql.raw(section.from)} where driver_id = ${driverId} and ${beyond}
      order by ${sql.raw(columns)} limit ${limit}
    ) as ${sql.raw(own)},
    lateral (select array[${sql.raw(keys)}] as key) as k, lateral (select ${sql.raw(section.columns)}) as r
    order by ${sql.raw(section.key.map(([column]) => `${own}.${column}`).join(', '))}`.execute(db)
  return rows
}
