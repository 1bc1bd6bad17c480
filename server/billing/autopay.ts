import { AppError } from '@madruga/core/errors.ts'
import { hearCharge, isGone } from './charge.ts'
import { noteCards } from './known-cards.ts'
import type { BillingKit } from './model.ts'
import { beginPayment } from './pay.ts'
import type { ChosenMethod } from './purchase.ts'
import { readToPay } from './store/autopay.ts'
import type { ToPay } from './store/autopay.ts'
import { lockPayer } from './store/drivers.ts'
import { lockInvoice } from './store/invoices.ts'
import { changePayer, readCustomer } from './store/payers.ts'
import { forEachOf } from './sweep.ts'

const INVOICES_A_SWEEP = 200

/** Pays weekly invoices from the default card of whoever wants that; a refusal is told, and tried again later a few times. */
export async function payByThemselves(kit: BillingKit): Promise<void> {
  const { everyMs, tries } = kit.settings.autopay
  const before = kit.clock.now() - everyMs
  const due = await readToPay(kit.db, { triedBefore: before, tries, most: INVOICES_A_SWEEP })
  await forEachOf(kit, due, 'an invoice is not paid by itself yet', (one) => payOne(kit, one))
}

async function payOne(kit: BillingKit, { driverId, invoiceId, methodId }: ToPay): Promise<void> {
  const method = await chooseDefault(kit, driverId, methodId)
  if (method === null) return await changePayer(kit.db, driverId, { autopay: false })
  const paymentId = await kit.db.transaction().execute(async (tx) => {
    await lockPayer(tx, driverId)
    const invoice = (await lockInvoice(tx, invoiceId))!
    // Paid meanwhile, by the driver: nothing to do.
    if (invoice.state !== 'unpaid') return null
    return await beginPayment(kit, tx, { driverId, invoice, method, offSession: true })
  })
  if (paymentId !== null) await hearCharge(kit, paymentId)
}

/** What the driver's screen shows as the default: the one chosen, or the newest; null = nothing is saved any more. */
async function chooseDefault(
  kit: BillingKit,
  driverId: string,
  methodId: string | null,
): Promise<ChosenMethod | null> {
  const customer = await readCustomer(kit.db, driverId)
  if (customer === null) return null
  const { customerId } = customer
  const answer = await kit.cards.listPaymentMethods(customerId)
  if (isGone(answer)) return null
  if (answer.outcome !== 'done') throw new AppError('billing.gateway_unavailable')
  const method = answer.value.find((each) => each.methodId === methodId) ?? answer.value[0]
  if (method === undefined) return null
  await noteCards(kit, driverId, [method])
  const { methodId: chosenId, kind, brand, last4 } = method
  return { customerId, methodId: chosenId, kind, brand, last4 }
}
