import { priceInvoice } from '@madruga/core/invoices.ts'
import { addPurchase, paidAt } from '@madruga/core/subscriptions.ts'
import type { Coupon, MethodKind, Prices, InvoicePricing } from '@madruga/core/invoices.ts'
import type { SubscriptionPeriod } from '@madruga/core/subscriptions.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { sumCents } from '@madruga/core/money.ts'
import { syncPayment, findMethod, openCustomer } from './charge.ts'
import { checkCoupon } from './coupons.ts'
import { noteCards } from './known-cards.ts'
import { once, readAnswer } from './store/idempotency.ts'
import { identitiesOf } from './store/identities.ts'
import type { KeyedRequest } from './store/idempotency.ts'
import { refuseTester } from './limits.ts'
import type { BillingDeps, Db, Payer, Tx } from './model.ts'
import { findPayer } from './payer.ts'
import { abandonDraft } from './execute.ts'
import { lockPayer } from './store/drivers.ts'
import { readCreditsLeft } from './store/referral-rewards.ts'
import { insertInvoice, lockInvoice, readDraft, takeCoupon, takeCredits } from './store/invoices.ts'
import type { NewItem } from './store/invoices.ts'
import { blocksNewPayment, insertPayment, readPaymentsOf } from './store/payments.ts'
import type { NewPayment } from './store/payments.ts'
import { readPrices } from './store/prices.ts'
import { readPeriods } from './store/periods.ts'

type Order = Pick<Inputs['billing']['buy'], 'plan' | 'days'> & { coupon: string }
export type Quote = Outputs['billing']['quote']

/** What a purchase would be, with everything that its price is calculated from. */
type PricedPurchase = {
  items: NewItem[]
  coupon: Coupon | null
  priced: InvoicePricing
  prices: Prices
  periods: SubscriptionPeriod[]
}

/** What a subscription would cost now. Refuses with `billing.coupon_…` and `billing.not_for_spark`. */
export async function quote(
  deps: BillingDeps,
  driverId: string,
  input: Order & { methodKind: MethodKind },
): Promise<Quote> {
  const payer = await findPayer(deps.db, driverId)
  const { priced, coupon, periods } = await price(deps, deps.db, payer, input, input.methodKind, '')
  const { creditsCents, ...lines } = priced
  const after = addPurchase(periods, input, payer.timeZone, deps.clock.now())
  const active = paidAt(after, deps.clock.now())!
  return {
    ...lines,
    creditsCents: sumCents(creditsCents),
    creditsUsed: creditsCents.length,
    coupon: coupon?.code ?? null,
    active,
    until: after.findLast((span) => span.plan === input.plan)!.until,
  }
}

/**
 * Buys days of a plan: the purchase is written first, once for its key, then charged. Answers the id of
 * its payment. Refuses like `quote`, and with `billing.under_way` (`paymentId`, `state`),
 * `billing.prices_stale` (`totalCents`) when it costs another sum than the driver saw,
 * `billing.method_missing`, `billing.gateway_unavailable`, `request.too_many` after too many refused cards.
 */
export async function buy(
  deps: BillingDeps,
  driverId: string,
  { key, ...input }: Inputs['billing']['buy'] & { coupon: string },
): Promise<string> {
  const request = { scope: 'billing.buy', driverId, key, body: input }
  // A repeated request answers the same payment, whatever has become of the card meanwhile.
  const known = await readAnswer<Begun>(deps.db, request)
  const { paymentId } = known ?? (await beginPurchase(deps, request, input))
  await syncPayment(deps, paymentId)
  return paymentId
}

type Begun = { paymentId: string }

async function beginPurchase(
  deps: BillingDeps,
  request: KeyedRequest,
  input: Omit<Inputs['billing']['buy'], 'key'> & { coupon: string },
): Promise<Begun> {
  const { driverId } = request
  const payer = await findPayer(deps.db, driverId)
  refuseSpark(payer)
  const method = await chooseMethod(deps, payer, input.methodId)
  return await once(deps.db, request, async (tx) => {
    const locked = (await lockPayer(tx, driverId))!
    await leaveDraft(deps, tx, driverId)
    const invoiceId = deps.newId()
    const kind = method?.kind ?? 'card'
    const { items, coupon, priced } = await price(deps, tx, locked, input, kind, invoiceId)
    const { totalCents, feeCents } = priced
    if (totalCents !== input.expectCents) throw new AppError('billing.prices_stale', { totalCents })
    if (method === null && totalCents > 0) throw new AppError('billing.method_missing')
    if (totalCents > 0) await refuseTester(deps, tx, driverId)
    await insertInvoice(tx, {
      ...draftOf(locked, input, invoiceId, deps.clock.now()),
      couponCode: coupon?.code ?? null,
      priced,
      items,
    })
    if (coupon && !(await takeCoupon(tx, { code: coupon.code, driverId, invoiceId })))
      throw new AppError('billing.coupon_used_up')
    const count = priced.creditsCents.length
    if (count > 0 && (await takeCredits(tx, { driverId, invoiceId, count })) < count)
      throw new AppError('billing.prices_stale', { totalCents })
    const charged = totalCents > 0 ? method : null
    const payment = paymentOf(deps, { driverId, invoiceId, totalCents, feeCents, method: charged })
    await insertPayment(tx, payment)
    return { paymentId: payment.id }
  })
}

/** A way to pay, and whose it is at the gateway. */
export type ChosenMethod = {
  customerId: string
  methodId: string
  kind: MethodKind
  brand: string
  last4: string
}

/** The saved card or bank account of that id; null for none. */
export async function chooseMethod(
  deps: BillingDeps,
  payer: Payer,
  methodId: string | undefined,
): Promise<ChosenMethod | null> {
  if (methodId === undefined) return null
  const customerId = await openCustomer(deps, payer)
  const method = await findMethod(deps, customerId, methodId)
  await noteCards(deps, payer.id, [method])
  const { kind, brand, last4 } = method
  return { customerId, methodId, kind, brand, last4 }
}

/** A payment as it is written before anybody is asked. */
export function paymentOf(
  deps: Pick<BillingDeps, 'newId' | 'newReference' | 'clock'>,
  {
    driverId,
    invoiceId,
    totalCents,
    feeCents,
    method,
    offSession = false,
  }: {
    driverId: string
    invoiceId: string
    totalCents: number
    feeCents: number
    method: ChosenMethod | null
    offSession?: boolean
  },
): NewPayment {
  return {
    id: deps.newId(),
    reference: deps.newReference(),
    driverId,
    invoiceId,
    customer_id: method?.customerId ?? null,
    method: method && { id: method.methodId, kind: method.kind, brand: method.brand, last4: method.last4 },
    amount_cents: totalCents,
    fee_cents: feeCents,
    off_session: offSession,
    at: deps.clock.now(),
  }
}

/** What was begun before and is not paid is given up; a payment of it that has not ended is not. */
async function leaveDraft(deps: BillingDeps, tx: Tx, driverId: string): Promise<void> {
  const draft = await readDraft(tx, driverId)
  if (draft === null) return
  await lockInvoice(tx, draft.id)
  const waiting = (await readPaymentsOf(tx, [draft.id])).find(blocksNewPayment)
  if (waiting) throw new AppError('billing.under_way', { paymentId: waiting.id, state: waiting.state })
  await abandonDraft(deps, tx, draft)
}

function draftOf(payer: Payer, { plan, days }: Order, id: string, at: number) {
  return {
    id,
    kind: 'subscription' as const,
    variant: payer.variant,
    time_zone: payer.timeZone,
    plan,
    days,
    billed_to: { name: payer.name, email: payer.email },
    driverId: payer.id,
    from: at,
    to: at,
    at,
  }
}

async function price(
  deps: BillingDeps,
  db: Db,
  payer: Payer,
  { plan, days, coupon: typed }: Order,
  methodKind: MethodKind,
  invoiceId: string,
): Promise<PricedPurchase> {
  refuseSpark(payer)
  const now = deps.clock.now()
  const identities = identitiesOf(deps.identityKey, payer)
  const coupon =
    typed.trim() === ''
      ? null
      : await checkCoupon(db, { typed, driverId: payer.id, identities, subscription: true, now })
  const prices = await readPrices(db, deps.settings)
  const credits = await readCreditsLeft(db, payer.id)
  const periods = await readPeriods(db, payer.id)
  const items = Array.from({ length: days / 7 }, (_, week): NewItem => {
    const reference = `subscription_week:${invoiceId}:${week + 1}`
    return { kind: 'subscription_week', reference, cents: prices.weekCents[plan], at: now }
  })
  const settings = {
    referralPercent: prices.referralPercent,
    leastChargeCents: deps.settings.leastChargeCents,
  }
  const priced = priceInvoice(items, { coupon, credits }, prices.fees[methodKind], settings)
  return { items, coupon, priced, prices, periods }
}

/** They pay by the week (the seed's menu of spark has no payment). */
function refuseSpark({ variant }: Payer): void {
  if (variant === 'spark') throw new AppError('billing.not_for_spark')
}
