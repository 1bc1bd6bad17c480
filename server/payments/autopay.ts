import { lockInvoice } from '../invoices.ts'
import { lockPayer, changePayer, readCustomer, forEachPage } from '../payers.ts'
import { syncPayment } from './charge.ts'
import { listMethods } from './customers.ts'
import { noteCards } from './known-cards.ts'
import type { PaymentsDeps } from './model.ts'
import { beginPayment } from './pay.ts'
import type { ChosenMethod } from './new-payment.ts'
import { readToPay } from './store/autopay.ts'
import type { ToPay } from './store/autopay.ts'

const INVOICES_A_PAGE = 200
/** Payments under way at once: they wait for the gateway, which takes a hundred requests a second. */
const PAID_AT_ONCE = 16

/**
 * Pays weekly invoices from the default card of drivers who chose that. A refusal is announced and tried
 * again a few times.
 */
export async function payByThemselves(deps: PaymentsDeps): Promise<void> {
  const { everyMs, tries } = deps.settings.autopay
  const before = deps.clock.now() - everyMs
  await forEachPage(deps, 'an invoice is not paid by itself yet', {
    most: INVOICES_A_PAGE,
    atOnce: PAID_AT_ONCE,
    readPage: (after: ToPay | null) =>
      readToPay(deps.db, { triedBefore: before, tries, after, most: INVOICES_A_PAGE }),
    work: (one) => payOne(deps, one),
  })
}

async function payOne(deps: PaymentsDeps, { driverId, invoiceId, methodId }: ToPay): Promise<void> {
  const method = await chooseDefault(deps, driverId, methodId)
  if (method === null) return await changePayer(deps.db, driverId, { autopay: false })
  const begun = await deps.db.transaction().execute(async (tx) => {
    await lockPayer(tx, driverId)
    const invoice = (await lockInvoice(tx, invoiceId))!
    // Paid meanwhile, by the driver: nothing to do.
    if (invoice.state !== 'unpaid') return null
    return await beginPayment(deps, tx, { driverId, invoice, method, offSession: true })
  })
  if (begun !== null) await syncPayment(deps, begun.paymentId)
}

/**
 * What the driver's screen shows as the default: the one chosen, or the newest; null = nothing is saved any
 * more.
 */
async function chooseDefault(
  deps: PaymentsDeps,
  driverId: string,
  methodId: string | null,
): Promise<ChosenMethod | null> {
  const customer = await readCustomer(deps.db, driverId)
  if (customer === null) return null
  const { customerId } = customer
  const methods = await listMethods(deps, customerId)
  const method = methods.find((each) => each.methodId === methodId) ?? methods[0]
  if (method === undefined) return null
  await noteCards(deps, driverId, [method])
  const { methodId: chosenId, kind, brand, last4 } = method
  return { customerId, methodId: chosenId, kind, brand, last4 }
}
