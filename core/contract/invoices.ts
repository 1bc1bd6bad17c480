import { z } from 'zod'
import { operationsOf } from './access.ts'
import { cents, days, idempotencyKey, invoiceNumber, plan, typedCode } from './money-shapes.ts'
import { payment } from './payments.ts'
import { day, instant, offer, pageBefore, payFacts } from './shapes.ts'

const own = operationsOf('driver', 'billing')

/** What a way of paying costs; mirrors `FeeRule` of core/invoices. */
export const feeRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('flat'), cents: z.int().min(0).max(10_000) }),
  z.object({
    kind: z.literal('percent'),
    thousandths: z.int().min(0).max(200),
    fixedCents: z.int().min(0).max(10_000),
  }),
])
const price = z.int().min(0).max(1_000_000)
/** What everything costs; mirrors `Prices` of core/invoices. */
export const prices = z.object({
  blockCents: price,
  tripCents: z.object({ curbside: price, shopping: price, delivery: price }),
  instantDayCents: price,
  checkInCents: price,
  weekCents: z.object({ advanced: price, professional: price }),
  fees: z.object({ card: feeRule, bank: feeRule }),
  referralPercent: z.int().min(0).max(100),
})

export const invoiceRow = z.object({
  number: z.string(),
  kind: z.enum(['week', 'subscription']),
  state: z.enum(['unpaid', 'paid', 'credited']),
  /** First and last day, the driver's. */
  from: day,
  to: day,
  plan: plan.nullable(),
  days: days.nullable(),
  /** Awarded blocks on it. */
  blocks: z.int().nonnegative(),
  dueCents: cents,
  creditedCents: cents,
  /** What is left to pay, before the fee of the way of paying. */
  leftCents: cents,
  issuedAt: instant,
  paidAt: instant.nullable(),
  /**
   * When the account is suspended for it; null = paid, or a bank debit of it is under way that is waited for.
   */
  suspendsAt: instant.nullable(),
  /** A payment of it that has not ended and is waited for. */
  underWay: z.string().nullable(),
  /** It was paid, and the driver's bank took the money back for good. */
  reopened: z.boolean(),
})

const invoiceLine = z.object({
  kind: z.enum(['block', 'instant_day', 'check_in', 'subscription_week']),
  cents,
  at: instant,
  /** Taken back by a credit note. */
  credited: z.boolean(),
  day: day.nullable(),
  block: z
    .object({
      stationCode: z.string(),
      startAt: instant,
      endAt: instant,
      payCents: cents,
      tipCents: cents,
      ...payFacts,
      endEstimated: z.boolean().optional(),
      /** Null on lines that were written before it was kept. */
      offerKind: offer.shape.kind.nullable(),
    })
    .nullable(),
})

export const invoice = invoiceRow.extend({
  lines: z.array(invoiceLine),
  itemsCents: cents,
  couponCode: z.string().nullable(),
  couponCents: cents,
  creditsCents: cents,
  waivedCents: cents,
  billedTo: z.object({ name: z.string(), email: z.string() }),
  payments: z.array(payment),
  creditNotes: z.array(
    z.object({
      number: z.string(),
      cents,
      at: instant,
      cause: z.enum(['correction', 'refund', 'operator', 'coupon']),
      /** Of a coupon's: what of it was given away, since no gateway charges so little. */
      waivedCents: z.int().nonnegative(),
    }),
  ),
})

/** A driver's invoices. */
export const invoiceOperations = {
  useCoupon: own.whileSuspended
    .post('/invoices/{number}/coupon', 'Take a coupon off an unpaid invoice')
    .input(z.object({ number: invoiceNumber, coupon: typedCode, key: idempotencyKey }))
    .output(invoice),
  invoices: own
    .get('/invoices', 'Invoices, newest first, and what the running week comes to so far')
    .input(
      z.object({ limit: z.coerce.number().int().min(1).max(100).default(30), before: pageBefore.optional() }),
    )
    .output(
      z.object({
        invoices: z.array(invoiceRow),
        next: instant.nullable(),
        /** Null while a subscription is paid for. */
        running: z
          .object({ from: day, to: day, closesAt: instant, lines: z.array(invoiceLine), totalCents: cents })
          .nullable(),
      }),
    ),
  invoice: own
    .get('/invoices/{number}', 'One invoice with its lines, payments and credit notes')
    .input(z.object({ number: invoiceNumber }))
    .output(invoice),
}

/** What the file of an invoice is asked by. */
export const invoiceQuery = z.object({ number: invoiceNumber })
