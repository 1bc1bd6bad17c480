import { decideSilence } from '@madruga/core/payments.ts'
import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import { forEachOf } from '../payers.ts'
import { syncPayment } from './charge.ts'
import { applyDecision } from './execute.ts'
import { holdPayment, paymentFacts } from './facts.ts'
import type { PaymentsDeps } from './model.ts'
import { cancelAtGateway } from './pay.ts'
import { readSilentDebits, takeToAsk } from './store/payments.ts'

const ASK_MS = 15 * SECOND_MS
/** A bank debit takes days: there the gateway tells by itself, and asking is the belt. */
const ASK_PROCESSING_MS = 10 * MINUTE_MS
const PAYMENTS_A_SWEEP = 200

/**
 * Asks the gateway about payments that have not ended: whose answer was lost, whose driver closed the tab. A
 * question of a bank that no one answered in time is taken back. Also asks what the gateway kept of those
 * that were paid.
 */
export async function syncUnsettled(deps: PaymentsDeps): Promise<void> {
  const now = deps.clock.now()
  const before = { open: now - ASK_MS, processing: now - ASK_PROCESSING_MS }
  const payments = await takeToAsk(deps.db, { now, before, most: PAYMENTS_A_SWEEP })
  await forEachOf(deps, payments, 'a payment is not settled yet', async (payment) => {
    const stale = payment.state === 'needs_action' && payment.created_at <= now - deps.settings.actionMs
    await (stale ? cancelAtGateway(deps, payment) : syncPayment(deps, payment.id))
  })
  const silent = await readSilentDebits(deps.db, now - deps.settings.debitMs, PAYMENTS_A_SWEEP)
  await forEachOf(deps, silent, 'a debit is waited for still', (id) => freeDebit(deps, id))
}

/**
 * A bank says nothing of a debit for too long: operator and driver are told, once, and what it is for may be
 * paid otherwise. The debit itself goes on being asked about. If it arrives where the invoice was paid
 * meanwhile, it goes back.
 */
async function freeDebit(deps: PaymentsDeps, paymentId: string): Promise<void> {
  const reference = await deps.db.transaction().execute(async (tx) => {
    const hold = await holdPayment(tx, paymentId)
    if (hold === null) return null
    const at = deps.clock.now()
    const decision = decideSilence(paymentFacts(hold.payment), hold.invoice, hold.payer, at)
    return decision && (await applyDecision(deps, tx, hold, decision, at)).reference
  })
  if (reference !== null) deps.onFault(new Error(reference), 'a bank says nothing of a debit')
}
