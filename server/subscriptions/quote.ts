import { addPurchase, paidAt } from '@madruga/core/subscriptions.ts'
import type { MethodKind } from '@madruga/core/invoices.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { sumCents } from '@madruga/core/money.ts'
import { findPayer } from '../payers.ts'
import { pricePurchase } from '../payments.ts'
import type { PaymentsDeps, Order } from '../payments.ts'
import { readPeriods } from './store/periods.ts'

/** What a subscription would cost now, and until when it would last. Refuses like `pricePurchase`. */
export async function quote(
  deps: PaymentsDeps,
  driverId: string,
  order: Order & { methodKind: MethodKind },
): Promise<Outputs['billing']['quote']> {
  const payer = await findPayer(deps.db, driverId)
  const { priced, coupon } = await pricePurchase(deps, deps.db, payer, order, order.methodKind, '')
  const periods = await readPeriods(deps.db, driverId)
  const { creditsCents, ...lines } = priced
  const after = addPurchase(periods, order, payer.timeZone, deps.clock.now())
  return {
    ...lines,
    creditsCents: sumCents(creditsCents),
    creditsUsed: creditsCents.length,
    coupon: coupon?.code ?? null,
    active: paidAt(after, deps.clock.now())!,
    until: after.findLast((span) => span.plan === order.plan)!.until,
  }
}
