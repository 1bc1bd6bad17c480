import { decideDunning, decideRestore, judgeDunning, suspensionAt } from '@madruga/core/subscriptions.ts'
import type { Dunning, DunningEffect, OpenInvoice } from '@madruga/core/subscriptions.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { readUnpaid } from '../invoices.ts'
import type { InvoiceRow } from '../invoices.ts'
import { lockPayer, forEachPage } from '../payers.ts'
import type { Db, Payer, Tx } from '../payers.ts'
import { readPaymentsOf } from '../payments.ts'
import type { PaymentRow } from '../payments.ts'
import type { SubscriptionsDeps } from './model.ts'
import * as store from './store/dunning.ts'

const DRIVERS_A_PAGE = 500

type DunningDeps = Pick<SubscriptionsDeps, 'settings' | 'clock' | 'accounts' | 'notify'>

/** What a driver's unpaid invoices mean now, and they themselves. */
export async function readOverdue(
  { settings, clock }: Pick<SubscriptionsDeps, 'settings' | 'clock'>,
  db: Db,
  payer: Payer,
): Promise<{ unpaid: InvoiceRow[]; open: OpenInvoice[]; dunning: Dunning }> {
  const unpaid = await readUnpaid(db, payer.id)
  const payments = await readPaymentsOf(
    db,
    unpaid.map((invoice) => invoice.id),
  )
  const open = unpaid.map((invoice) => openInvoice(invoice, payments))
  return { unpaid, open, dunning: judgeDunning(open, settings.dunning, payer.timeZone, clock.now()) }
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
  { settings }: Pick<SubscriptionsDeps, 'settings'>,
  { time_zone: timeZone }: Pick<InvoiceRow, 'time_zone'>,
  at: Timestamp,
): Timestamp {
  return suspensionAt(settings.dunning, timeZone, at)
}

/**
 * Restores drivers suspended for what they owe who owe it no more or have the bank debit it now, at once;
 * an operator's own suspension stays.
 */
export async function restoreIfClear(deps: DunningDeps, tx: Tx, payer: Payer): Promise<void> {
  if (payer.status !== 'suspended' || payer.statusCause !== 'dues') return
  const { dunning } = await readOverdue(deps, tx, payer)
  await carryOut(deps, tx, payer, decideRestore(dunning, payer, deps.clock.now()))
}

/**
 * Reminds drivers who have not paid, and suspends those overdue for too long: their bot stops at once. Run
 * again it says nothing twice.
 */
export async function runDunning(deps: SubscriptionsDeps): Promise<void> {
  const { db, clock, settings } = deps
  const now = clock.now()
  await forEachPage(deps, 'a driver is not reminded yet', {
    most: DRIVERS_A_PAGE,
    readPage: (after: string | null) =>
      store.readToRemind(db, settings.dunning, { now, after, most: DRIVERS_A_PAGE }),
    async work(driverId) {
      const isSuspended = await db.transaction().execute((tx) => remindDriver(deps, tx, driverId))
      if (isSuspended) await deps.stopBot(driverId)
    },
  })
}

/** True when it suspended the account. */
async function remindDriver(deps: DunningDeps, tx: Tx, driverId: string): Promise<boolean> {
  const payer = await lockPayer(tx, driverId)
  if (payer === null) return false
  const { unpaid, open, dunning } = await readOverdue(deps, tx, payer)
  const reminders = await store.readReminders(
    tx,
    unpaid.map((invoice) => invoice.id),
  )
  const invoices = unpaid.map((invoice, index) => ({
    ...open[index]!,
    number: invoice.number!,
    dueCents: invoice.due_cents - invoice.credited_cents,
    timeZone: invoice.time_zone,
    remindedDays: reminders.filter(({ invoiceId }) => invoiceId === invoice.id).map(({ days }) => days),
  }))
  const effects = decideDunning(dunning, invoices, payer, deps.settings.dunning, deps.clock.now())
  await carryOut(deps, tx, payer, effects)
  return effects.some(({ kind }) => kind === 'suspend')
}

async function carryOut(
  { accounts, notify, clock }: DunningDeps,
  tx: Tx,
  { id: driverId }: Payer,
  effects: readonly DunningEffect[],
): Promise<void> {
  for (const effect of effects)
    switch (effect.kind) {
      case 'note_reminder':
        await store.noteReminder(tx, { ...effect, at: clock.now() })
        break
      case 'suspend':
        await accounts.setStatus(tx, driverId, 'suspended', effect.reason, 'dues')
        break
      case 'restore':
        await accounts.setStatus(tx, driverId, 'active', null)
        break
      case 'notify_due': {
        const { params, event } = effect
        await notify.announce(tx, { driverId, kind: 'invoice_due', params, event })
        break
      }
      case 'notify_status': {
        const { params, event } = effect
        await notify.announce(tx, { driverId, kind: 'account_status', params, event })
        break
      }
    }
}
