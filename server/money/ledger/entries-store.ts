import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { accountKey, refuseUnbalanced } from '@madruga/core/ledger.ts'
import type { LedgerAccount, Posting } from '@madruga/core/ledger.ts'
import type { Cents } from '@madruga/core/money.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../db.ts'

/**
 * A posting for the ledger. `reference` names the business event among all (`invoice:M-2026-000123`,
 * `charge:ch_1`); neither it nor `memo` names a person, since both outlive their account.
 */
export type LedgerEntry = Posting & { at: Timestamp; reference: string; memo?: string }

/** `repeated`: it stood there already, and nothing changed. */
export type Posted = 'posted' | 'repeated'

/**
 * Writes a posting and moves the balances of its accounts, in the caller's transaction; several of one
 * transaction go by `postAll`. Once a reference: the same posting again does nothing. Throws RangeError for
 * entries that do not balance, Error for a reference that stands for other entries, and breaks the foreign
 * key for a driver who is gone: theirs are posted for no one (`driverId` null).
 */
export async function post(tx: Transaction<Tables>, row: LedgerEntry): Promise<Posted> {
  const [posted] = await postAll(tx, [row])
  return posted!
}

/**
 * The same for several, answered in their order. All their accounts are locked in one order, until the
 * transaction ends: transactions that post once, whatever and however much, never wait for each other in a
 * circle. Throws also for a reference that is in twice.
 */
export async function postAll(tx: Transaction<Tables>, rows: readonly LedgerEntry[]): Promise<Posted[]> {
  for (const row of rows) refuseUnbalanced(row.entries)
  if (new Set(rows.map((row) => row.reference)).size < rows.length)
    throw new RangeError('a reference is posted once')
  // First, since it locks the drivers' rows, as deleting a driver does before it reaches the accounts.
  const ids = await insertRows(tx, rows)
  const fresh = rows.filter((row) => ids.has(row.reference))
  const accounts = await openAccounts(
    tx,
    fresh.flatMap((row) => row.entries.map((entry) => entry.account)),
  )
  const entries = fresh.flatMap((row) =>
    row.entries.map(({ account, amountCents }) => ({
      entry_id: ids.get(row.reference)!,
      account_id: accounts.get(accountKey(account))!,
      amount_cents: amountCents,
    })),
  )
  // One statement: its trigger locks all accounts at once.
  if (entries.length > 0) await tx.insertInto('ledger_lines').values(entries).execute()
  for (const row of rows) if (!ids.has(row.reference)) await refuseOther(tx, row)
  return rows.map((row) => (ids.has(row.reference) ? 'posted' : 'repeated'))
}

/** Those of these references that stand in the ledger. */
export async function readPosted(db: Kysely<Tables>, references: readonly string[]): Promise<Set<string>> {
  if (references.length === 0) return new Set()
  const rows = await db
    .selectFrom('ledger_entries')
    .select('reference')
    .where('reference', 'in', references)
    .execute()
  return new Set(rows.map(({ reference }) => reference))
}

/** What an account holds, cents; 0 before its first entry. */
export async function readBalance(db: Kysely<Tables>, account: LedgerAccount): Promise<Cents> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('kind', '=', account.kind)
    .where('driver_id', 'is not distinct from', account.kind === 'receivable' ? account.driverId : null)
    .executeTakeFirst()
  return row?.balance_cents ?? 0
}

/** An account whose balance is not the sum of its entries. */
export type Drift = {
  accountId: number
  kind: LedgerAccount['kind']
  driverId: string | null
  balanceCents: Cents
  entriesCents: Cents
}

/**
 * All is well: `sumCents` is 0, and there is nothing in the lists. `unbalanced` are numbers of ledger entrys.
 */
export type LedgerReport = { sumCents: Cents; drifts: Drift[]; unbalanced: number[] }

/**
 * Recomputes every balance from the entries, and every ledger entry. Reads the whole ledger: for
 * reconciliation, not for screens.
 */
export async function checkLedger(db: Kysely<Tables>): Promise<LedgerReport> {
  const { rows } = await sql<Drift>`
    select a.id as "accountId", a.kind, a.driver_id as "driverId", a.balance_cents as "balanceCents",
      coalesce(e.cents, 0)::bigint as "entriesCents"
    from ledger_accounts a
      left join (select account_id, sum(amount_cents) as cents from ledger_lines group by account_id) e on e.account_id = a.id
    order by a.id`.execute(db)
  const { rows: unbalanced } = await sql<{ id: number }>`
    select j.id from ledger_entries j left join ledger_lines e on e.entry_id = j.id
    group by j.id having count(e.account_id) <> j.line_count or sum(e.amount_cents) <> 0 order by j.id`.execute(
    db,
  )
  return {
    sumCents: rows.reduce((sum, account) => sum + account.entriesCents, 0),
    drifts: rows.filter((account) => account.balanceCents !== account.entriesCents),
    unbalanced: unbalanced.map((row) => row.id),
  }
}

/**
 * The numbers of the rows that were not there yet, by reference; in one order, since the first one makes
 * others wait.
 */
async function insertRows(
  tx: Transaction<Tables>,
  rows: readonly LedgerEntry[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const sorted = rows.toSorted((one, other) => (one.reference < other.reference ? -1 : 1))
  const inserted = await tx
    .insertInto('ledger_entries')
    .values(
      sorted.map((row) => ({
        at: new Date(row.at),
        kind: row.kind,
        reference: row.reference,
        driver_id: row.driverId,
        memo: row.memo ?? '',
        line_count: row.entries.length,
      })),
    )
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning(['id', 'reference'])
    .execute()
  return new Map(inserted.map((row) => [row.reference, row.id]))
}

/** The numbers of accounts by their keys; one of a driver that is not there yet is opened. */
async function openAccounts(
  tx: Transaction<Tables>,
  accounts: readonly LedgerAccount[],
): Promise<Map<string, number>> {
  if (accounts.length === 0) return new Map()
  const drivers = [
    ...new Set(accounts.flatMap((each) => (each.kind === 'receivable' ? [each.driverId] : []))),
  ].toSorted()
  await sql`
    insert into ledger_accounts (driver_id, kind)
    select id, 'receivable' from unnest(${drivers}::text[]) as g (id)
    where not exists (select from ledger_accounts where driver_id = g.id and kind = 'receivable')
    order by id on conflict do nothing`.execute(tx)
  const kinds = accounts.flatMap((each) => (each.kind === 'receivable' ? [] : [each.kind]))
  const { rows } = await sql<{ id: number; kind: LedgerAccount['kind']; driverId: string | null }>`
    select id, kind, driver_id as "driverId" from ledger_accounts
    where (kind = 'receivable' and driver_id = any(${drivers}::text[]))
      or (kind <> 'receivable' and kind = any(${kinds}::text[]))`.execute(tx)
  return new Map(rows.map(({ id, kind, driverId }) => [keyOf(kind, driverId), id]))
}

/**
 * Throws unless the reference stands for these very entries. Those of a driver who is gone since are the
 * same.
 */
async function refuseOther(tx: Transaction<Tables>, row: LedgerEntry): Promise<void> {
  const { rows } = await sql<{
    rowKind: string
    kind: LedgerAccount['kind']
    driverId: string | null
    cents: Cents
  }>`
    select j.kind as "rowKind", a.kind, a.driver_id as "driverId", e.amount_cents as cents
    from ledger_entries j join ledger_lines e on e.entry_id = j.id join ledger_accounts a on a.id = e.account_id
    where j.reference = ${row.reference}`.execute(tx)
  const stored = rows.map((each) => `${each.rowKind} ${keyOf(each.kind, each.driverId)} ${each.cents}`)
  const given = row.entries.map((entry) => `${row.kind} ${accountKey(entry.account)} ${entry.amountCents}`)
  if (stored.toSorted().join('\n') !== given.toSorted().join('\n'))
    throw new Error(`${row.reference} is in the ledger with other entries`)
}

function keyOf(kind: LedgerAccount['kind'], driverId: string | null): string {
  if (kind !== 'receivable') return accountKey({ kind })
  return accountKey(driverId === null ? { kind: 'receivable.gone' } : { kind, driverId })
}
