import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { debitBudget, holdBudget, isSameServer, openBudget } from '@madruga/core/instances.ts'
import type {
  BudgetGrant,
  BudgetRequest,
  BudgetState,
  Confirmation,
  InstanceCode,
  InstanceInput,
} from '@madruga/core/instances.ts'
import type { HouseRules } from '@madruga/core/house-rules.ts'
import type { MemberPriceFrom } from '@madruga/core/invoices.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../db.ts'
import { encryptValue, openValue } from '../../kit/encryption.ts'
import type { EncryptionContext, KeyRing } from '../../kit/encryption.ts'

export type Db = Kysely<Tables>

/** An instance as stored; its key is encrypted. */
export type InstanceRow = Omit<InstanceInput, 'key' | 'houseRules' | 'memberPrice'> & {
  id: string
  houseRules: HouseRules | null
  memberPrices: MemberPriceFrom[]
  sealedKey: Buffer | null
  active: boolean
  createdAt: number
  /** What it says itself of this service. */
  confirmation: Confirmation | null
  confirmationCode: InstanceCode | null
  budget: BudgetState | null
  /** Accounts of drivers that are connected to it. */
  connected: number
  /** Of these, drivers whose bot searches there now, in all processes. */
  searching: number
}

/** Under which an instance's accounts, stations and blocks are stored. */
export function nameOfInstance({ kind, id }: Pick<InstanceRow, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** Every instance, by name, with what was used of its budget. */
export async function listInstances(db: Db): Promise<InstanceRow[]> {
  const { rows } = await sql<InstanceRow>`
    select i.id, i.kind, i.name, i.base_url as "baseUrl", i.sealed_key as "sealedKey", i.options,
      i.authorised_by as "authorisedBy", i.authorised_on as "authorisedOn",
      i.max_requests_per_minute as "maxRequestsPerMinute", i.allow_private as "allowPrivate", i.active,
      i.house_rules as "houseRules", i.member_prices as "memberPrices", i.created_at as "createdAt", i.confirmation,
      i.confirmation_code as "confirmationCode", b.state as budget,
      (select count(*) from platform_accounts a where a.platform = i.kind || ':' || i.id) as connected,
      (select count(*) from platform_accounts a join bots b on b.driver_id = a.driver_id and b.variant = a.variant
        where a.platform = i.kind || ':' || i.id and b.phase = 'running' and b.owner is not null) as searching
    from platform_instances i left join instance_budgets b on b.instance_id = i.id
    order by lower(i.name), i.id`.execute(db)
  return rows
}

/** Serializes changes of records until the transaction ends: of two of one server at once, one is new. */
export async function lockInstances(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('platform_instances'))`.execute(tx)
}

/** A record as it is stored, with the prices that were and will be. */
export type StoredInput = Omit<InstanceInput, 'memberPrice'> & { memberPrices?: MemberPriceFrom[] }

/** Stores a new instance. */
export async function insertInstance(db: Db, ring: KeyRing, id: string, input: StoredInput): Promise<void> {
  await db
    .insertInto('platform_instances')
    .values({ id, ...columnsOf(input), sealed_key: sealKey(ring, id, input.key) })
    .execute()
}

/** Replaces what an instance says; its kind stays, and so does its key where none is given. */
export async function updateInstance(db: Db, ring: KeyRing, id: string, input: StoredInput): Promise<void> {
  const key = input.key === null ? {} : { sealed_key: sealKey(ring, id, input.key) }
  await db
    .updateTable('platform_instances')
    .set({ ...columnsOf(input), ...key, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Drivers who are connected to a platform. */
export async function listMembers(db: Db, platform: string): Promise<string[]> {
  const rows = await db
    .selectFrom('platform_accounts')
    .select('driver_id')
    .where('platform', '=', platform)
    .orderBy('driver_id')
    .execute()
  return rows.map(({ driver_id }) => driver_id)
}

/** Enables or disables an instance. */
export async function setInstanceActive(db: Db, id: string, active: boolean): Promise<void> {
  await db
    .updateTable('platform_instances')
    .set({ active, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Stores what an instance says itself of this service, and the code that its administrator was sent. */
export async function storeConfirmation(
  db: Db,
  id: string,
  { confirmation, code }: { confirmation?: Confirmation | null; code?: InstanceCode },
): Promise<void> {
  await db
    .updateTable('platform_instances')
    .set({
      ...(confirmation !== undefined && { confirmation: JSON.stringify(confirmation) }),
      ...(code !== undefined && { confirmation_code: JSON.stringify(code) }),
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** How many instances in use were confirmed by themselves, and no longer are. */
export async function countWithdrawn(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from platform_instances
    where active and confirmation ->> 'withdrawnAt' is not null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks an instance until the transaction ends; null when there is none. */
export async function lockInstance(tx: Db, id: string): Promise<InstanceRow | null> {
  await sql`select from platform_instances where id = ${id} for update`.execute(tx)
  return (await listInstances(tx)).find((row) => row.id === id) ?? null
}

/** An instance's key; null when it has none. Throws `EncryptionError` if the ring is another one. */
export function openKey(ring: KeyRing, { id, sealedKey }: Pick<InstanceRow, 'id' | 'sealedKey'>) {
  return sealedKey === null ? null : openValue(ring, keyPlace(id), sealedKey)
}

/** Where an instance's key stands. */
export function keyPlace(id: string): EncryptionContext {
  return { table: 'platform_instances', column: 'sealed_key', row: id }
}

/**
 * Debits an instance's budget; answers null where the instance is gone or disabled. Processes that debit at
 * once wait for each other. The time is the database's, since the clocks of processes differ; only a process
 * that is alone and moves its time by hand passes its own.
 */
export async function debit(
  db: Db,
  id: string,
  asked: BudgetRequest,
  ownTime?: () => Timestamp,
): Promise<BudgetGrant | null> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ perMinute: number; active: boolean }>`
      select max_requests_per_minute as "perMinute", active from platform_instances where id = ${id}
      for no key update`.execute(tx)
    const [instance] = rows
    if (!instance?.active) return null
    const { state, now } = await readState(tx, id, ownTime)
    const grant = debitBudget(state ?? openBudget(instance.perMinute, now), instance.perMinute, asked, now)
    await writeState(tx, id, grant.state)
    return grant
  })
}

/**
 * Grants nothing for so long of the budget of an instance, nor of the others at its server: that counts by
 * address. `ownTime` as in `debit`.
 */
export async function holdServer(
  db: Db,
  baseUrl: string,
  waitMs: number,
  ownTime?: () => Timestamp,
): Promise<void> {
  const ids = (await listInstances(db))
    .filter((row) => isSameServer(row.baseUrl, baseUrl))
    .map(({ id }) => id)
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; perMinute: number }>`
      select id, max_requests_per_minute as "perMinute" from platform_instances where id = any(${ids})
      order by id for no key update`.execute(tx)
    for (const { id, perMinute } of rows) {
      const { state, now } = await readState(tx, id, ownTime)
      await writeState(tx, id, holdBudget(state ?? openBudget(perMinute, now), now + waitMs))
    }
  })
}

/** On which processes tell each other what they read of instances. */
export const READINGS_CHANNEL = 'instance_readings'

/** Announces these messages of readings to all processes, in their order. */
export async function announceReadings(db: Db, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return
  await sql`select pg_notify(${READINGS_CHANNEL}, payload)
    from unnest(${payloads}::text[]) with ordinality as m (payload, place) order by place`.execute(db)
}

async function readState(
  tx: Db,
  id: string,
  ownTime: (() => Timestamp) | undefined,
): Promise<{ state: BudgetState | null; now: Timestamp }> {
  const { rows } = await sql<{ state: BudgetState | null; now: number }>`
    select (select state from instance_budgets where instance_id = ${id}) as state,
      floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(tx)
  const { state, now } = rows[0]!
  return { state, now: ownTime ? ownTime() : now }
}

async function writeState(tx: Db, id: string, state: BudgetState): Promise<void> {
  await sql`
    insert into instance_budgets (instance_id, state) values (${id}, ${JSON.stringify(state)}::jsonb)
    on conflict (instance_id) do update set state = excluded.state`.execute(tx)
}

/** Which platforms drivers have their accounts at, in the order of `owners`; null = no account. */
export async function readPlatformNames(
  db: Db,
  owners: readonly { driverId: string; variant: string }[],
): Promise<(string | null)[]> {
  const { rows } = await sql<{ driverId: string; variant: string; platform: string }>`
    select a.driver_id as "driverId", a.variant, a.platform from platform_accounts a
    join unnest(${owners.map((each) => each.driverId)}::text[], ${owners.map((each) => each.variant)}::text[])
      as n (driver_id, variant) on a.driver_id = n.driver_id and a.variant = n.variant`.execute(db)
  const names = new Map(rows.map((row) => [`${row.driverId} ${row.variant}`, row.platform]))
  return owners.map(({ driverId, variant }) => names.get(`${driverId} ${variant}`) ?? null)
}

function columnsOf(input: StoredInput) {
  return {
    kind: input.kind,
    name: input.name,
    base_url: input.baseUrl,
    options: JSON.stringify(input.options),
    authorised_by: input.authorisedBy,
    authorised_on: input.authorisedOn,
    max_requests_per_minute: input.maxRequestsPerMinute,
    allow_private: input.allowPrivate,
    ...(input.houseRules !== undefined && {
      house_rules: input.houseRules && JSON.stringify(input.houseRules),
    }),
    ...(input.memberPrices !== undefined && { member_prices: JSON.stringify(input.memberPrices) }),
  }
}

/** A key as it is stored; null without one. */
export function sealKey(ring: KeyRing, id: string, key: string | null): Buffer | null {
  return key === null || key === '' ? null : encryptValue(ring, keyPlace(id), key)
}
