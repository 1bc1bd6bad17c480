import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { accountKey, refuseUnbalanced } from '@madruga/core/ledger.ts'
import type { LedgerAccount, Posting } from '@madruga/core/ledger.ts'
import type { Cents } from '@madruga/core/money.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../db.ts'
import type { Db } from './model.ts'

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
  const [posting] = await postAll(tx, [row])
  return posting!
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
  const { rows: transactions } = await sql<{ id: number }>`
    select j.id from ledger_entries j left join ledger_lines e on e.entry_id = j.id
    group by j.id having count(e.account_id) <> j.line_count or sum(e.amount_cents) <> 0 order by j.id`.execute(
    db,
  )
  return {
    sumCents: rows.reduce((sum, account) => sum + account.entriesCents, 0),
    drifts: rows.filter((account) => account.balanceCents !== account.entriesCents),
    unbalanced: transactions.map((row) => row.id),
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
  const ordered = rows.toSorted((one, other) => (one.reference < other.reference ? -1 : 1))
  const newRows = await tx
    .insertInto('ledger_entries')
    .values(
      ordered.map((row) => ({
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
  return new Map(newRows.map((row) => [row.reference, row.id]))
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
  const storedEntries = rows.map((each) => `${each.rowKind} ${keyOf(each.kind, each.driverId)} ${each.cents}`)
  const newEntries = row.entries.map(
    (entry) => `${row.kind} ${accountKey(entry.account)} ${entry.amountCents}`,
  )
  if (storedEntries.toSorted().join('\n') !== newEntries.toSorted().join('\n'))
    throw new Error(`${row.reference} is in the ledger with other entries`)
}

function keyOf(kind: LedgerAccount['kind'], driverId: string | null): string {
  if (kind !== 'receivable') return accountKey({ kind })
  return accountKey(driverId === null ? { kind: 'receivable.gone' } : { kind, driverId })
}

type Kind = LedgerAccount['kind']

/** Accounts of the house; what drivers owed who are gone since counts with them. */
const OURS = sql`(a.kind <> 'receivable' or a.driver_id is null)`
const HOUSE = sql`case a.kind when 'receivable' then 'receivable.gone' else a.kind end`

/** Whose entry it is: a deleted driver was none of the demo's. */
const OF_DEMO = sql`coalesce(d.is_demo, false)`

/**
 * What accounts of the house moved by between two instants (`to` not included), cents, debit above zero, by
 * weeks of a zone; `week` is its Monday. Accounts that did not move are missing. The entries are read first:
 * the planner takes the few accounts of the house for few lines, and would look up each entry.
 */
export async function sumWeeks(
  db: Db,
  { from, to, timeZone }: { from: Timestamp; to: Timestamp; timeZone: string },
): Promise<{ week: string; kind: Kind; cents: number; isDemo: boolean }[]> {
  const { rows } = await sql<{ week: string; kind: Kind; cents: number; isDemo: boolean }>`
    with entries as materialized (
      select id, date_trunc('week', at at time zone ${timeZone})::date as week,
        coalesce(driver_id in (select id from drivers where is_demo), false) as is_demo
      from ledger_entries where at >= ${new Date(from)} and at < ${new Date(to)})
    select j.week, ${HOUSE} as kind, j.is_demo as "isDemo", sum(e.amount_cents)::bigint as cents
    from entries j join ledger_lines e on e.entry_id = j.id join ledger_accounts a on a.id = e.account_id
    where ${OURS} group by 1, 2, 3`.execute(db)
  return rows
}

/** What accounts of the house hold now, cents, debit above zero. */
export async function readHouseBalances(db: Db): Promise<{ kind: Kind; cents: number }[]> {
  const { rows } = await sql<{ kind: Kind; cents: number }>`
    select ${HOUSE} as kind, sum(a.balance_cents)::bigint as cents from ledger_accounts a where ${OURS} group by 1`.execute(
    db,
  )
  return rows
}

/**
 * Drivers who owe something or whom we owe it, and since when: the oldest invoice was issued that they have
 * not paid, or the oldest payment disputed that their bank has now and no credit note took back; null = none.
 */
export async function readDebts(
  db: Db,
): Promise<{ cents: number; oldestAt: Timestamp | null; isDemo: boolean }[]> {
  const { rows } = await sql<{ cents: number; oldestAt: Timestamp | null; isDemo: boolean }>`
    select a.balance_cents as cents, ${OF_DEMO} as "isDemo",
      least(
        (select min(i.issued_at) from invoices i where i.driver_id = a.driver_id and i.state = 'unpaid'),
        (select min(d.opened_at) from payments p join invoices i on i.id = p.invoice_id join disputes d on d.payment_id = p.id
          where p.driver_id = a.driver_id and p.disputed_cents > 0 and i.state <> 'credited'
            and d.withdrawn is not null and d.reinstated is null)) as "oldestAt"
    from ledger_accounts a left join drivers d on d.id = a.driver_id
    where a.kind = 'receivable' and a.driver_id is not null and a.balance_cents <> 0`.execute(db)
  return rows
}
