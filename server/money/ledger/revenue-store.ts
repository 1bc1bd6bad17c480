import { sql } from 'kysely'
import type { LedgerAccount } from '@madruga/core/ledger.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Db } from './model.ts'

type Kind = LedgerAccount['kind']

/** Accounts of the house; what drivers owed who are gone since counts with them. */
const OURS = sql`(a.kind <> 'receivable' or a.driver_id is null)`
const HOUSE = sql`case a.kind when 'receivable' then 'receivable.gone' else a.kind end`

/** Whose entry it is: a deleted driver was none of the demo's. */
const OF_DEMO = sql`coalesce(d.is_demo, false)`

/**
 * What accounts of the house moved by between two instants (`to` not included), cents, debit above zero, by
 * weeks of a zone; `week` is its Monday. Accounts that did not move are missing. The entries are read first:
 * the planner takes the few accounts of the house for few lines, and would look each entry up by itself.
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
