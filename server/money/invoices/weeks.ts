import { closeWeek, priceInvoice, referenceOf } from '@madruga/core/invoices.ts'
import type { InvoicedItem, Prices, WeekClosing } from '@madruga/core/invoices.ts'
import type { Item } from '@madruga/core/items.ts'
import { weekSpan } from '@madruga/core/blocks.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { postAll } from '../ledger.ts'
import type { LedgerEntry } from '../ledger.ts'
import { lockPayer, forEachPage } from '../payers.ts'
import type { Db, Payer, Tx } from '../payers.ts'
import { issueInvoice } from './issue.ts'
import type { InvoicesDeps } from './model.ts'
import { insertInvoice, lockInvoice, readItems } from './store/invoices.ts'
import type { NewItem } from './store/invoices.ts'
import { readPrices } from './store/price-lists.ts'
import * as store from './store/weeks.ts'

/** What is found out later than this after it happened is not charged any more. */
const LATE_MS = 60 * DAY_MS
const DRIVERS_A_PAGE = 500

/** A driver's week as it would be closed at an instant, with what its lines name. */
export type Closing = WeekClosing & { lines: NewItem[]; prices: Prices; since: Timestamp }

/** Closes the weeks that have ended, driver by driver; run again it finds nothing more. */
export async function closeWeeks(deps: InvoicesDeps): Promise<void> {
  const now = deps.clock.now()
  await forEachPage(deps, 'a week is not closed yet', {
    most: DRIVERS_A_PAGE,
    readPage: (after: store.ToClose | null) =>
      store.readToClose(deps.db, { now, after, most: DRIVERS_A_PAGE }),
    work: ({ driverId }) => deps.db.transaction().execute((tx) => closeDriver(deps, tx, driverId)),
  })
}

/**
 * Closes the week of one driver: an invoice of what was used, a credit note for what turned out wrong, or
 * neither.
 */
async function closeDriver(deps: InvoicesDeps, tx: Tx, driverId: string): Promise<void> {
  const payer = await lockPayer(tx, driverId)
  if (payer === null) return
  const now = deps.clock.now()
  const closing = await readClosing(deps, tx, payer, now)
  const rows: LedgerEntry[] = []
  if (closing.lines.length > 0) rows.push(await invoiceWeek(deps, tx, payer, closing))
  rows.push(...(await creditWrong(deps, tx, closing.credits, now)))
  await postAll(tx, rows)
  await store.noteClosing(tx, driverId, { since: closing.since, closedTo: closing.to })
}

/** What closing a driver's week at `at` would come to. */
export async function readClosing(deps: InvoicesDeps, db: Db, payer: Payer, at: Timestamp): Promise<Closing> {
  const since = (await store.readSince(db, payer.id)) ?? payer.createdAt
  const from = Math.max(since, at - LATE_MS)
  const forgiven = await store.readForgiven(db, payer.id, from)
  const entries = (await store.readUses(db, payer.id, from)).map((use) => [referenceOf(use), use] as const)
  const uses = new Map(entries.filter(([reference]) => !forgiven.has(reference)))
  const earlierLines = await store.readInvoiced(db, payer.id, from)
  const isSubscribed = await deps.readSubscribed(db, payer.id)
  const prices = await readPrices(db, deps.settings)
  // From the Monday before, so that a week that is cut by `from` has all its awards.
  const awards = await store.readAwards(db, payer.id, weekSpan(payer.timeZone, from).from)
  const work = { uses: [...uses.values()], awards }
  const closing = closeWeek(work, earlierLines, isSubscribed, prices, payer.timeZone, at)
  const lines = closing.items.map((item: Item): NewItem => {
    const { at: usedAt, details } = uses.get(item.reference)!
    return { ...item, at: usedAt, details }
  })
  return { ...closing, lines, prices, since }
}

/**
 * The week that is running, as it would be closed at its end; null for a driver who has paid for now and owes
 * nothing.
 */
export async function readRunning(
  deps: InvoicesDeps,
  db: Db,
  payer: Payer,
): Promise<{ from: Timestamp; to: Timestamp; lines: NewItem[] } | null> {
  const now = deps.clock.now()
  const week = weekSpan(payer.timeZone, now)
  const { lines } = await readClosing(deps, db, payer, week.to)
  const isSubscribed = await deps.readSubscribed(db, payer.id)
  return isSubscribed(now) && lines.length === 0 ? null : { ...week, lines }
}

async function invoiceWeek(
  deps: InvoicesDeps,
  tx: Tx,
  payer: Payer,
  { from, to, lines, prices }: Closing,
): Promise<LedgerEntry> {
  const id = deps.newId()
  const at = deps.clock.now()
  const credits = await deps.readCreditsForWeek(tx, payer)
  const priced = priceInvoice(lines, { coupon: null, credits }, prices.fees.card, {
    referralPercent: prices.referralPercent,
    leastChargeCents: deps.settings.leastChargeCents,
  })
  await insertInvoice(tx, {
    id,
    kind: 'week',
    variant: payer.variant,
    time_zone: payer.timeZone,
    plan: null,
    days: null,
    billed_to: { name: payer.name, email: payer.email },
    driverId: payer.id,
    from,
    to,
    couponCode: null,
    priced,
    items: lines,
    at,
  })
  const invoice = (await lockInvoice(tx, id))!
  const { number, row } = await issueInvoice(tx, invoice, at)
  // After the number: undoing an invoice locks in this order too.
  const count = priced.creditsCents.length
  if (count > 0 && (await deps.takeCredits(tx, { driverId: payer.id, invoiceId: id, count })) < count)
    throw new Error('a credit was returned while it was being applied')
  const params = { number, dueCents: invoice.due_cents, suspendsAt: deps.suspendsAfter(invoice, at) }
  const event = `invoice ${id}`
  await deps.notify.announce(tx, { driverId: payer.id, kind: 'invoice_issued', params, event })
  return row
}

/** Takes back what was invoiced and turned out not to have been used, a note for each invoice. */
async function creditWrong(
  deps: InvoicesDeps,
  tx: Tx,
  credits: readonly InvoicedItem[],
  at: Timestamp,
): Promise<LedgerEntry[]> {
  const byInvoice = Map.groupBy(credits, (item) => item.invoiceId)
  const rows: LedgerEntry[] = []
  for (const [invoiceId, items] of byInvoice) {
    const invoice = (await lockInvoice(tx, invoiceId))!
    const wrong = new Set(items.map((item) => item.reference))
    const storedItems = await readItems(tx, [invoiceId])
    const positions = storedItems.filter((item) => wrong.has(item.reference)).map((item) => item.position)
    const result = await deps.creditItems(tx, { invoice, positions, cause: 'correction', reason: '', at })
    rows.push(...result.rows)
  }
  return rows
}
