import type { Instant } from '../time.ts'

/** An invoice with something left to pay. */
export type OpenInvoice = { id: string; closedAt: Instant }

/** When a driver hears of an invoice, and what comes of not paying: days after it was closed. */
export type DuesSettings = {
  remindDays: readonly number[]
  /** Days until the account is suspended. */
  suspendDays: number
}

/** What unpaid invoices mean: the reminders that are due by now, in order, and from when on the account is suspended. */
export type Dues = {
  suspended: boolean
  suspendsAt: Instant | null
  reminders: { invoiceId: string; days: number }[]
}

/**
 * What the driver's unpaid invoices mean at `now`. Days are those of the wall clock of `timeZone`; the oldest invoice decides. Without one
 * nothing is due: whoever has paid is back at once. Needs `Temporal`.
 */
export function judgeDues(
  unpaid: readonly OpenInvoice[],
  settings: DuesSettings,
  timeZone: string,
  now: Instant,
): Dues {
  const after = ({ closedAt }: OpenInvoice, days: number): Instant =>
    Temporal.Instant.fromEpochMilliseconds(closedAt).toZonedDateTimeISO(timeZone).add({ days })
      .epochMilliseconds
  const oldest = unpaid.toSorted((one, other) => one.closedAt - other.closedAt)
  const suspendsAt = oldest[0] === undefined ? null : after(oldest[0], settings.suspendDays)
  const reminders = oldest.flatMap((invoice) =>
    settings.remindDays
      .filter((days) => after(invoice, days) <= now)
      .map((days) => ({ invoiceId: invoice.id, days })),
  )
  return { suspended: suspendsAt !== null && suspendsAt <= now, suspendsAt, reminders }
}
