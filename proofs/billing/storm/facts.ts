import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { checkLedger } from '@madruga/server/money/ledger.ts'
import type { LedgerReport } from '@madruga/server/money/ledger.ts'
import type { Database, Tables } from '@madruga/server/db.ts'
import type { Selectable } from 'kysely'
import type { PlanNumber } from '@madruga/core/plans.ts'
import type { Told } from './model.ts'

type Row<Name extends keyof Tables> = Selectable<Tables[Name]>

/** A payment intent of the gateway's own books, with its charges that were captured. */
export type Intent = {
  id: string
  status: string
  paymentId: string
  charges: { id: string; cents: number; refundedCents: number }[]
  /** What banks took back of them. */
  disputes: { id: string; status: string; cents: number }[]
}
/** A line of the gateway's balance. */
export type BalanceLine = { type: string; amount: number; fee: number }
/** Something that a driver used, by the reference that its item has. */
export type Used = { driverId: string; reference: string; at: number; cents: number }

/** What both sides wrote down, and what drivers were told. */
export type Facts = {
  now: number
  told: Told
  drivers: {
    id: string
    status: string
    statusCause: string
    timeZone: string
    planNumber: PlanNumber
    subscribedUntil: number | null
    createdAt: number
  }[]
  invoices: Row<'invoices'>[]
  items: Row<'invoice_items'>[]
  payments: Row<'payments'>[]
  refunds: Row<'refunds'>[]
  disputes: Row<'disputes'>[]
  creditNotes: Row<'credit_notes'>[]
  coupons: Row<'coupons'>[]
  couponUses: Row<'coupon_uses'>[]
  referrals: Row<'referrals'>[]
  periods: Row<'subscription_periods'>[]
  counters: Row<'invoice_counters'>[]
  closings: Row<'week_closings'>[]
  accounts: Row<'ledger_accounts'>[]
  /** Which payment each request became. */
  keys: { key: string; paymentId: string }[]
  used: Used[]
  ledger: LedgerReport
  intents: Intent[]
  balance: BalanceLine[]
}

const USED = `
  select driver_id as "driverId", 'block:' || id as reference, accepted_at as at, 500 as cents from blocks where attempt_id is not null
  union all
  select driver_id, 'instant_day:' || to_char(day, 'YYYY-MM-DD'), first_at, 200 from instant_days
  union all
  select driver_id, 'check_in:' || block_id, at, fee_cents from check_ins where fee_cents > 0`

/** Reads everything. The gateway does not run any more: its books are read from its own file. */
export async function readFacts(
  { kysely: db, pool }: Database,
  { gatewayFolder, now, told }: { gatewayFolder: string; now: number; told: Told },
): Promise<Facts> {
  const all = <Name extends keyof Tables>(table: Name) =>
    db.selectFrom(table).selectAll().execute() as unknown as Promise<Row<Name>[]>
  const { rows: drivers } = await pool.query<Facts['drivers'][number]>(
    `select id, status, status_cause as "statusCause", time_zone as "timeZone", plan_number as "planNumber", subscribed_until as "subscribedUntil", created_at as "createdAt"
     from drivers where role = 'driver'`,
  )
  const { rows: keys } = await pool.query<Facts['keys'][number]>(
    `select key, answer->>'paymentId' as "paymentId" from idempotency_keys where answer ? 'paymentId'`,
  )
  const { rows: used } = await pool.query<Used>(USED)
  return {
    now,
    told,
    drivers,
    invoices: await all('invoices'),
    items: await all('invoice_items'),
    payments: await all('payments'),
    refunds: await all('refunds'),
    disputes: await all('disputes'),
    creditNotes: await all('credit_notes'),
    coupons: await all('coupons'),
    couponUses: await all('coupon_uses'),
    referrals: await all('referrals'),
    periods: await all('subscription_periods'),
    counters: await all('invoice_counters'),
    closings: await all('week_closings'),
    accounts: await all('ledger_accounts'),
    keys,
    used,
    ledger: await checkLedger(db),
    ...readGateway(gatewayFolder),
  }
}

type Wire = { id: string; status: string; amount: number; [field: string]: unknown }

function readGateway(folder: string): Pick<Facts, 'intents' | 'balance'> {
  const accounting = new DatabaseSync(join(folder, 'cards.sqlite'))
  const list = (kind: string): Wire[] =>
    accounting
      .prepare('select body from objects where kind = ? order by number')
      .all(kind)
      .map((row) => JSON.parse(String(row['body'])) as Wire)
  const charges = Map.groupBy(
    list('charge').filter((charge) => charge.status === 'succeeded'),
    (charge) => String(charge['payment_intent']),
  )
  const disputes = Map.groupBy(list('dispute'), (dispute) => String(dispute['payment_intent']))
  const intents = list('payment_intent').map(({ id, status, metadata }) => ({
    id,
    status,
    paymentId: (metadata as { paymentId?: string }).paymentId ?? '',
    charges: (charges.get(id) ?? []).map((charge) => ({
      id: charge.id,
      cents: charge.amount,
      refundedCents: Number(charge['amount_refunded']),
    })),
    disputes: (disputes.get(id) ?? []).map((each) => ({
      id: each.id,
      status: each.status,
      cents: each.amount,
    })),
  }))
  const balance = list('balance_transaction').map((line) => ({
    type: String(line['type']),
    amount: line.amount,
    fee: Number(line['fee']),
  }))
  accounting.close()
  return { intents, balance }
}

/** How many events the gateway has yet to bring, and how many of them by now; its file may be open to it. */
export function countEvents(folder: string, now: number): { waiting: number; due: number } {
  const accounting = new DatabaseSync(join(folder, 'cards.sqlite'), { readOnly: true })
  try {
    const row = accounting
      .prepare(
        'select count(*) as waiting, count(*) filter (where due_at <= ?) as due from deliveries where done_at is null',
      )
      .get(now)
    return { waiting: Number(row?.['waiting']), due: Number(row?.['due']) }
  } finally {
    accounting.close()
  }
}
