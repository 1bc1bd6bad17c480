import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'
import { KEY_ID_SQL } from '../kit/rewrap.ts'
import type { EncryptedColumn } from '../kit/rewrap.ts'
import { place } from './accounts/store.ts'
import { keyPlace } from './instances/store.ts'

type AccountKey = { driverId: string; variant: Variant }

/** The encrypted columns of this module, for a key rotation. */
export function listEncryptedColumns(db: Kysely<Tables>): EncryptedColumn<unknown>[] {
  return [...accountColumns(db), instanceKeys(db)] as EncryptedColumn<unknown>[]
}

function accountColumns(db: Kysely<Tables>): EncryptedColumn<AccountKey>[] {
  return (['sealed_password', 'sealed_tokens'] as const).map((column) => {
    const value = sql.ref(column)
    const keyId = sql.raw(KEY_ID_SQL(column))
    return {
      name: `platform_accounts.${column}`,
      async readOthers(current, after, limit) {
        const { rows } = await sql<AccountKey & { encrypted: Buffer }>`
          select driver_id as "driverId", variant, ${value} as encrypted from platform_accounts
          where ${value} is not null and ${keyId} <> ${current}
            and (driver_id, variant) > (${after?.driverId ?? ''}, ${after?.variant ?? ''})
          order by driver_id, variant limit ${limit}`.execute(db)
        return rows.map(({ driverId, variant, encrypted }) => ({
          key: { driverId, variant },
          place: place(column, driverId),
          encrypted,
        }))
      },
      async replace({ driverId, variant }, from, to) {
        const written = await sql`
          update platform_accounts set ${value} = ${to}
          where driver_id = ${driverId} and variant = ${variant} and ${value} = ${from}`.execute(db)
        return Number(written.numAffectedRows) === 1
      },
      async countByKey() {
        const { rows } = await sql<{ keyId: string; count: number }>`
          select ${keyId} as "keyId", count(*) as count from platform_accounts
          where ${value} is not null group by 1`.execute(db)
        return new Map(rows.map((row) => [row.keyId, row.count]))
      },
    }
  })
}

function instanceKeys(db: Kysely<Tables>): EncryptedColumn<string> {
  const keyId = sql.raw(KEY_ID_SQL('sealed_key'))
  return {
    name: 'platform_instances.sealed_key',
    async readOthers(current, after, limit) {
      const { rows } = await sql<{ id: string; encrypted: Buffer }>`
        select id, sealed_key as encrypted from platform_instances
        where sealed_key is not null and ${keyId} <> ${current} and id > ${after ?? ''}
        order by id limit ${limit}`.execute(db)
      return rows.map(({ id, encrypted }) => ({ key: id, place: keyPlace(id), encrypted }))
    },
    async replace(id, from, to) {
      const written = await sql`
        update platform_instances set sealed_key = ${to} where id = ${id} and sealed_key = ${from}`.execute(
        db,
      )
      return Number(written.numAffectedRows) === 1
    },
    async countByKey() {
      const { rows } = await sql<{ keyId: string; count: number }>`
        select ${keyId} as "keyId", count(*) as count from platform_instances
        where sealed_key is not null group by 1`.execute(db)
      return new Map(rows.map((row) => [row.keyId, row.count]))
    },
  }
}
