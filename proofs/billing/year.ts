import { closeWeek, priceInvoice } from '@madruga/core/invoices.ts'
import { addPurchase, paidAt } from '@madruga/core/subscriptions.ts'
import type { FeeRule, InvoicedItem, InvoicePricing, Use } from '@madruga/core/invoices.ts'
import type { SubscriptionPeriod } from '@madruga/core/subscriptions.ts'
import { TRIP_KINDS } from '@madruga/core/offers.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Random } from '../chaos/random.ts'

export const PRICES = {
  blockCents: 500,
  tripCents: { curbside: 60, shopping: 80, delivery: 60 },
  instantDayCents: 200,
}
export const WEEK_CENTS = { advanced: 2_500, professional: 3_500 }
export const PRICING = { referralPercent: 50, leastChargeCents: 50 }
export const FEES: readonly FeeRule[] = [
  { kind: 'percent', thousandths: 29, fixedCents: 30 },
  { kind: 'flat', cents: 99 },
]
const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'America/Los_Angeles',
  'Pacific/Honolulu',
]
/** A Monday, so that the year begins with a whole week in every zone. */
const FROM = Date.parse('2026-01-05T12:00Z')
const TO = Date.parse('2027-01-04T12:00Z')

/** What a driver buys, and when. */
export type Purchase = { plan: 'advanced' | 'professional'; days: 7 | 14; at: number }
/** How an invoice is lowered and paid. */
export type Terms = { percentOff: number | null; credits: number; fee: FeeRule }
/**
 * A year of one driver, as it was: what they used, when each use became known, what they bought, and when
 * weeks were closed.
 */
export type Year = {
  timeZone: string
  uses: { use: Use; knownAt: number; goneAt: number }[]
  purchases: (Purchase & Terms)[]
  closings: ({ at: number } & Terms)[]
}
/** What the product makes of it. */
export type Accounting = {
  weeks: { at: number; references: string[]; credited: string[]; pricing: InvoicePricing }[]
  purchases: InvoicePricing[]
  periods: SubscriptionPeriod[]
}

/**
 * A year by dice: some uses are known late, some turn out wrong, some closings come days late or not at all.
 */
export function drawYear(dice: Random): Year {
  const within = (from: number, to: number): number => drawWithin(dice, from, to)
  const terms = (): Terms => ({
    percentOff: dice() < 0.1 ? within(1, 101) : null,
    credits: dice() < 0.1 ? within(1, 4) : 0,
    fee: FEES[dice() < 0.7 ? 0 : 1]!,
  })
  const uses = drawUses(dice)
  const purchases: Year['purchases'] = []
  const closings: Year['closings'] = []
  for (let monday = FROM; monday <= TO + 28 * DAY_MS; monday += 7 * DAY_MS) {
    if (dice() < 0.15)
      purchases.push({
        ...terms(),
        plan: dice() < 0.5 ? 'advanced' : 'professional',
        days: dice() < 0.5 ? 7 : 14,
        at: within(monday, monday + 7 * DAY_MS),
      })
    if (dice() < 0.95)
      closings.push({ ...terms(), at: within(monday, monday + (dice() < 0.1 ? 5 * DAY_MS : HOUR_MS)) })
  }
  return { timeZone: ZONES[within(0, ZONES.length)]!, uses, purchases, closings }
}

function drawUses(dice: Random): Year['uses'] {
  const within = (from: number, to: number): number => drawWithin(dice, from, to)
  const uses: Year['uses'] = []
  const add = (use: Use): void => {
    const late = dice() < 0.03 ? within(0, 20 * DAY_MS) : 0
    const knownAt = use.at + late
    uses.push({ use, knownAt, goneAt: dice() < 0.01 ? knownAt + within(0, 20 * DAY_MS) : Infinity })
  }
  const busy = dice() * 9
  const spark = dice() < 0.3
  for (let day = FROM; day < TO; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 10)
    for (let block = 0; dice() < busy / 10 && block < 3; block++)
      add({
        kind: 'block',
        id: `${date}-${block}`,
        at: within(day - 12 * HOUR_MS, day + 12 * HOUR_MS),
        offerKind: spark ? TRIP_KINDS[within(0, 3)]! : 'block',
      })
    if (dice() < 0.05) add({ kind: 'instant_day', day: date, at: day })
    if (dice() < 0.05)
      add({ kind: 'check_in', id: date, at: within(day, day + HOUR_MS), cents: dice() < 0.5 ? 200 : 0 })
  }
  return uses
}

function drawWithin(dice: Random, from: number, to: number): number {
  return Math.floor(from + dice() * (to - from))
}

/** Lives the year in the order of its events, by the product's own rules. */
export function keepAccounts(year: Year): Accounting {
  const accounting: Accounting = { weeks: [], purchases: [], periods: [] }
  let invoiced: InvoicedItem[] = []
  const events = [
    ...year.purchases.map((purchase) => ({ at: purchase.at, purchase })),
    ...year.closings.map((closing) => ({ at: closing.at, closing })),
  ].toSorted((one, other) => one.at - other.at)
  for (const event of events) {
    if ('purchase' in event) {
      const { purchase } = event
      accounting.periods = addPurchase(accounting.periods, purchase, year.timeZone, purchase.at)
      const items = Array.from({ length: purchase.days / 7 }, (_, index) => ({
        kind: 'subscription_week' as const,
        reference: `week:${purchase.at}:${index}`,
        cents: WEEK_CENTS[purchase.plan],
      }))
      accounting.purchases.push(price(items, purchase))
      continue
    }
    const { at } = event
    const known = year.uses.filter((each) => each.knownAt <= at && each.goneAt > at).map((each) => each.use)
    const awards = known.filter((use) => use.kind === 'block').map((use) => use.at)
    const { items, credits } = closeWeek(
      { uses: known, awards },
      invoiced,
      (time) => paidAt(accounting.periods, time) !== null,
      PRICES,
      year.timeZone,
      at,
    )
    const credited = credits.map((item) => item.reference)
    invoiced = invoiced.filter((item) => !credited.includes(item.reference))
    invoiced.push(...items.map((item) => ({ ...item, invoiceId: String(at) })))
    accounting.weeks.push({
      at,
      references: items.map((item) => item.reference).toSorted(),
      credited: credited.toSorted(),
      pricing: price(items, event.closing),
    })
  }
  return accounting
}

function price(
  items: Parameters<typeof priceInvoice>[0],
  { percentOff, credits, fee }: Terms,
): InvoicePricing {
  const coupon =
    percentOff === null
      ? null
      : { cut: { kind: 'percent', percent: percentOff } as const, appliesTo: 'everything' as const }
  return priceInvoice(items, { coupon, credits: Array<number>(credits).fill(Infinity) }, fee, PRICING)
}
