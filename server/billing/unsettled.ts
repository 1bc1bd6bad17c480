import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { hearCharge } from './charge.ts'
import type { BillingKit } from './model.ts'
import { giveUp } from './pay.ts'
import { takeToAsk } from './store/payments.ts'
import { forEachOf } from './sweep.ts'

const ASK_MS = 15 * SECOND_MS
/** A bank debit takes days: there the gateway tells by itself, and asking is the belt. */
const ASK_PROCESSING_MS = 10 * MINUTE_MS
const PAYMENTS_A_SWEEP = 200

/**
 * Asks the gateway about payments that have not ended: whose answer was lost, whose driver closed the tab. A question of a bank that nobody answered
 * in time is taken back. Also asks what the gateway kept of those that were paid.
 */
export async function askUnsettled(kit: BillingKit): Promise<void> {
  const now = kit.clock.now()
  const before = { open: now - ASK_MS, processing: now - ASK_PROCESSING_MS }
  const payments = await takeToAsk(kit.db, { now, before, most: PAYMENTS_A_SWEEP })
  await forEachOf(kit, payments, 'a payment is not settled yet', async (payment) => {
    const stale = payment.state === 'needs_action' && payment.created_at <= now - kit.settings.actionMs
    await (stale ? giveUp(kit, payment) : hearCharge(kit, payment.id))
  })
}
