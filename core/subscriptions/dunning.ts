import type { Cents } from '../money.ts'
import type { NotificationParams } from '../notify.ts'
import type { Timestamp } from '../time.ts'
import type { PaymentState } from '../payment-states.ts'
import type { MethodKind } from '../invoices.ts'

/** A payment of an invoice, as far as dues ask; no way of paying where nothing had to be paid. */
export type DuePayment = {
  state: PaymentState
  kind: MethodKind | null
  /**
   * From when on the invoice is to be paid otherwise: a debit took too long, or a bank took the money back
   * for good.
   */
  freedAt: Timestamp | null
}

/** An invoice with something left to pay, and every payment of it that was begun. */
export type OpenInvoice = { id: string; closedAt: Timestamp; payments: readonly DuePayment[] }

/** When a driver hears of an invoice, and what comes of not paying: days after it was closed. */
export type DunningSettings = {
  remindDays: readonly number[]
  /** Days until the account is suspended. */
  suspendDays: number
}

/**
 * What unpaid invoices mean: the reminders that are due by now, in order, from when on the account is
 * suspended, and for which invoice.
 */
export type Dunning = {
  suspended: boolean
  suspendsAt: Timestamp | null
  /** The invoice that decides; null = none does. */
  invoiceId: string | null
  reminders: { invoiceId: string; days: number }[]
}

/**
 * Whether an invoice waits for the bank instead of for the driver: a debit takes days, and a driver who began
 * one has done their part. Only the first debit of an invoice is waited for, and not for ever; after one that
 * failed money alone counts, so that no one continues for free on debits that fail.
 */
export function waitsForBank(payments: readonly DuePayment[]): boolean {
  const debits = payments.filter(({ kind }) => kind === 'bank')
  const isWaiting = debits.some(({ state, freedAt }) => state === 'processing' && freedAt === null)
  return isWaiting && !debits.some(({ state }) => state === 'refused')
}

/**
 * What the driver's unpaid invoices mean at `now`. Days are those of the wall clock of `timeZone`; of the
 * invoices that wait for the driver the oldest decides. Without one nothing is due: a driver who paid is back
 * at once. One whose debit failed counts from its own date, as if there had been none; one that was paid, as
 * far as its driver knew, counts from when that turned out to be nothing. Once an invoice suspends it is not
 * reminded of any more. Needs `Temporal`.
 */
export function judgeDunning(
  unpaid: readonly OpenInvoice[],
  settings: DunningSettings,
  timeZone: string,
  now: Timestamp,
): Dunning {
  const countsFrom = ({ closedAt, payments }: OpenInvoice): Timestamp =>
    Math.max(closedAt, ...payments.map(({ freedAt }) => freedAt ?? closedAt))
  const after = (invoice: OpenInvoice, days: number): Timestamp =>
    Temporal.Instant.fromEpochMilliseconds(countsFrom(invoice)).toZonedDateTimeISO(timeZone).add({ days })
      .epochMilliseconds
  const counting = unpaid
    .filter(({ payments }) => !waitsForBank(payments))
    .toSorted((one, other) => countsFrom(one) - countsFrom(other))
  const [oldest] = counting
  const suspendsAt = oldest === undefined ? null : after(oldest, settings.suspendDays)
  const reminders = counting
    .filter((invoice) => now < after(invoice, settings.suspendDays))
    .flatMap((invoice) =>
      settings.remindDays
        .filter((days) => after(invoice, days) <= now)
        .map((days) => ({ invoiceId: invoice.id, days })),
    )
  const suspended = suspendsAt !== null && suspendsAt <= now
  return { suspended, suspendsAt, invoiceId: oldest?.id ?? null, reminders }
}

/** When an account is suspended for an invoice that is issued at `at` and stays unpaid. Needs `Temporal`. */
export function suspensionAt(settings: DunningSettings, timeZone: string, at: Timestamp): Timestamp {
  return judgeDunning([{ id: '', closedAt: at, payments: [] }], settings, timeZone, at).suspendsAt!
}

/** A driver as far as dunning asks. */
export type DunnedPayer = {
  status: 'active' | 'inactive' | 'suspended'
  statusCause: 'operator' | 'dues'
  role: 'driver' | 'operator'
}

/** An unpaid invoice as reminders name it; `remindedDays` are the reminders that were sent. */
export type RemindableInvoice = OpenInvoice & {
  number: string
  dueCents: Cents
  timeZone: string
  remindedDays: readonly number[]
}

/** What is to be done about unpaid invoices, in the order in which it is carried out. */
export type DunningEffect =
  | { kind: 'note_reminder'; invoiceId: string; days: number }
  | { kind: 'notify_due'; event: string; params: NotificationParams['invoice_due'] }
  | { kind: 'suspend'; reason: string }
  | { kind: 'restore' }
  | { kind: 'notify_status'; event: string; params: NotificationParams['account_status'] }

/**
 * Decides whom to remind and whether to suspend. Each reminder is sent once; several of one invoice that are
 * due at once, as after a bank debit that failed, are notified by the latest. Operators are not suspended.
 */
export function decideDunning(
  dunning: Dunning,
  unpaid: readonly RemindableInvoice[],
  payer: DunnedPayer,
  settings: DunningSettings,
  now: Timestamp,
): DunningEffect[] {
  const effects = unpaid.flatMap((invoice) => remind(dunning, invoice, settings))
  if (!dunning.suspended || payer.status !== 'active' || payer.role === 'operator') return effects
  const { id, number } = unpaid.find((invoice) => invoice.id === dunning.invoiceId)!
  // Told again where a debit had ended the suspension and failed.
  const event = `dues.suspended ${id} ${now}`
  const params = { status: 'suspended', reason: number, dues: true } as const
  return [...effects, { kind: 'suspend', reason: number }, { kind: 'notify_status', event, params }]
}

function remind(dunning: Dunning, invoice: RemindableInvoice, settings: DunningSettings): DunningEffect[] {
  const { id, number, dueCents, closedAt, timeZone } = invoice
  const due = dunning.reminders.filter(
    ({ invoiceId, days }) => invoiceId === id && !invoice.remindedDays.includes(days),
  )
  const latest = due.at(-1)
  if (latest === undefined) return []
  const suspendsAt =
    dunning.invoiceId === id ? dunning.suspendsAt! : suspensionAt(settings, timeZone, closedAt)
  return [
    ...due.map(({ days }) => ({ kind: 'note_reminder' as const, invoiceId: id, days })),
    {
      kind: 'notify_due',
      event: `invoice_due ${id} ${latest.days}`,
      params: { number, dueCents, suspendsAt },
    },
  ]
}

/** Restores an account that only unpaid invoices had suspended; every other account stays as it is. */
export function decideRestore(
  dunning: Dunning,
  { status, statusCause }: DunnedPayer,
  now: Timestamp,
): DunningEffect[] {
  if (status !== 'suspended' || statusCause !== 'dues' || dunning.suspended) return []
  const params = { status: 'active', reason: '', dues: true } as const
  return [{ kind: 'restore' }, { kind: 'notify_status', event: `dues.restored ${now}`, params }]
}
