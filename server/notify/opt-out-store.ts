import { sql } from 'kysely'
import type { Db } from './model.ts'

/** Of these digests of phones, those whose owners want no text messages. */
export async function readOptOuts(db: Db, digests: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    select digest from sms_opt_outs where digest = any(${digests}::text[])`.execute(db)
  return rows.map((row) => row.digest)
}

/** Opts a phone out; the first time counts. */
export async function insertOptOut(db: Db, digest: string, at: number): Promise<void> {
  await sql`
    insert into sms_opt_outs (digest, at) values (${digest}, ${new Date(at)})
    on conflict (digest) do nothing`.execute(db)
}

/** Opts a phone in again. */
export async function deleteOptOut(db: Db, digest: string): Promise<void> {
  await sql`delete from sms_opt_outs where digest = ${digest}`.execute(db)
}
