import type { PaidPlan } from '../plans.ts'
import type { Timestamp } from '../time.ts'

/** The lengths that can be bought, days (the seed: 7 or 14). */
export const SUBSCRIPTION_DAYS = [7, 14] as const
export type SubscriptionDays = (typeof SUBSCRIPTION_DAYS)[number]

/** A stretch of time that is paid for, `until` not included. */
export type SubscriptionPeriod = { plan: PaidPlan; from: Timestamp; until: Timestamp }

/**
 * The spans after one more purchase at `now`: nothing that was paid for is lost. A week more of the same
 * plan follows the last of it. One of professional begins at once and puts off what is left of advanced;
 * one of advanced waits for the end of professional. Days are those of the wall clock of `timeZone`: 7 of
 * them end at the same time of day, whatever the clocks did. Needs `Temporal`.
 */
export function addPurchase(
  spans: readonly SubscriptionPeriod[],
  purchase: { plan: PaidPlan; days: SubscriptionDays },
  timeZone: string,
  now: Timestamp,
): SubscriptionPeriod[] {
  const past = spans.flatMap(({ plan, from, until }) =>
    from < now ? [{ plan, from, until: Math.min(until, now) }] : [],
  )
  const lay = (plan: PaidPlan, from: Timestamp): SubscriptionPeriod => {
    const stands = from + leftMs(spans, plan, now)
    return { plan, from, until: purchase.plan === plan ? addDays(stands, purchase.days, timeZone) : stands }
  }
  const professional = lay('professional', now)
  const advanced = lay('advanced', professional.until)
  return joinSpans([...past, professional, advanced])
}

/** Where bought time lies: at the end of its plan. */
export type PurchasedTime = {
  /** What is paid for with it. */
  periods: SubscriptionPeriod[]
  from: Timestamp
  to: Timestamp
  /** When each week of it begins. */
  weekStarts: Timestamp[]
}

/** Adds a purchase like `addPurchase`, and says where its time lies. Needs `Temporal`. */
export function placePurchase(
  before: readonly SubscriptionPeriod[],
  purchase: { plan: PaidPlan; days: SubscriptionDays },
  timeZone: string,
  now: Timestamp,
): PurchasedTime {
  const { plan, days } = purchase
  const periods = addPurchase(before, purchase, timeZone, now)
  const to = periods.findLast((period) => period.plan === plan)!.until
  const spanMs = leftMs(periods, plan, now) - leftMs(before, plan, now)
  const from = to - spanMs
  const weekStarts = [from, from + (7 * spanMs) / days].slice(0, days / 7)
  return { periods, from, to, weekStarts }
}

/** The plan that is paid for at an instant, and until when; null = basic. */
export function paidAt(spans: readonly SubscriptionPeriod[], at: Timestamp): SubscriptionPeriod | null {
  return spans.find(({ from, until }) => from <= at && at < until) ?? null
}

/** When the last paid span ends; null = none lies ahead. */
export function paidUntil(spans: readonly SubscriptionPeriod[], now: Timestamp): Timestamp | null {
  const last = spans.at(-1)
  return last !== undefined && last.until > now ? last.until : null
}

/**
 * The spans after a purchase was refunded: as much time of its plan goes, at its end first, and never more
 * than is left at `now`. What was worked with stays.
 */
export function takeBack(
  spans: readonly SubscriptionPeriod[],
  purchase: { plan: PaidPlan; spanMs: number },
  now: Timestamp,
): SubscriptionPeriod[] {
  let missing = purchase.spanMs
  const kept = spans.toReversed().map((span) => {
    if (span.plan !== purchase.plan) return span
    const taken = Math.min(missing, Math.max(0, span.until - Math.max(span.from, now)))
    missing -= taken
    return { ...span, until: span.until - taken }
  })
  let shiftMs = 0
  // What comes later moves up into the gap.
  const moved = kept.toReversed().map((span, index) => {
    const was = spans[index]!
    const at = { ...span, from: span.from - shiftMs, until: span.until - shiftMs }
    shiftMs += was.until - span.until
    return at
  })
  return joinSpans(moved)
}

/** How much time of a plan is still ahead. */
function leftMs(spans: readonly SubscriptionPeriod[], plan: PaidPlan, now: Timestamp): number {
  const own = spans.filter((span) => span.plan === plan)
  return own.reduce((sum, { from, until }) => sum + Math.max(0, until - Math.max(from, now)), 0)
}

/** In order, without empty ones, and with neighbours of one plan joined. */
function joinSpans(spans: readonly SubscriptionPeriod[]): SubscriptionPeriod[] {
  const joined: SubscriptionPeriod[] = []
  for (const span of spans) {
    if (span.until <= span.from) continue
    const last = joined.at(-1)
    if (last?.plan === span.plan && last.until === span.from) last.until = span.until
    else joined.push({ ...span })
  }
  return joined
}

function addDays(at: Timestamp, days: number, timeZone: string): Timestamp {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).add({ days })
    .epochMilliseconds
}
