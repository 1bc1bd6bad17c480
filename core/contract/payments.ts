import { z } from 'zod'
import { METHOD_KINDS } from '../invoices.ts'
import { PAYMENT_STATES } from '../payment-states.ts'
import { operationsOf } from './access.ts'
import { cents, days, idempotencyKey, invoiceNumber, plan } from './money-shapes.ts'
import { day, id, instant, pageBefore, storable } from './shapes.ts'

const own = operationsOf('driver', 'billing')

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

/** Saved cards and bank accounts, and payments. */
export const paymentOperations = {
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
  pay: own.whileSuspended
    .post('/invoices/{number}/pay', 'Pay an invoice')
    .input(z.object({ number: invoiceNumber, methodId: id, key: idempotencyKey, expectCents: cents }))
    .output(payment),
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
}

/** What the file of a receipt is asked by. */
export const receiptQuery = z.object({ id })
