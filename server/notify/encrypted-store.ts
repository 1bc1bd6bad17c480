import { sql } from 'kysely'
import { KEY_ID_SQL } from '../kit/rewrap.ts'
import type { EncryptedColumn } from '../kit/rewrap.ts'
import type { Db } from './model.ts'

/** The encrypted columns of this module, for a key rotation. */
export function listEncryptedColumns(db: Db): EncryptedColumn<unknown>[] {
  const columns: [EncryptedColumn<number>] = [outboxContent(db)]
  return columns
}

/** The content of queued messages; deleted once they are sent, a code's text once it arrived or is over. */
function outboxContent(db: Db): EncryptedColumn<number> {
  const column = 'sealed_content'
  const keyId = sql.raw(KEY_ID_SQL(column))
  return {
    name: `outbox.${column}`,
    async readOthers(current, after, limit) {
      const { rows } = await sql<{ id: number; row: string; encrypted: Buffer }>`
        select id, seal_row as row, sealed_content as encrypted from outbox
        where sealed_content is not null and ${keyId} <> ${current} and id > ${after ?? 0}
        order by id limit ${limit}`.execute(db)
      return rows.map(({ id, row, encrypted }) => ({
        key: id,
        place: { table: 'outbox', column, row },
        encrypted,
      }))
    },
    async replace(id, from, to) {
      const result = await sql`
        update outbox set sealed_content = ${to} where id = ${id} and sealed_content = ${from}`.execute(db)
      return Number(result.numAffectedRows) === 1
    },
    async countByKey() {
      const { rows } = await sql<{ keyId: string; count: number }>`
        select ${keyId} as "keyId", count(*) as count from outbox
        where sealed_content is not null group by 1`.execute(db)
      return new Map(rows.map((row) => [row.keyId, row.count]))
    },
  }
}
