import { z } from 'zod'
import { METHOD_KINDS } from '../invoices.ts'
import { PAID_PLANS } from '../plans.ts'
import { PAYMENT_STATES } from '../payment-states.ts'
import { operationsOf } from './access.ts'
import { day, id, instant, offer, pageBefore, storable } from './shapes.ts'

const own = operationsOf('driver', 'billing')

const cents = z.int()
const plan = z.enum(PAID_PLANS)
const days = z.union([z.literal(7), z.literal(14)])
const span = z.object({ plan, from: instant, until: instant })
/** The browser's own name of one request: sent again, it does nothing again. */
export const idempotencyKey = z.uuid()
const invoiceNumber = z.string().regex(/^M-\d{4}-\d{6,}$/)
export const typedCode = storable.trim().max(60)

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

const paidWith = z.object({
  kind: z.enum(METHOD_KINDS),
  /** `visa`, or the bank's name. */
  brand: z.string(),
  last4: z.string(),
})
const method = paidWith.extend({
  id: z.string(),
  expires: z.object({ month: z.int(), year: z.int() }).nullable(),
  isDefault: z.boolean(),
})

/** What something comes to, in the order of reckoning; the fee is the way of paying's. */
const reckoning = z.object({
  itemsCents: cents,
  couponCents: cents,
  creditsCents: cents,
  waivedCents: cents,
  dueCents: cents,
  feeCents: cents,
  totalCents: cents,
})

export const payment = z.object({
  id: z.string(),
  /** The transaction reference: `P-7K2M9QXW`. */
  reference: z.string(),
  state: z.enum(PAYMENT_STATES),
  /** What it is for; `number` is null until its invoice is issued. */
  what: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('subscription'), plan, days, number: z.string().nullable() }),
    z.object({ kind: z.literal('week'), from: day, to: day, number: z.string() }),
  ]),
  amountCents: cents,
  feeCents: cents,
  refundedCents: cents,
  /** Null where nothing had to be paid. */
  method: paidWith.nullable(),
  at: instant,
  paidAt: instant.nullable(),
  /** Why it was refused: a reason of the gateway, such as `insufficient_funds`. */
  reason: z.string().nullable(),
  /** What the driver's bank asks for, while `needs_action`. */
  action: z.object({ clientSecret: z.string(), url: z.string().nullable() }).nullable(),
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

/** How the browser reaches the card gateway; `url` null = Stripe itself. */
const gateway = z.object({
  publishableKey: z.string(),
  url: z.string().nullable(),
  /** No real money moves: said on every screen where a card is asked for. */
  testMode: z.boolean(),
})

const account = z.object({
  /** What is paid for now and until when; null = basic, paid by the week. */
  active: span.nullable(),
  /** What follows after it. */
  ahead: z.array(span),
  /** The plan of a subscription that has ended, until it is renewed or left: the bot does not start. */
  ended: plan.nullable(),
  /** Subscriptions are not for spark drivers, who pay by the week. */
  canSubscribe: z.boolean(),
  prices,
  status: z.enum(['active', 'inactive', 'suspended']),
  /** The account is suspended for an unpaid invoice: paying restores it. */
  suspendedForUnpaid: z.boolean(),
  /** Unpaid invoices, the oldest first. */
  unpaid: z.array(invoiceRow),
  suspendsAt: instant.nullable(),
  /** Payments of this driver that have not ended. */
  underWay: z.array(payment),
  autopay: z.boolean(),
  credits: z.object({ earned: z.int(), used: z.int(), available: z.int() }),
  gateway,
})

const wantedSubscription = z.object({
  plan,
  days,
  /** As it was typed; blank = none. */
  coupon: typedCode.default(''),
})

/** Subscriptions, invoices and payments of a driver. */
export const billing = {
  account: own.get('', 'What is paid for, what is owed, and what things cost').output(account),
  quote: own.whileSuspended
    .post('/quote', 'What a subscription would cost now, line by line, and until when it would last')
    .input(wantedSubscription.extend({ methodKind: z.enum(METHOD_KINDS).default('card') }))
    .output(
      reckoning.extend({
        /** The coupon that comes off; null = none was given. */
        coupon: z.string().nullable(),
        creditsUsed: z.int().nonnegative(),
        active: span,
        until: instant,
      }),
    ),
  buy: own
    .post('/subscriptions', 'Buy 7 or 14 days of a plan; what was bought before is not lost')
    .input(wantedSubscription.extend({ methodId: id.optional(), key: idempotencyKey, expectCents: cents }))
    .output(payment),
  leave: own.whileSuspended
    .post('/subscriptions/leave', 'Go back to basic after a subscription has ended')
    .input(z.object({}))
    .output(account),
  methods: own
    .get('/methods', 'Saved cards and bank accounts, newest first')
    .output(z.object({ methods: z.array(method) })),
  startMethod: own.whileSuspended
    .post('/methods', 'Begin saving a card or bank account; the browser gives it to the gateway itself')
    .input(z.object({}))
    .output(z.object({ clientSecret: z.string() })),
  setDefault: own.whileSuspended
    .post('/methods/{id}/default', 'Pay with this one from now on')
    .input(z.object({ id }))
    .output(z.object({ methods: z.array(method) })),
  removeMethod: own.whileSuspended
    .post('/methods/{id}/remove', 'Forget a card or bank account')
    .input(z.object({ id }))
    .output(z.object({ methods: z.array(method) })),
  setAutopay: own.whileSuspended
    .put('/autopay', 'Weekly invoices are paid by themselves with the default card, or not')
    .input(z.object({ enabled: z.boolean() }))
    .output(account),
  pay: own.whileSuspended
    .post('/invoices/{number}/pay', 'Pay an invoice')
    .input(z.object({ number: invoiceNumber, methodId: id, key: idempotencyKey, expectCents: cents }))
    .output(payment),
  useCoupon: own.whileSuspended
    .post('/invoices/{number}/coupon', 'Take a coupon off an unpaid invoice')
    .input(z.object({ number: invoiceNumber, coupon: typedCode, key: idempotencyKey }))
    .output(invoice),
  payment: own
    .get('/payments/{id}', 'One payment, asked of the gateway where it has not ended')
    .input(z.object({ id }))
    .output(payment),
  cancelPayment: own.whileSuspended
    .post('/payments/{id}/cancel', 'Give up a payment that waits for the bank')
    .input(z.object({ id }))
    .output(payment),
  payments: own
    .get(
      '/payments',
      'Payments, newest first; by a part of the reference, the invoice or the card’s last digits',
    )
    .input(
      z.object({
        text: storable.trim().max(60).default(''),
        limit: z.coerce.number().int().min(1).max(100).default(30),
        /** The `next` of the page before. */
        before: pageBefore.optional(),
      }),
    )
    .output(z.object({ payments: z.array(payment), next: instant.nullable() })),
  invoices: own
    .get('/invoices', 'Invoices, newest first, and what the running week comes to so far')
    .input(
      z.object({
        limit: z.coerce.number().int().min(1).max(100).default(30),
        before: pageBefore.optional(),
      }),
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

/** What the files of money are asked by. */
export const invoiceQuery = z.object({ number: invoiceNumber })
export const receiptQuery = z.object({ id })
