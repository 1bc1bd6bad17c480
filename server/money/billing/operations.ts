import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { dayOf } from '@madruga/core/blocks.ts'
import { AppError } from '@madruga/core/errors.ts'
import {
  applyCoupon,
  closeWeeks,
  findInvoice,
  noteMemberMonths,
  readIssued,
  readRunning,
  readPrices,
  readUnpaid,
  readUsedCoupons,
} from '../invoices.ts'
import { findPayer, forgetKeys, readCustomer, keepIdentities, lockPayer } from '../payers.ts'
import type { Db, Payer } from '../payers.ts'
import * as payments from '../payments.ts'
import { readUnderWay } from '../payments.ts'
import type { SavedMethods } from '../payments.ts'
import {
  leaveSubscription,
  quote,
  runDunning,
  syncPlans,
  readOverdue,
  readCredits,
  readPeriods,
} from '../subscriptions.ts'
import { openFees } from './fees.ts'
import type { Fees } from './fees.ts'
import type { BillingDeps, MoneyDeps } from './model.ts'
import { viewInvoice, viewLine, viewPayments, viewRows } from './views.ts'
import type { InvoiceView, PaymentView } from './views.ts'
import { wireMoney } from './wiring.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { paidAt } from '@madruga/core/subscriptions.ts'
import { planOf } from '@madruga/core/plans.ts'
import { sumCents } from '@madruga/core/money.ts'

type In = Inputs['billing']
type Out = Outputs['billing']

/** What drivers owe, buy and pay. What each refuses with stands at its function in the modules of money. */
export type Billing = Omit<SavedMethods, 'setAutopay'> &
  Fees & {
    readAccount(driverId: string): Promise<Out['account']>
    quote(driverId: string, input: Parameters<typeof quote>[2]): Promise<Out['quote']>
    buy(driverId: string, input: Parameters<typeof payments.buy>[2]): Promise<PaymentView>
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
      noteMemberMonths(): Promise<void>
      closeWeeks(): Promise<void>
      runDunning(): Promise<void>
      syncPlans(): Promise<void>
      payByThemselves(): Promise<void>
      syncUnsettled(): Promise<void>
      forget(): Promise<void>
    }
  }

type Limits = ReturnType<typeof payments.createBillingLimits>
type Asked = <Result>(driverId: string, work: () => Promise<Result>) => Promise<Result>

/** Wires the modules of money, and opens what drivers and jobs ask of them. */
export function createBilling(parts: BillingDeps): Billing {
  const deps = wireMoney(parts)
  const limits = payments.createBillingLimits(deps)
  const asked: Asked = async (driverId, work) => {
    await limits.ask(driverId)
    return await work()
  }
  return {
    ...openMethods(deps, limits, asked),
    ...openPayments(deps, limits, asked),
    ...openInvoices(deps, limits),
    ...openFees(deps),
    readAccount: (driverId) => readAccount(deps, driverId),
    closeAccount: (tx, driverId) => leaveBilling(deps, tx, driverId),
    quote: (driverId, input) => limits.guess(driverId, input.coupon, () => quote(deps, driverId, input)),
    async leave(driverId) {
      await leaveSubscription(deps, driverId)
      return await readAccount(deps, driverId)
    },
    takeWebhook: (rawBody, signature) => payments.takeWebhook(deps, rawBody, signature),
    sweeps: openSweeps(deps),
  }
}

type Methods = Omit<SavedMethods, 'setAutopay'> & Pick<Billing, 'setAutopay'>

function openMethods(deps: MoneyDeps, limits: Limits, asked: Asked): Methods {
  const methods = payments.createSavedMethods(deps)
  return {
    ...methods,
    listMethods: (driverId) => asked(driverId, () => methods.listMethods(driverId)),
    setDefault: (driverId, methodId) => asked(driverId, () => methods.setDefault(driverId, methodId)),
    removeMethod: (driverId, methodId) => asked(driverId, () => methods.removeMethod(driverId, methodId)),
    async startMethod(driverId) {
      await limits.setUp(driverId)
      return await asked(driverId, () => methods.startMethod(driverId))
    },
    async setAutopay(driverId, enabled) {
      await asked(driverId, () => methods.setAutopay(driverId, enabled))
      return await readAccount(deps, driverId)
    },
  }
}

type Payments = Pick<Billing, 'buy' | 'pay' | 'readPayment' | 'cancelPayment' | 'listPayments'>

function openPayments(deps: MoneyDeps, limits: Limits, asked: Asked): Payments {
  const { db } = deps

  async function showPayment(id: string): Promise<PaymentView> {
    const row = (await payments.readPayment(db, id))!
    return (await viewPayments(db, [row]))[0]!
  }

  return {
    buy: (driverId, input) =>
      limits.guess(driverId, input.coupon, () =>
        asked(driverId, async () => showPayment(await payments.buy(deps, driverId, input))),
      ),
    pay: (driverId, input) =>
      asked(driverId, async () => showPayment(await payments.pay(deps, driverId, input))),
    readPayment: (driverId, id) =>
      asked(driverId, async () => showPayment((await payments.followPayment(deps, driverId, id)).id)),
    cancelPayment: (driverId, id) =>
      asked(driverId, async () => showPayment((await payments.cancelPayment(deps, driverId, id)).id)),
    async listPayments(driverId, { limit, ...filter }) {
      const rows = await payments.readPayments(db, driverId, { ...filter, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const next = rows.length > limit ? page.at(-1)!.created_at : null
      return { payments: await viewPayments(db, page), next }
    },
  }
}

type Invoices = Pick<Billing, 'useCoupon' | 'listInvoices' | 'readInvoice'>

function openInvoices(deps: MoneyDeps, limits: Limits): Invoices {
  const { db } = deps

  async function showInvoice(driverId: string, number: string): Promise<InvoiceView> {
    const invoice = await findInvoice(db, number, driverId)
    if (invoice === null) throw new AppError('billing.not_found')
    return await viewInvoice(deps, db, invoice)
  }

  return {
    readInvoice: showInvoice,
    async useCoupon(driverId, input) {
      await limits.guess(driverId, input.coupon, () => applyCoupon(deps, driverId, input))
      return await showInvoice(driverId, input.number)
    },
    async listInvoices(driverId, { limit, before }) {
      const payer = await findPayer(db, driverId)
      const rows = await readIssued(db, driverId, { limit: limit + 1, before })
      const page = rows.slice(0, limit)
      const running = before === undefined ? await readRunning(deps, db, payer) : null
      return {
        invoices: await viewRows(deps, db, page),
        next: rows.length > limit ? page.at(-1)!.issued_at! : null,
        running: running && {
          from: dayOf(payer.timeZone, running.from),
          to: dayOf(payer.timeZone, running.to - 1),
          closesAt: running.to,
          lines: running.lines.map((line) => viewLine({ ...line, details: line.details ?? {} })),
          totalCents: running.lines.reduce((sum, line) => sum + line.cents, 0),
        },
      }
    },
  }
}

function openSweeps(deps: MoneyDeps): Billing['sweeps'] {
  return {
    noteMemberMonths: () => noteMemberMonths(deps),
    closeWeeks: () => closeWeeks(deps),
    runDunning: () => runDunning(deps),
    syncPlans: () => syncPlans(deps),
    payByThemselves: () => payments.payByThemselves(deps),
    syncUnsettled: () => payments.syncUnsettled(deps),
    async forget() {
      await forgetKeys(deps.db, deps.clock.now())
      await payments.forgetEvents(deps.db, deps.clock.now())
    },
  }
}

type AccountView = Outputs['billing']['account']

/** What a driver has paid for, what they owe, and what things cost. */
async function readAccount(deps: BillingDeps, driverId: string): Promise<AccountView> {
  const { db } = deps
  const payer = await findPayer(db, driverId)
  const now = deps.clock.now()
  const [periods, { unpaid, dunning }, prices, credits, customer, underWay] = await Promise.all([
    readPeriods(db, driverId),
    readOverdue(deps, db, payer),
    readPrices(db, deps.settings),
    readCredits(db, driverId),
    readCustomer(db, driverId),
    readUnderWay(db, driverId),
  ])
  const active = paidAt(periods, now)
  const plan = planOf(payer.planNumber)
  return {
    active,
    ahead: periods.filter((span) => span.from > now),
    ended: active !== null || plan === 'basic' ? null : plan,
    canSubscribe: describeVariant(payer.variant).hasPlans,
    prices,
    status: payer.status,
    suspendedForUnpaid: payer.status === 'suspended' && payer.statusCause === 'dues',
    unpaid: deps.settings.charges ? await viewRows(deps, db, unpaid) : [],
    suspendsAt: dunning.suspendsAt,
    underWay: await viewPayments(db, underWay),
    autopay: customer?.autopay ?? false,
    credits,
    gateway: deps.gateway,
  }
}

/**
 * What money has to say before an account is deleted, in the transaction that deletes it: it keeps by what
 * the person is known again. Refuses with `accounts.dues_open` (`count`) while an invoice is unpaid, and with
 * `accounts.week_open` (`cents`) while the running week has fees that are on no invoice yet: a driver who
 * left then would never pay them.
 */
async function leaveBilling(deps: MoneyDeps, tx: Db, driverId: string): Promise<void> {
  const payer = await lockPayer(tx, driverId)
  if (payer === null) return
  if (deps.settings.charges) await refuseDues(deps, tx, payer)
  const coupons = await readUsedCoupons(tx, driverId)
  await keepIdentities(tx, deps.identityKey, driverId, { coupons, at: deps.clock.now() })
}

async function refuseDues(deps: MoneyDeps, tx: Db, payer: Payer): Promise<void> {
  const unpaid = await readUnpaid(tx, payer.id)
  if (unpaid.length > 0) throw new AppError('accounts.dues_open', { count: unpaid.length })
  const week = await readRunning(deps, tx, payer)
  const cents = sumCents((week?.lines ?? []).map((line) => line.cents))
  if (cents > 0) throw new AppError('accounts.week_open', { cents })
}
