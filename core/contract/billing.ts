import { z } from 'zod'
import { METHOD_KINDS } from '../invoices.ts'
import { operationsOf } from './access.ts'
import { invoiceOperations, invoiceRow, prices } from './invoices.ts'
import { cents, days, idempotencyKey, plan, typedCode } from './money-shapes.ts'
import { payment, paymentOperations } from './payments.ts'
import { id, instant } from './shapes.ts'

const own = operationsOf('driver', 'billing')
const open = operationsOf('anyone', 'billing')

const span = z.object({ plan, from: instant, until: instant })
/** What something comes to, in the order of calculation; the fee is the way of paying's. */
const pricing = z.object({
  itemsCents: cents,
  couponCents: cents,
  creditsCents: cents,
  waivedCents: cents,
  dueCents: cents,
  feeCents: cents,
  totalCents: cents,
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
  prices: open.get('/prices', 'What everything costs now').output(prices),
  account: own.get('', 'What is paid for, what is owed, and what things cost').output(account),
  quote: own.whileSuspended
    .post('/quote', 'What a subscription would cost now, line by line, and until when it would last')
    .input(wantedSubscription.extend({ methodKind: z.enum(METHOD_KINDS).default('card') }))
    .output(
      pricing.extend({
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
  setAutopay: own.whileSuspended
    .put('/autopay', 'Weekly invoices are paid by themselves with the default card, or not')
    .input(z.object({ enabled: z.boolean() }))
    .output(account),
  ...paymentOperations,
  ...invoiceOperations,
}
