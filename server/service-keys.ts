/**
 * The door of the service's own keys: made once, encrypted in the database, the same in every process and at
 * every later start.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from './db.ts'
import { KEY_ID_SQL } from './kit/rewrap.ts'
import type { EncryptedColumn } from './kit/rewrap.ts'
import { openValue, encryptValue } from './kit/encryption.ts'
import type { KeyRing } from './kit/encryption.ts'

type Db = Kysely<Tables>

const placeOf = (name: string) => ({ table: 'service_keys', column: 'sealed_value', row: name })

/** A key by its name. The first process that asks makes it; every other one reads the same. */
export async function readServiceKey(
  db: Db,
  keyRing: KeyRing,
  name: string,
  make: () => string,
): Promise<string> {
  const read = async () =>
    await db.selectFrom('service_keys').select('sealed_value').where('name', '=', name).executeTakeFirst()
  const found = await read()
  if (found) return openValue(keyRing, placeOf(name), found.sealed_value)
  await db
    .insertInto('service_keys')
    .values({ name, sealed_value: encryptValue(keyRing, placeOf(name), make()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Of two that made one at once the first one's counts.
  const row = await read()
  if (!row) throw new Error(`the service key "${name}" was not kept`)
  return openValue(keyRing, placeOf(name), row.sealed_value)
}

/**
 * The key of digests that are compared with ones of years ago. A rotation encrypts it anew and leaves it as
 * it is: another key would forget everything that is known by its digest alone.
 */
export async function readDigestKey(db: Db, keyRing: KeyRing): Promise<string> {
  return await readServiceKey(db, keyRing, 'digests', () => randomBytes(32).toString('hex'))
}

/** The columns of encrypted values of this word, for a rotation of keys. */
export function listEncryptedColumns(db: Db): EncryptedColumn<unknown>[] {
  const columns: [EncryptedColumn<string>] = [encryptedKeys(db)]
  return columns
}

function encryptedKeys(db: Db): EncryptedColumn<string> {
  const column = 'sealed_value'
  const keyId = sql.raw(KEY_ID_SQL(column))
  return {
    name: `service_keys.${column}`,
    async readOthers(current, after, limit) {
      const { rows } = await sql<{ name: string; encrypted: Buffer }>`
        select name, sealed_value as encrypted from service_keys
        where ${keyId} <> ${current} and name > ${after ?? ''} order by name limit ${limit}`.execute(db)
      return rows.map(({ name, encrypted }) => ({
        key: name,
        place: placeOf(name),
        encrypted,
      }))
    },
    async replace(name, from, to) {
      const written = await sql`
        update service_keys set sealed_value = ${to} where name = ${name} and sealed_value = ${from}`.execute(
        db,
      )
      return Number(written.numAffectedRows) === 1
    },
    async countByKey() {
      const { rows } = await sql<{ keyId: string; count: number }>`
        select ${keyId} as "keyId", count(*) as count from service_keys group by 1`.execute(db)
      return new Map(rows.map((row) => [row.keyId, row.count]))
    },
  }
}
