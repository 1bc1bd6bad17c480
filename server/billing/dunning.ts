import { judgeDunning } from '@madruga/core/billing.ts'
import type { Dunning, OpenInvoice } from '@madruga/core/billing.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { BillingDeps, Db, Payer, Tx } from './model.ts'
import * as store from './store/dunning.ts'
import { lockPayer } from './store/drivers.ts'
import { readUnpaid } from './store/invoices.ts'
import type { InvoiceRow } from './store/invoices.ts'
import { readPaymentsOf } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { forEachOf } from './sweep.ts'

const DRIVERS_A_SWEEP = 500

type DunningDeps = Pick<BillingDeps, 'settings' | 'clock' | 'accounts' | 'notify'>

/** What a driver's unpaid invoices mean now, and they themselves. */
export async function readOverdue(
  { settings, clock }: Pick<BillingDeps, 'settings' | 'clock'>,
  db: Db,
  payer: Payer,
): Promise<{ unpaid: InvoiceRow[]; dunning: Dunning }> {
  const unpaid = await readUnpaid(db, payer.id)
  const payments = await readPaymentsOf(
    db,
    unpaid.map((invoice) => invoice.id),
  )
  const open = unpaid.map((invoice) => openInvoice(invoice, payments))
  return { unpaid, dunning: judgeDunning(open, settings.dunning, payer.timeZone, clock.now()) }
}

/** An issued invoice as dues judge it; `payments` are at least its own. */
export function openInvoice(invoice: InvoiceRow, payments: readonly PaymentRow[]): OpenInvoice {
  const own = payments.filter((payment) => payment.invoice_id === invoice.id)
  return {
    id: invoice.id,
    closedAt: invoice.issued_at!,
    payments: own.map(({ state, method, freed_at: freedAt }) => ({
      state,
      kind: method?.kind ?? null,
      freedAt,
    })),
  }
}

/** When an account is suspended for an invoice that is issued at `at` and stays unpaid. */
export function suspendsAfter(
  { settings }: Pick<BillingDeps, 'settings'>,
  invoice: Pick<InvoiceRow, 'id' | 'time_zone'>,
  at: Timestamp,
): Timestamp {
  const open = { id: invoice.id, closedAt: at, payments: [] }
  return judgeDunning([open], settings.dunning, invoice.time_zone, at).suspendsAt!
}

/**
 * Whoever was suspended for what they owe, and owes it no more or has the bank debit it now, is back at once;
 * an operator's own suspension stays.
 */
export async function restoreIfClear(deps: DunningDeps, tx: Tx, payer: Payer): Promise<void> {
  if (payer.status !== 'suspended' || payer.statusCause !== 'dues') return
  const { dunning } = await readOverdue(deps, tx, payer)
  if (dunning.suspended) return
  await deps.accounts.setStatus(tx, payer.id, 'active', null)
  const params = { status: 'active', reason: '', dues: true } as const
  const event = `dues.restored ${deps.clock.now()}`
  await deps.notify.announce(tx, { driverId: payer.id, kind: 'account_status', params, event })
}

/**
 * Reminds whoever has not paid, and suspends whoever has not for too long: their bot stops at once. Run again
 * it says nothing twice.
 */
export async function runDunning(deps: BillingDeps): Promise<void> {
  const drivers = await store.readToRemind(deps.db, deps.settings.dunning, deps.clock.now(), DRIVERS_A_SWEEP)
  await forEachOf(deps, drivers, 'a driver is not reminded yet', async (driverId) => {
    const suspended = await deps.db.transaction().execute((tx) => remindDriver(deps, tx, driverId))
    if (suspended) await deps.stopBot(driverId)
  })
}

/** True when it suspended the account. */
async function remindDriver(deps: DunningDeps, tx: Tx, driverId: string): Promise<boolean> {
  const payer = await lockPayer(tx, driverId)
  if (payer === null) return false
  const now = deps.clock.now()
  const { unpaid, dunning } = await readOverdue(deps, tx, payer)
  const invoices = new Map(unpaid.map((invoice) => [invoice.id, invoice]))
  // Several are due at once after a bank debit that failed: one says it all.
  const latest = new Map<string, number>()
  for (const { invoiceId, days } of dunning.reminders)
    if (await store.noteReminder(tx, { invoiceId, days, at: now })) latest.set(invoiceId, days)
  for (const [invoiceId, days] of latest) {
    const invoice = invoices.get(invoiceId)!
    const params = {
      number: invoice.number!,
      dueCents: invoice.due_cents - invoice.credited_cents,
      suspendsAt:
        dunning.invoiceId === invoiceId
          ? dunning.suspendsAt!
          : suspendsAfter(deps, invoice, invoice.issued_at!),
    }
    const event = `invoice_due ${invoiceId} ${days}`
    await deps.notify.announce(tx, { driverId, kind: 'invoice_due', params, event })
  }
  if (!dunning.suspended || payer.status !== 'active' || payer.role === 'operator') return false
  const { id, number } = invoices.get(dunning.invoiceId!)!
  await deps.accounts.setStatus(tx, driverId, 'suspended', number!, 'dues')
  const params = { status: 'suspended', reason: number!, dues: true } as const
  // Told again where a debit had ended the suspension and failed.
  const event = `dues.suspended ${id} ${now}`
  await deps.notify.announce(tx, { driverId, kind: 'account_status', params, event })
  return true
}
