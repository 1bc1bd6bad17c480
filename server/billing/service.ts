import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { dayOf } from '@madruga/core/blocks.ts'
import { AppError } from '@madruga/core/errors.ts'
import { readAccount } from './account.ts'
import { payByThemselves } from './autopay.ts'
import { runDunning } from './dunning.ts'
import { leaveSubscription, syncPlans } from './sync-plans.ts'
import { forgetKeys } from './store/idempotency.ts'
import { applyCoupon } from './apply-coupon.ts'
import { createBillingLimits } from './limits.ts'
import { createSavedMethods } from './methods.ts'
import type { SavedMethods } from './methods.ts'
import type { BillingDeps, Db } from './model.ts'
import { cancelPayment, followPayment, pay } from './pay.ts'
import { findPayer } from './payer.ts'
import { buy, quote } from './purchase.ts'
import { findInvoice, readIssued } from './store/invoices.ts'
import { readPayment, readPayments } from './store/payments.ts'
import { forgetEvents } from './store/received.ts'
import { syncUnsettled } from './sync-unsettled.ts'
import { viewInvoice, viewLine, viewPayments, viewRows } from './views.ts'
import type { InvoiceView, PaymentView } from './views.ts'
import { takeWebhook } from './webhooks.ts'
import { leaveBilling } from './leave.ts'
import { closeWeeks, readRunning } from './weeks.ts'

type In = Inputs['billing']
type Out = Outputs['billing']

/** What drivers owe, buy and pay. What each refuses with stands at its function in the rooms of this word. */
export type Billing = Omit<SavedMethods, 'setAutopay'> & {
  readAccount(driverId: string): Promise<Out['account']>
  quote(driverId: string, input: Parameters<typeof quote>[2]): Promise<Out['quote']>
  buy(driverId: string, input: Parameters<typeof buy>[2]): Promise<PaymentView>
  leave(driverId: string): Promise<Out['account']>
  closeAccount(tx: Db, driverId: string): Promise<void>
  pay(driverId: string, input: In['pay']): Promise<PaymentView>
  useCoupon(driverId: string, input: In['useCoupon']): Promise<InvoiceView>
  readPayment(driverId: string, id: string): Promise<PaymentView>
  cancelPayment(driverId: string, id: string): Promise<PaymentView>
  listPayments(
    driverId: string,
    page: { text: string; limit: number; before?: number | undefined },
  ): Promise<Out['payments']>
  listInvoices(
    driverId: string,
    page: { limit: number; before?: number | undefined },
  ): Promise<Out['invoices']>
  /** Refuses with `billing.not_found`. */
  readInvoice(driverId: string, number: string): Promise<InvoiceView>
  setAutopay(driverId: string, enabled: boolean): Promise<Out['account']>
  takeWebhook(rawBody: string | Uint8Array, signature: string): Promise<'taken' | 'forged'>
  /** For the table of jobs. */
  sweeps: {
    closeWeeks(): Promise<void>
    runDunning(): Promise<void>
    syncPlans(): Promise<void>
    payByThemselves(): Promise<void>
    syncUnsettled(): Promise<void>
    forget(): Promise<void>
  }
}

/** Puts the word together. */
export function createBilling(deps: BillingDeps): Billing {
  const { db, clock } = deps
  const methods = createSavedMethods(deps)
  const limits = createBillingLimits(deps)

  /** What asks the gateway, so often and no more. */
  async function asked<Result>(driverId: string, work: () => Promise<Result>): Promise<Result> {
    await limits.ask(driverId)
    return await work()
  }

  async function showPayment(id: string): Promise<PaymentView> {
    const row = (await readPayment(db, id))!
    return (await viewPayments(db, [row]))[0]!
  }

  async function showInvoice(driverId: string, number: string): Promise<InvoiceView> {
    const invoice = await findInvoice(db, number, driverId)
    if (invoice === null) throw new AppError('billing.not_found')
    return await viewInvoice(deps, db, invoice)
  }

  return {
    ...methods,
    readAccount: (driverId) => readAccount(deps, driverId),
    closeAccount: (tx, driverId) => leaveBilling(deps, tx, driverId),
    listMethods: (driverId) => asked(driverId, () => methods.listMethods(driverId)),
    setDefault: (driverId, methodId) => asked(driverId, () => methods.setDefault(driverId, methodId)),
    removeMethod: (driverId, methodId) => asked(driverId, () => methods.removeMethod(driverId, methodId)),

    async startMethod(driverId) {
      await limits.setUp(driverId)
      return await asked(driverId, () => methods.startMethod(driverId))
    },

    quote: (driverId, input) => limits.guess(driverId, input.coupon, () => quote(deps, driverId, input)),
    buy: (driverId, input) =>
      limits.guess(driverId, input.coupon, () =>
        asked(driverId, async () => showPayment(await buy(deps, driverId, input))),
      ),

    async leave(driverId) {
      await leaveSubscription(deps, driverId)
      return await readAccount(deps, driverId)
    },

    pay: (driverId, input) => asked(driverId, async () => showPayment(await pay(deps, driverId, input))),

    async useCoupon(driverId, input) {
      await limits.guess(driverId, input.coupon, () => applyCoupon(deps, driverId, input))
      return await showInvoice(driverId, input.number)
    },

    readPayment: (driverId, id) =>
      asked(driverId, async () => showPayment((await followPayment(deps, driverId, id)).id)),
    cancelPayment: (driverId, id) =>
      asked(driverId, async () => showPayment((await cancelPayment(deps, driverId, id)).id)),

    async listPayments(driverId, { limit, ...wanted }) {
      const found = await readPayments(db, driverId, { ...wanted, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const next = found.length > limit ? shown.at(-1)!.created_at : null
      return { payments: await viewPayments(db, shown), next }
    },

    async listInvoices(driverId, { limit, before }) {
      const payer = await findPayer(db, driverId)
      const found = await readIssued(db, driverId, { limit: limit + 1, before })
      const shown = found.slice(0, limit)
      const running = before === undefined ? await readRunning(deps, db, payer) : null
      return {
        invoices: await viewRows(deps, db, shown),
        next: found.length > limit ? shown.at(-1)!.issued_at! : null,
        running: running && {
          from: dayOf(payer.timeZone, running.from),
          to: dayOf(payer.timeZone, running.to - 1),
          closesAt: running.to,
          lines: running.lines.map((line) => viewLine({ ...line, details: line.details ?? {} })),
          totalCents: running.lines.reduce((sum, line) => sum + line.cents, 0),
        },
      }
    },

    readInvoice: showInvoice,

    async setAutopay(driverId, enabled) {
      await asked(driverId, () => methods.setAutopay(driverId, enabled))
      return await readAccount(deps, driverId)
    },

    takeWebhook: (rawBody, signature) => takeWebhook(deps, rawBody, signature),
    sweeps: {
      closeWeeks: () => closeWeeks(deps),
      runDunning: () => runDunning(deps),
      syncPlans: () => syncPlans(deps),
      payByThemselves: () => payByThemselves(deps),
      syncUnsettled: () => syncUnsettled(deps),
      async forget() {
        await forgetKeys(db, clock.now())
        await forgetEvents(db, clock.now())
      },
    },
  }
}
