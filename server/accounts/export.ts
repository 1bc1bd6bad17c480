import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from './model.ts'
import { SECTIONS } from './export-sections.ts'
import type { Section } from './export-sections.ts'

const PROFILE = `id, email, first_name, last_name, phone, phone_confirmed, preferred_email, language, variant, prepaid, time_zone,
  role, status, status_reason, subscribed_until, device_id, referral_code_used, terms_version, terms_accepted_at, created_at, updated_at`
const ROWS_A_PAGE = 500

/**
 * The text of one JSON object with everything of a driver. Read page by page, so that memory stays flat
 * however long the history is.
 */
export async function* streamAccount(db: Db, driverId: string): AsyncGenerator<string> {
  const { rows } = await sql<{ text: string }>`
    select to_json(p)::text as text from (select ${sql.raw(PROFILE)} from drivers where id = ${driverId}) as p`.execute(
    db,
  )
  yield `{"profile":${rows[0]?.text ?? 'null'}`
  for (const section of SECTIONS) {
    yield `,\n${JSON.stringify(section.name)}:[`
    let first = true
    for await (const texts of readPages(db, section, driverId)) {
      yield `${first ? '' : ','}\n${texts.join(',\n')}`
      first = false
    }
    yield ']'
  }
  yield '}\n'
}

type Line = { text: string; key: string[] }

async function* readPages(db: Db, section: Section, driverId: string): AsyncGenerator<string[]> {
  const own = /^\w+$/.test(section.from) ? section.from : 'own'
  const columns = section.key.map(([column]) => column).join(', ')
  const keys = section.key.map(([column]) => `${column}::text`).join(', ')
  let after: readonly string[] | null = null
  while (true) {
    const bounds: readonly string[] = after ?? []
    const values = section.key.map(([, type], place) => sql`${bounds[place]}::text::${sql.raw(type)}`)
    const beyond: RawBuilder<unknown> =
      after === null ? sql`true` : sql`(${sql.raw(columns)}) > (${sql.join(values)})`
    // The texts of the key bring it back exactly, whatever its type.
    const { rows }: { rows: Line[] } = await sql<Line>`
      select to_json(r)::text as text, k.key from (
        select * from ${sql.raw(section.from)} where driver_id = ${driverId} and ${beyond}
        order by ${sql.raw(columns)} limit ${ROWS_A_PAGE}
      ) as ${sql.raw(own)},
      lateral (select array[${sql.raw(keys)}] as key) as k, lateral (select ${sql.raw(section.columns)}) as r
      order by ${sql.raw(section.key.map(([column]) => `${own}.${column}`).join(', '))}`.execute(db)
    if (rows.length > 0) yield rows.map((row) => row.text)
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_A_PAGE) return
    after = last.key
  }
}
