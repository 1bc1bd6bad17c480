import { describeVariant } from '@madruga/core/variants.ts'
import { priceInvoice } from '@madruga/core/invoices.ts'
import type { Coupon, MethodKind, InvoicePricing } from '@madruga/core/invoices.ts'
import type { Inputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { checkCoupon, insertInvoice, lockInvoice, readDraft, takeCoupon, readPrices } from '../invoices.ts'
import type { NewItem } from '../invoices.ts'
import { once, readAnswer, identitiesOf, findPayer, lockPayer } from '../payers.ts'
import type { KeyedRequest, Db, Payer, Tx } from '../payers.ts'
import { syncPayment } from './charge.ts'
import { abandonDraft } from './execute.ts'
import { refuseTester } from './limits.ts'
import type { PaymentsDeps } from './model.ts'
import { chooseMethod, refuseUnderWay, writePayment } from './new-payment.ts'
import type { Begun, ChosenMethod } from './new-payment.ts'

/** Days of a plan, and the coupon that was typed for them. */
export type Order = Pick<Inputs['billing']['buy'], 'plan' | 'days'> & { coupon: string }

/** What a purchase would be, with everything that its price is calculated from. */
type PricedPurchase = { items: NewItem[]; coupon: Coupon | null; priced: InvoicePricing }

/**
 * Buys days of a plan: the purchase is written first, once for its key, then charged. Answers the id of its
 * payment. Refuses like `pricePurchase`, and with `billing.under_way` (`paymentId`, `state`),
 * `billing.prices_stale` (`totalCents`) when it costs another sum than the driver saw,
 * `billing.method_missing`, `billing.gateway_unavailable`, `request.too_many` after too many refused cards.
 */
export async function buy(
  deps: PaymentsDeps,
  driverId: string,
  { key, ...input }: Inputs['billing']['buy'] & { coupon: string },
): Promise<string> {
  const request = { scope: 'billing.buy', driverId, key, body: input }
  // A repeated request answers the same payment, whatever has become of the card meanwhile.
  const previous = await readAnswer<Begun>(deps.db, request)
  const { paymentId } = previous ?? (await beginPurchase(deps, request, input))
  await syncPayment(deps, paymentId)
  return paymentId
}

async function beginPurchase(
  deps: PaymentsDeps,
  request: KeyedRequest,
  input: Omit<Inputs['billing']['buy'], 'key'> & { coupon: string },
): Promise<Begun> {
  const { driverId } = request
  const payer = await findPayer(deps.db, driverId)
  refuseWithoutPlans(payer)
  const method = await chooseMethod(deps, payer, input.methodId)
  return await once(deps.db, request, (tx) => writePurchase(deps, tx, driverId, input, method))
}

async function writePurchase(
  deps: PaymentsDeps,
  tx: Tx,
  driverId: string,
  input: Order & { expectCents: number },
  method: ChosenMethod | null,
): Promise<Begun> {
  const payer = (await lockPayer(tx, driverId))!
  await leaveDraft(deps, tx, driverId)
  const invoiceId = deps.newId()
  const kind = method?.kind ?? 'card'
  const { items, coupon, priced } = await pricePurchase(deps, tx, payer, input, kind, invoiceId)
  const { totalCents, feeCents } = priced
  if (totalCents !== input.expectCents) throw new AppError('billing.prices_stale', { totalCents })
  if (method === null && totalCents > 0) throw new AppError('billing.method_missing')
  if (totalCents > 0) await refuseTester(deps, tx, driverId)
  const draft = draftOf(payer, input, invoiceId, deps.clock.now())
  await insertInvoice(tx, { ...draft, couponCode: coupon?.code ?? null, priced, items })
  await reserveDiscounts(deps, tx, { driverId, invoiceId, coupon, priced })
  const chargedMethod = totalCents > 0 ? method : null
  return await writePayment(deps, tx, { driverId, invoiceId, totalCents, feeCents, method: chargedMethod })
}

/** Takes the coupon and credits that a draft was priced with; refuses where others took them meanwhile. */
async function reserveDiscounts(
  { takeCredits }: PaymentsDeps,
  tx: Tx,
  {
    driverId,
    invoiceId,
    coupon,
    priced: { creditsCents, totalCents },
  }: Pick<PricedPurchase, 'coupon' | 'priced'> & { driverId: string; invoiceId: string },
): Promise<void> {
  if (coupon && !(await takeCoupon(tx, { code: coupon.code, driverId, invoiceId })))
    throw new AppError('billing.coupon_used_up')
  const count = creditsCents.length
  if (count > 0 && (await takeCredits(tx, { driverId, invoiceId, count })) < count)
    throw new AppError('billing.prices_stale', { totalCents })
}

/** What was begun before and is not paid is given up; a payment of it that has not ended is not. */
async function leaveDraft(deps: PaymentsDeps, tx: Tx, driverId: string): Promise<void> {
  const draft = await readDraft(tx, driverId)
  if (draft === null) return
  await lockInvoice(tx, draft.id)
  await refuseUnderWay(tx, draft.id)
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

/**
 * Prices a purchase as of now; `invoiceId` is in the references of its items. Refuses with `billing.coupon_…`
 * and `billing.no_plans`.
 */
export async function pricePurchase(
  deps: PaymentsDeps,
  db: Db,
  payer: Payer,
  { plan, days, coupon: typed }: Order,
  methodKind: MethodKind,
  invoiceId: string,
): Promise<PricedPurchase> {
  refuseWithoutPlans(payer)
  const now = deps.clock.now()
  const identities = identitiesOf(deps.identityKey, payer)
  const coupon =
    typed.trim() === ''
      ? null
      : await checkCoupon(db, { typed, driverId: payer.id, identities, subscription: true, now })
  const prices = await readPrices(db, deps.settings)
  const credits = await deps.readCreditsLeft(db, payer.id)
  const items = Array.from({ length: days / 7 }, (_, week): NewItem => {
    const reference = `subscription_week:${invoiceId}:${week + 1}`
    return { kind: 'subscription_week', reference, cents: prices.weekCents[plan], at: now }
  })
  const settings = {
    referralPercent: prices.referralPercent,
    leastChargeCents: deps.settings.leastChargeCents,
  }
  const pricing = priceInvoice(items, { coupon, credits }, prices.fees[methodKind], settings)
  return { items, coupon, priced: pricing }
}

/** Without plans, drivers pay by the week (the seed's menu of spark has no payment). */
function refuseWithoutPlans({ variant }: Payer): void {
  if (!describeVariant(variant).hasPlans) throw new AppError('billing.no_plans')
}
