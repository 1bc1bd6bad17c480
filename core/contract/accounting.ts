import { z } from 'zod'
import { DISPUTE_STATES } from '../payments.ts'
import { operationsOf } from './access.ts'
import { invoice, invoiceRow, prices } from './invoices.ts'
import { cents, idempotencyKey, typedCode } from './money-shapes.ts'
import { payment } from './payments.ts'
import { day, id, instant, order, pageBefore, storable, typedText } from './shapes.ts'

const operator = operationsOf('operator', 'accounting')

const number = z.coerce.number().int()
const reason = typedText(500)
const whose = z.object({ driverId: z.string().nullable(), driverEmail: z.string().nullable() })
const someInvoice = invoiceRow.extend(whose.shape)
const dispute = z.object({
  /** The gateway's reference. */
  id: z.string(),
  state: z.enum(DISPUTE_STATES),
  /** The bank's reason, such as `fraudulent`. */
  reason: z.string(),
  amountCents: cents,
  /** The amount that the bank holds now, and the fee that the gateway kept. */
  takenCents: cents,
  feeCents: cents,
  openedAt: instant,
  endedAt: instant.nullable(),
})
const somePayment = payment
  .extend(whose.shape)
  .extend({ chargeId: z.string().nullable(), disputes: z.array(dispute) })

const priceList = z.object({
  /** 0 = the settings' own prices, before any were set. */
  id: z.int().nonnegative(),
  at: instant.nullable(),
  prices,
  actor: z.string().nullable(),
  reason: z.string().nullable(),
})

const discount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: z.int().min(1).max(100) }),
  z.object({ kind: z.literal('amount'), cents: z.int().min(1).max(1_000_000) }),
])
const coupon = z.object({
  code: z.string(),
  cut: discount,
  appliesTo: z.enum(['subscriptions', 'everything']),
  from: instant,
  until: instant.nullable(),
  mostUses: z.int().positive().nullable(),
  uses: z.int().nonnegative(),
  stopped: z.boolean(),
  actor: z.string(),
  note: z.string(),
  createdAt: instant,
})

const difference = z.object({
  kind: z.string(),
  reference: z.string(),
  ours: z.number().nullable(),
  theirs: z.number().nullable(),
})
const reconciliation = z.object({
  at: instant,
  clean: z.boolean(),
  checked: z.object({ accounts: z.int(), payments: z.int(), charges: z.int() }),
  gateway: z.boolean(),
  differences: z.array(difference),
})

/**
 * What an operator sees and does about money; each change is written to the audit log in the transaction that
 * makes it.
 */
export const accounting = {
  prices: operator
    .get('/prices', 'What things cost now, and what they cost before')
    .output(z.object({ now: priceList, history: z.array(priceList) })),
  setPrices: operator
    .put('/prices', 'Set prices; what was invoiced stays as it was')
    .input(z.object({ prices, reason, baseId: z.int().nonnegative() }))
    .output(priceList),
  coupons: operator.get('/coupons', 'Coupons, newest first').output(z.object({ coupons: z.array(coupon) })),
  makeCoupon: operator
    .post('/coupons', 'Make a coupon')
    .input(
      z.object({
        code: typedCode,
        cut: discount,
        appliesTo: z.enum(['subscriptions', 'everything']),
        from: instant,
        until: instant.nullable(),
        mostUses: z.int().min(1).max(1_000_000).nullable(),
        note: storable.trim().max(200).default(''),
      }),
    )
    .output(coupon),
  stopCoupon: operator
    .post('/coupons/{code}/stop', 'Take a coupon out of use')
    .input(z.object({ code: typedCode, reason }))
    .output(coupon),
  invoices: operator
    .get('/invoices', 'Invoices of all drivers by number, e-mail or name, newest first')
    .input(
      z.object({
        text: storable.trim().max(100).default(''),
        driverId: id.optional(),
        order,
        state: z.enum(['unpaid', 'paid', 'credited']).optional(),
        limit: number.min(1).max(100).default(50),
        /** The `next` of the previous page. */
        before: pageBefore.optional(),
      }),
    )
    .output(z.object({ invoices: z.array(someInvoice), next: instant.nullable() })),
  invoice: operator
    .get('/invoices/{number}', 'One invoice')
    .input(z.object({ number: storable.max(20) }))
    .output(invoice.extend(whose.shape)),
  creditInvoice: operator
    .post('/invoices/{number}/credit', 'Take an invoice back by a credit note; what was paid goes back')
    .input(z.object({ number: storable.max(20), reason, key: idempotencyKey }))
    .output(invoice.extend(whose.shape)),
  payments: operator
    .get('/payments', 'Payments of all drivers by reference, charge, invoice or e-mail, newest first')
    .input(
      z.object({
        text: storable.trim().max(100).default(''),
        driverId: id.optional(),
        order,
        limit: number.min(1).max(100).default(50),
        /** The `next` of the previous page. */
        before: pageBefore.optional(),
      }),
    )
    .output(z.object({ payments: z.array(somePayment), next: instant.nullable() })),
  refund: operator
    .post('/payments/{id}/refund', 'Give money back; all of it undoes what was bought with it')
    .input(z.object({ id, amountCents: z.int().positive().optional(), reason, key: idempotencyKey }))
    .output(somePayment),
  revenue: operator
    .get('/revenue', 'Revenue by kind, discounts, fees and refunds of some days, and the balances now')
    // Days of the service's zone; without them the last four weeks there.
    .input(z.object({ from: day.optional(), to: day.optional() }))
    .output(
      z.object({
        from: day,
        to: day,
        /** Cents by account of the house, such as `revenue.blocks`; revenue and receipts are positive. */
        accounts: z.array(z.object({ kind: z.string(), cents, balanceCents: cents })),
        netCents: cents,
        /** What demo accounts come to; `counted`: this is a demo, and it is part of the figures above. */
        demo: z.object({ netCents: cents, counted: z.boolean() }),
        /** What drivers owe now, by the age of their oldest unpaid invoice or disputed payment. */
        owed: z.array(z.object({ daysFrom: z.int(), daysTo: z.int().nullable(), drivers: z.int(), cents })),
        /** What we owe drivers. */
        owingCents: cents,
        byWeek: z.array(z.object({ week: day, cents })),
      }),
    ),
  reconciliation: operator
    .get(
      '/reconciliation',
      'What comparing the books with the gateway came to last, and what was found before',
    )
    .output(z.object({ last: reconciliation.nullable(), found: z.array(reconciliation) })),
  reconcile: operator.withoutStepUp
    .post('/reconciliation', 'Compare now')
    .input(z.object({}))
    .output(reconciliation),
}
