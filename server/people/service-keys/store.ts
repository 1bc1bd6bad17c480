import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import { KEY_ID_SQL } from '../../kit/rewrap.ts'
import type { EncryptedColumn } from '../../kit/rewrap.ts'

type Db = Kysely<Tables>

const COLUMN = 'sealed_value'

/** Where an encrypted service key stands. */
export const placeOf = (name: string) => ({ table: 'service_keys', column: COLUMN, row: name })

/** An encrypted key by its name; null when there is none yet. */
export async function readEncryptedKey(db: Db, name: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('service_keys')
    .select('sealed_value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.sealed_value ?? null
}

/** Every encrypted key with its name. */
export async function readAllKeys(db: Db): Promise<{ name: string; encrypted: Buffer }[]> {
  return await db.selectFrom('service_keys').select(['name', 'sealed_value as encrypted']).execute()
}

/** Stores a key; of two that are made at once, the first stays. */
export async function insertEncryptedKey(db: Db, name: string, encrypted: Buffer): Promise<void> {
  await db
    .insertInto('service_keys')
    .values({ name, sealed_value: encrypted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The column of encrypted keys, for a rotation of keys. */
export function encryptedKeys(db: Db): EncryptedColumn<string> {
  const keyId = sql.raw(KEY_ID_SQL(COLUMN))
  return {
    name: `service_keys.${COLUMN}`,
    async readOthers(current, after, limit) {
      const { rows } = await sql<{ name: string; encrypted: Buffer }>`
        select name, sealed_value as encrypted from service_keys
        where ${keyId} <> ${current} and name > ${after ?? ''} order by name limit ${limit}`.execute(db)
      return rows.map(({ name, encrypted }) => ({ key: name, place: placeOf(name), encrypted }))
    },
    async replace(name, from, to) {
      const result = await sql`
        update service_keys set sealed_value = ${to} where name = ${name} and sealed_value = ${from}`.execute(
        db,
      )
      return Number(result.numAffectedRows) === 1
    },
    async countByKey() {
      const { rows } = await sql<{ keyId: string; count: number }>`
        select ${keyId} as "keyId", count(*) as count from service_keys group by 1`.execute(db)
      return new Map(rows.map((row) => [row.keyId, row.count]))
    },
  }
}
