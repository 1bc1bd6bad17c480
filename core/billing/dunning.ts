import type { Timestamp } from '../time.ts'
import type { PaymentState } from '../payments.ts'
import type { MethodKind } from './prices.ts'

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
 * Whether an invoice waits for the bank instead of for the driver: a debit takes days, and whoever began one
 * has done their part. Only the first debit of an invoice is waited for, and not for ever; after one that
 * failed money alone counts, so that nobody goes on for free on debits that fail.
 */
export function waitsForBank(payments: readonly DuePayment[]): boolean {
  const debits = payments.filter(({ kind }) => kind === 'bank')
  const isWaiting = debits.some(({ state, freedAt }) => state === 'processing' && freedAt === null)
  return isWaiting && !debits.some(({ state }) => state === 'refused')
}

/**
 * What the driver's unpaid invoices mean at `now`. Days are those of the wall clock of `timeZone`; of the
 * invoices that wait for the driver the oldest decides. Without one nothing is due: whoever has paid is back
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
