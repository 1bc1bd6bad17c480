import type { Cents } from '../money.ts'
import type { Item, ItemKind } from '../items.ts'

/** Where what an item earns is counted. */
const REVENUE = {
  block: 'revenue.blocks',
  instant_day: 'revenue.instant_days',
  check_in: 'revenue.check_ins',
  subscription_week: 'revenue.subscriptions',
} as const satisfies Record<ItemKind, string>

/**
 * Why an invoice is lower than its items; each has an account of what it costs us. `waived`: too little for a
 * gateway to charge.
 */
export const DISCOUNT_CAUSES = ['coupons', 'referrals', 'waived'] as const
export type DiscountCause = (typeof DISCOUNT_CAUSES)[number]

/**
 * The house's own accounts. `gateway` is our money at the card gateway, `refunds` what was given back without
 * a credit note, `receivable.gone` what those owe who deleted their account.
 */
export const HOUSE_ACCOUNTS = [
  ...Object.values(REVENUE),
  'revenue.fees',
  ...DISCOUNT_CAUSES.map((cause) => `discounts.${cause}` as const),
  'gateway',
  'gateway_fees',
  'refunds',
  'receivable.gone',
] as const
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number]

/** An account of the ledger: one of the house, or what a driver owes us. Below zero we owe it to them. */
export type LedgerAccount = { kind: HouseAccount } | { kind: 'receivable'; driverId: string }

/** One side of a posting: debit above zero, credit below. */
export type LedgerEntry = { account: LedgerAccount; amountCents: Cents }

/** What happened, as the journal keeps it. */
export const POSTING_KINDS = [
  'invoice',
  'credit_note',
  'payment',
  'refund',
  'gateway_fee',
  'dispute',
] as const
export type PostingKind = (typeof POSTING_KINDS)[number]

/**
 * One business event as entries: at least two, none of them 0, one an account, in one order whatever the
 * order of their making, together 0. `driverId` is whose event it was; null where no one's or where they
 * deleted their account.
 */
export type Posting = { kind: PostingKind; driverId: string | null; entries: readonly LedgerEntry[] }

/**
 * What an invoice, or a credit note, is made of. Every amount is whole cents and none is below zero,
 * discounts too.
 */
export type InvoiceAmounts = {
  driverId: string | null
  items: readonly Pick<Item, 'kind' | 'cents'>[]
  discounts: readonly { cause: DiscountCause; cents: Cents }[]
  feeCents: Cents
}

/**
 * The driver owes the total of the invoice. Throws RangeError for amounts that are none, and when the
 * discounts are more than the items.
 */
export function postInvoice(amounts: InvoiceAmounts): Posting {
  return makePosting('invoice', amounts.driverId, invoiceEntries(amounts))
}

/**
 * Takes an invoice back, or a part of it, exactly as it was posted. `givenCents` went back to the driver
 * before as goodwill: it is no longer our loss, since the note now covers it. Throws RangeError
 * like `postInvoice`.
 */
export function postCreditNote(amounts: InvoiceAmounts & { givenCents?: Cents }): Posting {
  const { driverId, givenCents = 0 } = amounts
  refuseAmount(givenCents, 0)
  const undone = invoiceEntries(amounts).map(({ account, amountCents }) => credit(account, amountCents))
  const entries = [debit(receivableOf(driverId), givenCents), credit({ kind: 'refunds' }, givenCents)]
  return makePosting('credit_note', driverId, [...undone, ...entries])
}

/**
 * A coupon took something off an issued invoice, and what no gateway charges was given away with it: the
 * driver owes that much less. Throws RangeError for amounts that are none, and when both are 0.
 */
export function postCoupon({
  driverId,
  couponCents,
  waivedCents,
}: {
  driverId: string | null
  couponCents: Cents
  waivedCents: Cents
}): Posting {
  refuseAmount(couponCents, 0)
  refuseAmount(waivedCents, 0)
  return makePosting('credit_note', driverId, [
    debit({ kind: 'discounts.coupons' }, couponCents),
    debit({ kind: 'discounts.waived' }, waivedCents),
    credit(receivableOf(driverId), sumOf([couponCents, waivedCents])),
  ])
}

/**
 * A charge was captured: the money lies at the gateway, the driver owes that much less. Throws RangeError
 * unless it is above zero.
 */
export function postPayment({ driverId, amountCents }: OfDriver): Posting {
  refuseAmount(amountCents, 1)
  return makePosting('payment', driverId, [
    debit({ kind: 'gateway' }, amountCents),
    credit(receivableOf(driverId), amountCents),
  ])
}

/**
 * Money went back to the driver: what a credit note left us owing them (`credited`), or without one, as our
 * loss (`goodwill`). Throws RangeError unless it is above zero.
 */
export function postRefund({
  driverId,
  amountCents,
  cause,
}: OfDriver & { cause: 'credited' | 'goodwill' }): Posting {
  refuseAmount(amountCents, 1)
  return makePosting('refund', driverId, [
    debit(cause === 'credited' ? receivableOf(driverId) : { kind: 'refunds' }, amountCents),
    credit({ kind: 'gateway' }, amountCents),
  ])
}

/**
 * What the gateway kept for itself; `driverId` names whose charge it was. Throws RangeError unless it is
 * above zero.
 */
export function postGatewayFee({ driverId, amountCents }: OfDriver): Posting {
  refuseAmount(amountCents, 1)
  return makePosting('gateway_fee', driverId, [
    debit({ kind: 'gateway_fees' }, amountCents),
    credit({ kind: 'gateway' }, amountCents),
  ])
}

/**
 * A charge is disputed at the driver's bank. `withdrawn`: the gateway took the money and a fee, and the
 * driver owes the amount again. `reinstated`: we won, it came back, with as much of the fee as is told. A
 * lost one changes nothing more. Throws RangeError for amounts that are none.
 */
export function postDispute({
  driverId,
  amountCents,
  feeCents,
  stage,
}: OfDriver & { feeCents: Cents; stage: 'withdrawn' | 'reinstated' }): Posting {
  refuseAmount(amountCents, 1)
  refuseAmount(feeCents, 0)
  const side = stage === 'withdrawn' ? debit : credit
  const other = stage === 'withdrawn' ? credit : debit
  return makePosting('dispute', driverId, [
    side(receivableOf(driverId), amountCents),
    side({ kind: 'gateway_fees' }, feeCents),
    other({ kind: 'gateway' }, amountCents),
    other({ kind: 'gateway' }, feeCents),
  ])
}

/** The account of what a driver owes; of all who are gone together for null. */
export function receivableOf(driverId: string | null): LedgerAccount {
  return driverId === null ? { kind: 'receivable.gone' } : { kind: 'receivable', driverId }
}

/** Names an account among all: what entries are told apart and sorted by. */
export function accountKey(account: LedgerAccount): string {
  return account.kind === 'receivable' ? `${account.kind}:${account.driverId}` : account.kind
}

/** Throws RangeError unless entries are what a posting's must be. */
export function refuseUnbalanced(entries: readonly LedgerEntry[]): void {
  if (entries.length < 2) throw new RangeError('a posting has at least two entries')
  if (new Set(entries.map(({ account }) => accountKey(account))).size < entries.length)
    throw new RangeError('a posting has one entry an account')
  for (const { amountCents } of entries) {
    refuseUnsafe(amountCents)
    if (amountCents === 0) throw new RangeError('an entry is not 0')
  }
  if (sumOf(entries.map((entry) => entry.amountCents)) !== 0)
    throw new RangeError('the entries of a posting are 0 together')
}

type OfDriver = { driverId: string | null; amountCents: Cents }

function invoiceEntries({ driverId, items, discounts, feeCents }: InvoiceAmounts): LedgerEntry[] {
  for (const { cents } of [...items, ...discounts]) refuseAmount(cents, 0)
  refuseAmount(feeCents, 0)
  const itemsCents = sumOf(items.map((item) => item.cents))
  const discountCents = sumOf(discounts.map((discount) => discount.cents))
  if (discountCents > itemsCents) throw new RangeError('discounts are no more than the items')
  return [
    debit(receivableOf(driverId), sumOf([itemsCents, -discountCents, feeCents])),
    ...items.map(({ kind, cents }) => credit({ kind: REVENUE[kind] }, cents)),
    ...discounts.map(({ cause, cents }) => debit({ kind: `discounts.${cause}` }, cents)),
    credit({ kind: 'revenue.fees' }, feeCents),
  ]
}

function debit(account: LedgerAccount, amountCents: Cents): LedgerEntry {
  return { account, amountCents }
}

function credit(account: LedgerAccount, amountCents: Cents): LedgerEntry {
  return { account, amountCents: -amountCents }
}

function makePosting(kind: PostingKind, driverId: string | null, parts: readonly LedgerEntry[]): Posting {
  const byKey = new Map<string, LedgerEntry>()
  for (const { account, amountCents } of parts) {
    const key = accountKey(account)
    byKey.set(key, { account, amountCents: sumOf([byKey.get(key)?.amountCents ?? 0, amountCents]) })
  }
  const entries = [...byKey]
    .filter(([, entry]) => entry.amountCents !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, entry]) => entry)
  refuseUnbalanced(entries)
  return { kind, driverId, entries }
}

/** Refuses on the way already what a number cannot count exactly. */
function sumOf(amounts: readonly Cents[]): Cents {
  let sum = 0
  for (const amount of amounts) refuseUnsafe((sum += amount))
  return sum
}

/** What no number counts exactly is refused with the sums. */
function refuseAmount(amountCents: Cents, leastCents: Cents): void {
  if (amountCents < leastCents) throw new RangeError(`${amountCents} is less than ${leastCents} cents`)
}

function refuseUnsafe(amountCents: Cents): void {
  if (!Number.isSafeInteger(amountCents)) throw new RangeError(`${amountCents} is no whole number of cents`)
}
