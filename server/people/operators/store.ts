import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import { KEY_ID_SQL } from '../../kit/rewrap.ts'
import type { EncryptedColumn } from '../../kit/rewrap.ts'
import { openValue, encryptValue } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'

export type Db = Kysely<Tables>

const COLUMN = 'sealed_secret'
type State = 'pending' | 'active'
const placeOf = (driverId: string, state: State) => ({
  table: 'operator_factors',
  column: COLUMN,
  row: `${driverId} ${state}`,
})

/** An operator's authenticator, and the newest step with a used code. */
export type Factor = { secret: string; lastStep: number }

/** What an operator has set up, and when this session last gave one of them; no operator has no way. */
export type Proof = {
  isOperator: boolean
  ways: ('authenticator' | 'passkey')[]
  enabled: boolean
  givenAt: number | null
}

export async function readProof(db: Db, driverId: string, sessionId: string): Promise<Proof> {
  const row = await db
    .selectFrom('sessions as s')
    .leftJoin('operator_factors as f', (join) =>
      join.onRef('f.driver_id', '=', 's.driver_id').on('f.state', '=', 'active'),
    )
    .leftJoin('drivers as d', 'd.id', 's.driver_id')
    .select(['s.second_factor_at as givenAt', 'f.driver_id as authenticator', 'd.role'])
    .select((each) =>
      each
        .exists(each.selectFrom('passkeys as p').select('p.id').whereRef('p.driver_id', '=', 's.driver_id'))
        .as('passkey'),
    )
    .where('s.id', '=', sessionId)
    .where('s.driver_id', '=', driverId)
    .executeTakeFirst()
  const isOperator = row?.role === 'operator'
  const ways: Proof['ways'] = []
  if (isOperator && row.authenticator !== null) ways.push('authenticator')
  if (isOperator && row.passkey) ways.push('passkey')
  return { isOperator, ways, enabled: ways.length > 0, givenAt: row?.givenAt ?? null }
}

/** Locked until the transaction ends: of two parallel codes one is accepted. */
export async function lockFactor(
  tx: Db,
  ring: KeyRing,
  driverId: string,
  state: State,
): Promise<Factor | null> {
  const row = await tx
    .selectFrom('operator_factors')
    .select(['sealed_secret', 'last_step'])
    .where('driver_id', '=', driverId)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return { secret: openValue(ring, placeOf(driverId, state), row.sealed_secret), lastStep: row.last_step }
}

/** Replaces the authenticator. */
export async function writeFactor(
  db: Db,
  ring: KeyRing,
  factor: Factor & { driverId: string; state: State; now: number },
): Promise<void> {
  const { driverId, state, secret, lastStep, now } = factor
  const fresh = {
    sealed_secret: encryptValue(ring, placeOf(driverId, state), secret),
    last_step: lastStep,
    created_at: new Date(now),
  }
  await db
    .insertInto('operator_factors')
    .values({ driver_id: driverId, state, ...fresh })
    .onConflict((conflict) => conflict.columns(['driver_id', 'state']).doUpdateSet(fresh))
    .execute()
}

export async function deletePending(db: Db, driverId: string): Promise<void> {
  await db
    .deleteFrom('operator_factors')
    .where('driver_id', '=', driverId)
    .where('state', '=', 'pending')
    .execute()
}

export async function takeStep(db: Db, driverId: string, step: number): Promise<void> {
  await db
    .updateTable('operator_factors')
    .set({ last_step: step })
    .where('driver_id', '=', driverId)
    .where('state', '=', 'active')
    .execute()
}

/** False if there was none. */
export async function deleteFactor(db: Db, driverId: string): Promise<boolean> {
  await db.deleteFrom('operator_backup_codes').where('driver_id', '=', driverId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('operator_factors')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function replaceBackupCodes(
  db: Db,
  driverId: string,
  digests: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom('operator_backup_codes').where('driver_id', '=', driverId).execute()
  await db
    .insertInto('operator_backup_codes')
    .values(digests.map((digest) => ({ driver_id: driverId, digest })))
    .execute()
}

export async function useBackupCode(db: Db, driverId: string, digest: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('operator_backup_codes')
    .where('driver_id', '=', driverId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countBackupCodes(db: Db, driverId: string): Promise<number> {
  const { n } = await db
    .selectFrom('operator_backup_codes')
    .select((each) => each.fn.countAll<number>().as('n'))
    .where('driver_id', '=', driverId)
    .executeTakeFirstOrThrow()
  return n
}

/** The encrypted columns of this module, for a key rotation. */
export function listEncryptedColumns(db: Db): EncryptedColumn<unknown>[] {
  const keyId = sql.raw(KEY_ID_SQL(COLUMN))
  const secrets: EncryptedColumn<{ driverId: string; state: State }> = {
    name: `operator_factors.${COLUMN}`,
    async readOthers(current, after, limit) {
      const { rows } = await sql<{ driverId: string; state: State; encrypted: Buffer }>`
        select driver_id as "driverId", state, sealed_secret as encrypted from operator_factors
        where ${keyId} <> ${current} and (driver_id, state) > (${after?.driverId ?? ''}, ${after?.state ?? ''})
        order by driver_id, state limit ${limit}`.execute(db)
      return rows.map(({ driverId, state, encrypted }) => ({
        key: { driverId, state },
        place: placeOf(driverId, state),
        encrypted,
      }))
    },
    async replace({ driverId, state }, from, to) {
      const result = await sql`
        update operator_factors set sealed_secret = ${to}
        where driver_id = ${driverId} and state = ${state} and sealed_secret = ${from}`.execute(db)
      return Number(result.numAffectedRows) === 1
    },
    async countByKey() {
      const { rows } = await sql<{ keyId: string; count: number }>`
        select ${keyId} as "keyId", count(*) as count from operator_factors group by 1`.execute(db)
      return new Map(rows.map((row) => [row.keyId, row.count]))
    },
  }
  const columns: [typeof secrets] = [secrets]
  return columns
}
