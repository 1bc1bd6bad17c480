import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { priceInvoice } from '@madruga/core/invoices.ts'
import type { Coupon } from '@madruga/core/invoices.ts'
import type { ItemKind } from '@madruga/core/items.ts'
import type { PaidPlan } from '@madruga/core/plans.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Actor } from '../../../console/admin.ts'
import { issueInvoice } from '../../invoices/issue.ts'
import { insertInvoice, lockInvoice } from '../../invoices/store/invoices.ts'
import { postAll, readBalance } from '../../ledger.ts'
import { takeCredits } from '../../subscriptions.ts'
import { createAccounting } from '../accounting.ts'
import type { Accounting, AccountingDeps } from '../accounting.ts'
import type { BillingDeps, MoneyDeps } from '../model.ts'
import { createBilling } from '../operations.ts'
import type { Billing } from '../operations.ts'
import type { PaymentView } from '../views.ts'
import { wireMoney } from '../wiring.ts'
import { startBillingHarness } from './harness.ts'
import type { BillingHarness } from './harness.ts'

/**
 * Where a process dies, once: before or after it asked the gateway for a refund, or before it stored what
 * came of one.
 */
export type Death = 'before_asking' | 'after_asking' | 'before_storing'

/** The operator's side of a till. */
export type BackOffice = {
  harness: BillingHarness
  deps: MoneyDeps & AccountingDeps
  accounting: Accounting
  /** The driver's side of the same kit. */
  billing: Billing
  operator: Actor
  /** What the operator was warned of. */
  faults: string[]
  /** Dies there once. */
  dieOnce(death: Death): void
  /** The next this many questions for a refund are carried out and not heard. */
  loseRefunds(count: number): void
  /** The gateway knows none of the keys any more that it was asked by. */
  forgetKeys(): void
  /** A week or two of a plan, bought by card unless another method is given. */
  buy(
    driverId: string,
    input?: { plan?: PaidPlan; days?: 7 | 14; coupon?: string; methodId?: string },
  ): Promise<PaymentView>
  /** An issued invoice of a week with such items; answers its number. */
  invoiceWeek(
    driverId: string,
    items: readonly [ItemKind, number][],
    reductions?: Reductions,
  ): Promise<string>
  pay(driverId: string, number: string, methodId?: string): Promise<PaymentView>
  /** A bank account that pays, unless another test number is given. */
  saveBank(driverId: string, account?: string): Promise<string>
  /** Gives money of a charge back as the gateway's own dashboard does. */
  refundThere(chargeId: string, amountCents?: number): Promise<void>
  chargeOf(paymentId: string): Promise<string>
  /** What the gateway has given back of a charge, cents. */
  refundedThere(chargeId: string): Promise<number>
  owes(driverId: string): Promise<number>
  /** The operator gives a payment back: a part, or all that is left of it. */
  refund(paymentId: string, amountCents?: number): ReturnType<Accounting['refund']>
  /** Time passes; the banks answer, and the gateway is asked about everything that is under way. */
  letBanksAnswer(afterMs: number): Promise<void>
  stop(): Promise<void>
}

type Reductions = { coupon?: Pick<Coupon, 'cut' | 'appliesTo'> | null; credits?: number }

/** Starts one at an instant, such as `2026-11-18T12:00:00Z`. */
export async function startBackOffice(iso: string): Promise<BackOffice> {
  const harness = await startBillingHarness(iso)
  const faults: string[] = []
  const deaths = new Set<Death>()
  let lost = 0
  let forgotten = 0
  const die = (death: Death): void => {
    if (deaths.delete(death)) throw new Error(`died ${death}`)
  }
  const troubled: BillingDeps = {
    ...harness.deps,
    cards: {
      ...harness.deps.cards,
      async refund(input) {
        die('before_asking')
        const idempotencyKey = `${input.idempotencyKey}${'.'.repeat(forgotten)}`
        const answer = await harness.deps.cards.refund({ ...input, idempotencyKey })
        die('after_asking')
        return lost-- > 0 ? { outcome: 'unknown', reason: 'lost' } : answer
      },
    },
    notify: {
      ...harness.deps.notify,
      async announce(tx, news) {
        if (news.kind === 'refunded') die('before_storing')
        return await harness.deps.notify.announce(tx, news)
      },
    },
    onFault: (error) => void faults.push((error as Error).message),
  }
  const deps = { ...harness.http.world.moneyDeps, ...wireMoney(troubled) }
  const billing = createBilling(deps)
  const accounting = createAccounting(deps)
  const { id } = await harness.http.addDriver({ role: 'operator', email: 'olga@example.com' })
  const operator = { id, name: 'olga@example.com' }
  const call = async (method: string, path: string, body: Record<string, string>): Promise<void> => {
    const headers = { authorization: 'Bearer sk_test_billing1' }
    const reply = await fetch(`${harness.gateway.url}${path}`, {
      method,
      headers,
      body: new URLSearchParams(body),
    })
    assert.ok(reply.ok, await reply.text())
  }
  return {
    harness,
    deps,
    billing,
    accounting,
    operator,
    faults,
    dieOnce: (death) => void deaths.add(death),
    loseRefunds(count) {
      lost = count
    },
    forgetKeys: () => void forgotten++,
    async buy(driverId, { plan = 'advanced', days = 7, coupon = '', methodId } = {}) {
      const paidBy = methodId ?? (await harness.saveCard(driverId))
      const method = (await billing.listMethods(driverId)).find((each) => each.id === paidBy)!
      const { totalCents } = await billing.quote(driverId, { plan, days, coupon, methodKind: method.kind })
      const key = randomUUID()
      return await billing.buy(driverId, {
        plan,
        days,
        coupon,
        methodId: paidBy,
        key,
        expectCents: totalCents,
      })
    },
    invoiceWeek: (driverId, items, reductions = {}) => invoiceWeek(deps, driverId, items, reductions),
    async pay(driverId, number, methodId) {
      const { fees } = deps.settings.prices
      const { leftCents } = await billing.readInvoice(driverId, number)
      const { totalCents } = priceInvoice(
        [{ kind: 'block', reference: '', cents: leftCents }],
        { coupon: null, credits: [] },
        methodId === undefined ? fees.card : fees.bank,
        { referralPercent: 0, leastChargeCents: 0 },
      )
      const paidBy = methodId ?? (await harness.saveCard(driverId))
      const key = randomUUID()
      return await billing.pay(driverId, { number, methodId: paidBy, key, expectCents: totalCents })
    },
    async saveBank(driverId, account = '000123456789') {
      const { clientSecret } = await billing.startMethod(driverId)
      await call('POST', `/v1/setup_intents/${clientSecret.split('_secret_')[0]!}/confirm`, {
        client_secret: clientSecret,
        'payment_method_data[type]': 'us_bank_account',
        'payment_method_data[us_bank_account][account_number]': account,
        'payment_method_data[us_bank_account][routing_number]': '110000000',
        'payment_method_data[us_bank_account][account_holder_type]': 'individual',
        'payment_method_data[billing_details][name]': 'Ana',
      })
      return (await billing.listMethods(driverId)).find((method) => method.kind === 'bank')!.id
    },
    refundThere: (chargeId, amountCents) =>
      call('POST', '/v1/refunds', {
        payment_intent: chargeId,
        ...(amountCents !== undefined && { amount: String(amountCents) }),
      }),
    async chargeOf(paymentId) {
      const row = await deps.db
        .selectFrom('payments')
        .select('charge_id')
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow()
      return row.charge_id!
    },
    async refundedThere(chargeId) {
      const answer = await harness.deps.cards.readCharge(chargeId)
      assert.ok(answer.outcome === 'done')
      return answer.value.refundedCents
    },
    owes: (driverId) => readBalance(deps.db, { kind: 'receivable', driverId }),
    refund: (paymentId, amountCents) =>
      accounting.refund(operator, {
        id: paymentId,
        reason: 'asked for it',
        key: randomUUID(),
        ...(amountCents !== undefined && { amountCents }),
      }),
    async letBanksAnswer(afterMs) {
      harness.clock.add(afterMs)
      await harness.gateway.settle()
      await billing.sweeps.syncUnsettled()
    },
    stop: () => harness.stop(),
  }
}

/** A driver has one invoice a week: each of these ends at its own instant. */
let weeks = 0

async function invoiceWeek(
  deps: AccountingDeps,
  driverId: string,
  items: readonly [ItemKind, number][],
  { coupon = null, credits = 0 }: Reductions,
): Promise<string> {
  const at = deps.clock.now()
  const id = randomUUID()
  const rows = items.map(([kind, cents]) => ({ kind, cents, reference: `${kind}:${randomUUID()}`, at }))
  const priced = priceInvoice(
    rows,
    { coupon, credits: Array<number>(credits).fill(Infinity) },
    deps.settings.prices.fees.card,
    { referralPercent: 50, leastChargeCents: 50 },
  )
  return await deps.db.transaction().execute(async (tx) => {
    await insertInvoice(tx, {
      id,
      kind: 'week',
      variant: 'amazon',
      time_zone: 'America/New_York',
      plan: null,
      days: null,
      billed_to: { name: 'Ana', email: 'billed@example.com' },
      driverId,
      from: at - 7 * DAY_MS,
      to: at - weeks++,
      couponCode: null,
      priced,
      items: rows,
      at,
    })
    if (credits > 0) await takeCredits(tx, { driverId, invoiceId: id, count: credits })
    const { number, row } = await issueInvoice(tx, (await lockInvoice(tx, id))!, at)
    await postAll(tx, [row])
    return number
  })
}
