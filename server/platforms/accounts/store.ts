import { sql } from 'kysely'
import type { Kysely, RawBuilder, Selectable } from 'kysely'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../../db.ts'
import { createBatcher } from '../../kit/batcher.ts'
import type { Batcher } from '../../kit/batcher.ts'
import { openValue, encryptValue } from '../../kit/encryption.ts'
import type { KeyRing, EncryptionContext } from '../../kit/encryption.ts'
import type { PlatformSecret, PlatformTokens } from '../model.ts'

type Db = Kysely<Tables>

/** A driver's account at a platform, decrypted. */
export type PlatformAccount = {
  platform: string
  secret: PlatformSecret | null
  tokens: PlatformTokens | null
  state: 'connected' | 'sign_in_refused'
  /** Requests an hour that the platform last granted the driver. */
  quotaPerHour: number | null
  /** When the driver connected the account; null for an older row, which has no such time. */
  connectedAt: number | null
}

/** A driver's account as its row shows it, without its secrets. */
export type AccountRow = {
  platform: string
  email: string
  /** Only tokens open it: the driver signed in by a code. */
  byCode: boolean
  state: PlatformAccount['state']
  connectedAt: number | null
  syncedAt: number | null
}

/** The app that the driver works with; throws when there is no such driver. */
export async function readVariant(db: Db, driverId: string): Promise<Variant> {
  const { variant } = await db
    .selectFrom('drivers')
    .select('variant')
    .where('id', '=', driverId)
    .executeTakeFirstOrThrow()
  return variant
}

/**
 * Stores how a driver signs in at a platform, encrypted; tokens, quota and syncs of an earlier account are
 * forgotten.
 */
export async function connectAccount(
  db: Db,
  ring: KeyRing,
  account: {
    driverId: string
    variant: Variant
    platform: string
    /** Without a password only tokens open the account. */
    secret: { email: string; password: string | null }
    at?: number
  },
): Promise<void> {
  const { driverId, variant, platform, secret, at } = account
  const { email, password } = secret
  const encrypted =
    password === null ? null : encryptValue(ring, place('sealed_password', driverId), password)
  await sql`
    insert into platform_accounts (driver_id, variant, platform, email, sealed_password, connected_at)
    values (${driverId}, ${variant}, ${platform}, ${email}, ${encrypted}, ${instantOr(at)})
    on conflict (driver_id, variant) do update set platform = excluded.platform, email = excluded.email,
      sealed_password = excluded.sealed_password, sealed_tokens = null, platform_driver_id = null,
      state = 'connected', quota_per_hour = null, blocks_compared_at = default, held_read_at = null, synced_at = null,
      connected_at = excluded.connected_at, updated_at = now()`.execute(db)
}

/** Deletes the driver's account with secrets and tokens; nothing if there is none. */
export async function forgetAccount(db: Db, driverId: string, variant: Variant): Promise<void> {
  await sql`delete from platform_accounts where driver_id = ${driverId} and variant = ${variant}`.execute(db)
}

/** The driver's account without its secrets; null when there is none. */
export async function readAccountRow(db: Db, driverId: string, variant: Variant): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('platform_accounts')
    .select(['platform', 'email', 'state', 'connected_at as connectedAt', 'synced_at as syncedAt'])
    .select(sql<boolean>`sealed_password is null`.as('byCode'))
    .where('driver_id', '=', driverId)
    .where('variant', '=', variant)
    .executeTakeFirst()
  return row ?? null
}

/** The driver's account without its secrets, locked until the transaction ends; null when there is none. */
export async function lockAccount(tx: Db, driverId: string, variant: Variant): Promise<AccountRow | null> {
  await sql`select from platform_accounts where driver_id = ${driverId} and variant = ${variant} for update`.execute(
    tx,
  )
  return await readAccountRow(tx, driverId, variant)
}

/**
 * The driver's account; null when there is none. Throws `EncryptionError` when the key ring is not the one
 * that encrypted it.
 */
export async function readAccount(
  db: Db,
  ring: KeyRing,
  driverId: string,
  variant: Variant,
): Promise<PlatformAccount | null> {
  const row = await db
    .selectFrom('platform_accounts')
    .selectAll()
    .where('driver_id', '=', driverId)
    .where('variant', '=', variant)
    .executeTakeFirst()
  return row ? openAccount(ring, row) : null
}

/**
 * Accounts of many drivers, each at the platform of their variant, as functions: opening one throws like
 * `readAccount`, and must not keep the others from being used.
 */
export async function readAccounts(
  db: Db,
  ring: KeyRing,
  owners: readonly { driverId: string; variant: Variant }[],
): Promise<ReadonlyMap<string, () => PlatformAccount>> {
  const { rows } = await sql<Selectable<Tables['platform_accounts']>>`
    select a.* from platform_accounts a
    join unnest(${owners.map((each) => each.driverId)}::text[], ${owners.map((each) => each.variant)}::text[])
      as n (driver_id, variant) on a.driver_id = n.driver_id and a.variant = n.variant`.execute(db)
  return new Map(rows.map((row) => [row.driver_id, () => openAccount(ring, row)]))
}

function openAccount(ring: KeyRing, row: Selectable<Tables['platform_accounts']>): PlatformAccount {
  const open = (column: EncryptedName, encrypted: Buffer | null) =>
    encrypted === null ? null : openValue(ring, place(column, row.driver_id), encrypted)
  const password = open('sealed_password', row.sealed_password)
  const tokens = open('sealed_tokens', row.sealed_tokens)
  return {
    platform: row.platform,
    secret: password === null ? null : { email: row.email, password },
    tokens: tokens === null ? null : (JSON.parse(tokens) as PlatformTokens),
    state: row.state,
    quotaPerHour: row.quota_per_hour,
    connectedAt: row.connected_at,
  }
}

/**
 * Stores the tokens of a sign-in or refresh; the account counts as connected again. `connectedAt` names the
 * connection that they belong to: if the driver has connected again meanwhile, nothing changes.
 */
export async function saveTokens(
  db: Db,
  ring: KeyRing,
  driverId: string,
  variant: Variant,
  tokens: PlatformTokens,
  connectedAt?: number | null,
): Promise<void> {
  const encrypted = encryptValue(ring, place('sealed_tokens', driverId), JSON.stringify(tokens))
  let saves = saving.get(db)
  if (!saves) saving.set(db, (saves = createBatcher((batch) => saveMany(db, batch), SAVED_AT_ONCE)))
  const { platformDriverId } = tokens
  const fault = await saves.load({ driverId, variant, encrypted, platformDriverId, connectedAt })
  if (fault !== null) throw fault
}

type SavedTokens = {
  driverId: string
  variant: Variant
  encrypted: Buffer
  platformDriverId: string
  connectedAt: number | null | undefined
}

/** Thousands sign in at the moment of a start: those that wait for a database share a statement. */
const saving = new WeakMap<Db, Batcher<SavedTokens, unknown>>()
const SAVED_AT_ONCE = 64

/** Answers what each failed with, null for those that are stored: one that is refused keeps no other out. */
async function saveMany(db: Db, batch: readonly SavedTokens[]): Promise<unknown[]> {
  // The last of one connection: a statement that has two for a row takes any of them.
  const saved = [
    ...new Map(batch.map((one) => [`${one.driverId} ${one.variant} ${one.connectedAt}`, one])).values(),
  ]
  try {
    await sql`
      update platform_accounts a set sealed_tokens = t.encrypted, platform_driver_id = t.platform_driver_id,
        state = 'connected', updated_at = now()
      from unnest(${saved.map((each) => each.driverId)}::text[], ${saved.map((each) => each.variant)}::text[],
        ${saved.map((each) => each.encrypted)}::bytea[], ${saved.map((each) => each.platformDriverId)}::text[],
        ${saved.map((each) => each.connectedAt === undefined)}::boolean[],
        ${saved.map((each) => (each.connectedAt == null ? null : new Date(each.connectedAt)))}::timestamptz[])
        as t (driver_id, variant, encrypted, platform_driver_id, of_any, connected_at)
      where a.driver_id = t.driver_id and a.variant = t.variant
        and (t.of_any or date_trunc('milliseconds', a.connected_at) is not distinct from t.connected_at)`.execute(
      db,
    )
    return batch.map(() => null)
  } catch (error) {
    if (batch.length === 1) return [error]
    const each = await Promise.all(batch.map((one) => saveMany(db, [one])))
    return each.flat()
  }
}

/** A run whose driver is signed in, whose stations are read and whose held blocks are compared. */
type PreparedAccount = { driverId: string; variant: Variant; quotaPerHour: number | null; at: number }

/** Stores that of many: hourly quota, when stations were read, and a mark as `takeForComparing` sets it. */
export async function notePrepared(
  db: Db,
  runs: readonly PreparedAccount[],
  { spreadMs }: { spreadMs: number },
): Promise<void> {
  await sql`update platform_accounts a set synced_at = p.at, held_read_at = clock_timestamp(),
      blocks_compared_at = clock_timestamp() - random() * ${spreadMs} * interval '1 millisecond', quota_per_hour = coalesce(p.quota, a.quota_per_hour)
    from unnest(${runs.map((run) => run.driverId)}::text[], ${runs.map((run) => run.variant)}::text[],
      ${runs.map((run) => run.quotaPerHour)}::int[], ${runs.map((run) => new Date(run.at))}::timestamptz[])
      as p (driver_id, variant, quota, at)
    where a.driver_id = p.driver_id and a.variant = p.variant`.execute(db)
}

/**
 * Deletes the tokens, so that the next call signs in. `refused`: the platform refused the password, and the
 * driver has to enter another. `connectedAt` as with `saveTokens`.
 */
export async function forgetTokens(
  db: Db,
  driverId: string,
  variant: Variant,
  { refused, connectedAt }: { refused: boolean; connectedAt?: number | null },
): Promise<void> {
  await sql`
    update platform_accounts set sealed_tokens = null, updated_at = now(),
      state = case when ${refused} then 'sign_in_refused' else state end
    where driver_id = ${driverId} and variant = ${variant} and ${isConnection(connectedAt)}`.execute(db)
}

/** Deletes the tokens of all accounts at a platform; their drivers have to sign in again. */
export async function requireSignIns(db: Db, platform: string): Promise<void> {
  await sql`
    update platform_accounts set sealed_tokens = null, updated_at = now(), state = 'sign_in_refused'
    where platform = ${platform}`.execute(db)
}

/**
 * Takes up to `most` accounts whose held blocks were last compared with the platform's over `everyMs` ago,
 * the longest ago first, and marks them as compared. Processes that take at once share them. The marks lie up
 * to `spreadMs` in the past, so that what fell due together, after an outage say, does not stay together.
 */
export async function takeForComparing(
  db: Db,
  { everyMs, spreadMs, most }: { everyMs: number; spreadMs: number; most: number },
): Promise<{ driverId: string; variant: Variant }[]> {
  const { rows } = await sql<{ driverId: string; variant: Variant }>`
    with due as (
      select driver_id, variant from platform_accounts
      where state = 'connected' and blocks_compared_at < statement_timestamp() - ${everyMs} * interval '1 millisecond'
      order by blocks_compared_at limit ${most} for update skip locked
    )
    update platform_accounts a
    set blocks_compared_at = clock_timestamp() - random() * ${spreadMs} * interval '1 millisecond'
    from due where a.driver_id = due.driver_id and a.variant = due.variant
    returning a.driver_id as "driverId", a.variant`.execute(db)
  return rows
}

/** Stores that the blocks which a driver holds have just been compared with ours. */
export async function noteHeldRead(db: Db, driverId: string, variant: Variant): Promise<void> {
  await sql`update platform_accounts set held_read_at = clock_timestamp()
    where driver_id = ${driverId} and variant = ${variant}`.execute(db)
}

/** Forgets all comparisons, after a restore: rows may lack what drivers have won since. */
export async function forgetHeldReads(db: Db): Promise<void> {
  await sql`update platform_accounts set held_read_at = null, blocks_compared_at = default`.execute(db)
}

type EncryptedName = 'sealed_password' | 'sealed_tokens'

/** Where an encrypted value of an account stands. */
export function place(column: EncryptedName, driverId: string): EncryptionContext {
  return { table: 'platform_accounts', column, row: driverId }
}

function isConnection(connectedAt: number | null | undefined): RawBuilder<unknown> {
  if (connectedAt === undefined) return sql`true`
  const at = connectedAt === null ? null : new Date(connectedAt)
  return sql`date_trunc('milliseconds', connected_at) is not distinct from ${at}::timestamptz`
}

function instantOr(at: number | undefined): RawBuilder<unknown> {
  return at === undefined ? sql`date_trunc('milliseconds', clock_timestamp())` : sql`${new Date(at)}`
}
