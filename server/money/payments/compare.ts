import { disputedCents } from '@madruga/core/payments.ts'
import type { Difference } from '@madruga/core/ledger.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { sumCents } from '@madruga/core/money.ts'
import { GatewaySilent } from '../ledger.ts'
import type { BalanceLine, Compared, GatewayBooks } from '../ledger.ts'
import { applyCharge } from './charge.ts'
import { recordDisputes } from './disputes.ts'
import type { Charge, Dispute } from './gateway.ts'
import type { PaymentsDeps } from './model.ts'
import { noticeRefunds } from './refunds.ts'
import { readDisputedPayments } from './store/disputes.ts'
import { readPayment, readToCompare } from './store/payments.ts'
import type { PaymentRow } from './store/payments.ts'
import { readRefundsOf } from './store/refunds.ts'

/** The gateway's books, for the comparison of all books. */
export function openGatewayBooks(deps: PaymentsDeps): GatewayBooks {
  return {
    async readLines({ since, until }) {
      const answer = await deps.cards.listBalance(since, until)
      if (answer.outcome !== 'done') throw new GatewaySilent(answer.reason)
      return answer.value
    },
    syncOpenDisputes: () => syncOpenDisputes(deps),
    comparePayments: (what) => comparePayments(deps, what),
  }
}

/**
 * Compares our payments since an instant with the lines of the gateway's books, and heals what needs no
 * person: a charge that was paid and whose payment does not know it is heard, and so is what was given back
 * or disputed there. What differs after that is a difference. Asks for a charge by itself only where its
 * lines do not tell all. Throws `GatewaySilent` where it does not answer.
 */
async function comparePayments(
  deps: PaymentsDeps,
  { since, lines }: { since: Timestamp; lines: readonly BalanceLine[] },
): Promise<Compared> {
  const chargeLines = Map.groupBy(
    lines.filter((line) => line.kind === 'charge'),
    (line) => line.chargeId ?? line.lineId,
  )
  const disputeLines = Map.groupBy(
    lines.filter((line) => line.kind === 'dispute'),
    (line) => line.chargeId ?? line.lineId,
  )
  const chargeIds = new Set(lines.flatMap((line) => (line.chargeId === null ? [] : [line.chargeId])))
  const differences: Difference[] = []
  for (const chargeId of await findUnheard(deps, chargeLines, [...chargeIds]))
    differences.push(...(await syncUnknown(deps, chargeId, chargeLines.get(chargeId)!)))
  const payments = await readToCompare(deps.db, { since, chargeIds: [...chargeIds] })
  const refunds = new Set(lines.flatMap((line) => (line.kind === 'refund' ? [line.chargeId] : [])))
  for (const payment of payments) {
    if (payment.state !== 'paid') continue
    const group = chargeLines.get(payment.charge_id ?? '')
    differences.push(...(await compareCharge(deps, payment, group, refunds.has(payment.charge_id))))
    const hasDispute = disputeLines.delete(payment.charge_id ?? '')
    if (hasDispute || payment.disputed_cents > 0) differences.push(...(await compareDisputes(deps, payment)))
  }
  for (const [reference, of] of disputeLines)
    differences.push({ kind: 'dispute_unknown_here', reference, ours: null, theirs: -sumLines(of) })
  return { payments: payments.length, charges: chargeIds.size, differences }
}

/** Compares a payment with the lines of its charge, or with the charge itself where they do not tell all. */
async function compareCharge(
  deps: PaymentsDeps,
  payment: PaymentRow,
  lines: readonly BalanceLine[] | undefined,
  hasRefund: boolean,
): Promise<Difference[]> {
  // Its line may lie before what was read: then the charge itself is asked.
  const asks = lines === undefined || payment.refunded_cents > 0 || hasRefund
  const charge = asks ? await readThere(deps, payment.charge_id) : null
  const differences = judgeAmount(payment, lines === undefined ? paidCents(charge) : sumLines(lines))
  return charge === null ? differences : [...differences, ...(await compareRefunds(deps, payment, charge))]
}

/**
 * Asks how disputes stand that have not ended: one that is lost moves no money any more. Throws
 * `GatewaySilent` where it does not answer.
 */
async function syncOpenDisputes(deps: PaymentsDeps): Promise<void> {
  for (const { id, reference, chargeId } of await readDisputedPayments(deps.db)) {
    const disputes = await readDisputesThere(deps, chargeId)
    await heal(deps, reference, () => recordDisputes(deps, id, disputes))
  }
}

/** Charges that were paid, of which no payment of ours knows that it was. */
async function findUnheard(
  deps: PaymentsDeps,
  chargeLines: ReadonlyMap<string, readonly BalanceLine[]>,
  chargeIds: readonly string[],
): Promise<string[]> {
  const rows = await readToCompare(deps.db, { since: deps.clock.now(), chargeIds })
  const paidIds = new Set(rows.flatMap((payment) => (payment.state === 'paid' ? [payment.charge_id] : [])))
  return [...chargeLines.keys()].filter((chargeId) => !paidIds.has(chargeId))
}

/**
 * Hears a charge that its payment does not know to be paid; what is none of ours, or stays unpaid, is a
 * difference.
 */
async function syncUnknown(
  deps: PaymentsDeps,
  chargeId: string,
  lines: readonly BalanceLine[],
): Promise<Difference[]> {
  const unknown: Difference = {
    kind: 'charge_unknown_here',
    reference: chargeId,
    ours: null,
    theirs: sumLines(lines),
  }
  // A line of no charge that a shop makes: it has no metadata to go by.
  if (lines[0]!.chargeId === null) return [unknown]
  const charge = await readThere(deps, chargeId)
  const payment = await readPayment(deps.db, charge?.metadata['paymentId'] ?? '')
  if (charge === null || payment === null) return [unknown]
  // Another charge is this payment's: one too many.
  if ((payment.charge_id ?? chargeId) !== chargeId) return [unknown]
  await heal(deps, chargeId, () => applyCharge(deps, payment.id, charge))
  const reading = await readPayment(deps.db, payment.id)
  return reading?.state === 'paid' && reading.charge_id === chargeId ? [] : [unknown]
}

/** What cannot be healed now stays a difference, and keeps nothing else from being compared. */
async function heal(deps: PaymentsDeps, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.onFault(error, `${what} could not be set right`)
  }
}

function judgeAmount(payment: PaymentRow, theirs: number | null): Difference[] {
  const ours = payment.amount_cents
  if (ours === theirs) return []
  const kind = theirs === null ? 'charge_unknown_there' : 'amount_differs'
  return [{ kind, reference: payment.reference, ours, theirs }]
}

async function compareRefunds(
  deps: PaymentsDeps,
  payment: PaymentRow,
  charge: Charge,
): Promise<Difference[]> {
  await heal(deps, payment.reference, () => noticeRefunds(deps, payment.id, charge))
  const refunds = await readRefundsOf(deps.db, [payment.id])
  // No one knows yet whether it was carried out.
  if (refunds.some((refund) => refund.state === 'open')) return []
  const ours = sumCents(
    refunds.filter(({ state }) => state !== 'failed').map(({ amount_cents: cents }) => cents),
  )
  const now = await readThere(deps, charge.chargeId)
  const theirs = now?.refundedCents ?? 0
  return ours === theirs ? [] : [{ kind: 'refund_differs', reference: payment.reference, ours, theirs }]
}

async function compareDisputes(deps: PaymentsDeps, payment: PaymentRow): Promise<Difference[]> {
  const there = await readDisputesThere(deps, payment.charge_id!)
  await heal(deps, payment.reference, () => recordDisputes(deps, payment.id, there))
  const ours = (await readPayment(deps.db, payment.id))!.disputed_cents
  const theirs = disputedCents(there)
  return ours === theirs ? [] : [{ kind: 'dispute_differs', reference: payment.reference, ours, theirs }]
}

async function readDisputesThere(deps: PaymentsDeps, chargeId: string): Promise<Dispute[]> {
  const answer = await deps.cards.listDisputes(chargeId)
  if (answer.outcome !== 'done') throw new GatewaySilent(answer.reason)
  return answer.value
}

function paidCents(charge: Charge | null): number | null {
  return charge?.state === 'succeeded' ? charge.amountCents : null
}

/** A charge as it is at the gateway; null where there is none. */
async function readThere(deps: PaymentsDeps, chargeId: string | null): Promise<Charge | null> {
  if (chargeId === null) return null
  const answer = await deps.cards.readCharge(chargeId)
  if (answer.outcome === 'unknown') throw new GatewaySilent(answer.reason)
  return answer.outcome === 'done' ? answer.value : null
}

function sumLines(lines: readonly BalanceLine[]): number {
  return lines.reduce((sum, line) => sum + line.amountCents, 0)
}
