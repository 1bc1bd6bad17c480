import type { Difference, ReconciliationReport } from '@madruga/core/ledger.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { checkLedger } from './entries-store.ts'
import { GatewaySilent } from './gateway-books.ts'
import type { BalanceLine, Compared, GatewayBooks } from './gateway-books.ts'
import type { Db, ReconcileDeps } from './model.ts'
import * as store from './reconciliation-store.ts'
import type { ReconciliationRow } from './reconciliation-store.ts'

export type Reconciliation = Outputs['accounting']['reconcile']

/** So much of what was compared before is compared again: clocks differ, and books are written late. */
const OVERLAP_MS = HOUR_MS
const FOUND_SHOWN = 50

/**
 * Compares all books: the ledger with itself, entry by entry; every payment with its service; and payments
 * with the gateway's books since the last clean comparison, and all that lies there with all that we say lies
 * there. Disputes that have not ended are asked about. Keeps what it came to, and tells of what was not known
 * before. Reads the whole ledger: once an hour, and when an operator asks.
 */
export async function reconcile(deps: ReconcileDeps, books: GatewayBooks): Promise<Reconciliation> {
  const { db, clock } = deps
  const at = clock.now()
  const known = (await store.readLastClean(db))?.report.known ?? null
  const own = [...(await compareLedger(deps)), ...(await compareGiven(deps, 0))]
  const { accounts } = await store.sumBalances(db)
  const there = await listenToGateway(deps, async () => {
    await books.syncOpenDisputes()
    const since = known?.before ?? 0
    const lines = await readLines(deps, books, since)
    const comparison = await books.comparePayments({ since, lines })
    const balance = await compareBalance(deps, books, lines, known?.netCents ?? 0)
    return { ...comparison, differences: [...comparison.differences, ...balance], lines }
  })
  const differences = [...own, ...(there?.differences ?? [])]
  const next =
    there === null || differences.length > 0
      ? known
      : knownBefore(at - OVERLAP_MS, there.lines, known?.netCents ?? 0)
  const row = await keep(deps, at, reportOf(accounts, there, differences, next))
  await store.forgetClean(db, at - deps.keepReportsMs)
  return viewRow(row)
}

/**
 * Compares what moved since the last clean comparison, a day at most: the sum of the balances, payments that
 * changed and invoices that were issued, and the lines of the gateway's books. Cheap enough for every minute:
 * it reads those rows by their indexes and one page of lines, and asks for a charge only where they differ or
 * something was given back. It only adds to what is known: that all is well again `reconcile` says.
 */
export async function reconcileRecent(deps: ReconcileDeps, books: GatewayBooks): Promise<void> {
  const { db, clock } = deps
  const at = clock.now()
  const clean = await store.readLastClean(db)
  const since = Math.max(at - DAY_MS, (clean?.at ?? 0) - OVERLAP_MS)
  const { accounts, cents } = await store.sumBalances(db)
  const own = [...judgeSum(cents), ...(await compareGiven(deps, since))]
  const there = await listenToGateway(deps, async () => {
    const lines = await readLines(deps, books, since)
    return { ...(await books.comparePayments({ since, lines })), lines }
  })
  const before = (await store.readLast(db))?.report.differences ?? []
  const fresh = withoutKnown([...own, ...(there?.differences ?? [])], before)
  if (fresh.length === 0) return
  await keep(deps, at, reportOf(accounts, there, [...before, ...fresh], clean?.report.known ?? null))
}

/** What comparing came to last, and what was found before, newest first. */
export async function readReconciliations({
  db,
}: {
  db: Db
}): Promise<Outputs['accounting']['reconciliation']> {
  const last = await store.readLast(db)
  const findings = await store.readFound(db, FOUND_SHOWN)
  return { last: last && viewRow(last), found: findings.map(viewRow) }
}

type There = Compared & { lines: readonly BalanceLine[] }

/** Null where the gateway does not answer: then our own books alone are compared. */
async function listenToGateway(deps: ReconcileDeps, work: () => Promise<There>): Promise<There | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof GatewaySilent)) throw error
    deps.onFault(error, 'the gateway does not answer, so only our own books are compared')
    return null
  }
}

async function readLines(
  { clock }: ReconcileDeps,
  books: GatewayBooks,
  since: Timestamp,
): Promise<BalanceLine[]> {
  // Its clock may be ahead of ours.
  return await books.readLines({ since, until: clock.now() + OVERLAP_MS })
}

async function compareLedger({ db }: ReconcileDeps): Promise<Difference[]> {
  const { sumCents, drifts, unbalanced } = await checkLedger(db)
  return [
    ...judgeSum(sumCents),
    ...drifts.map(({ accountId, kind, balanceCents, entriesCents }) => ({
      kind: 'balance_drift' as const,
      reference: `${kind} ${accountId}`,
      ours: balanceCents,
      theirs: entriesCents,
    })),
    ...unbalanced.map((id) => ({
      kind: 'unbalanced_row' as const,
      reference: String(id),
      ours: null,
      theirs: null,
    })),
  ]
}

function judgeSum(cents: number): Difference[] {
  return cents === 0 ? [] : [{ kind: 'journal_sum', reference: 'journal', ours: cents, theirs: 0 }]
}

async function compareGiven({ db }: ReconcileDeps, since: Timestamp): Promise<Difference[]> {
  return [...(await store.readPaidForNothing(db, since)), ...(await store.readGivenForNothing(db, since))]
}

/** What lies at the gateway against what we say lies there; nothing is said while either moves. */
async function compareBalance(
  deps: ReconcileDeps,
  books: GatewayBooks,
  lines: readonly BalanceLine[],
  knownCents: number,
): Promise<Difference[]> {
  const ours = await store.readGatewayBalance(deps.db)
  const lineIds = new Set(lines.map((line) => line.lineId))
  const hasMoved = (await readLines(deps, books, deps.clock.now() - OVERLAP_MS)).some(
    (line) => !lineIds.has(line.lineId),
  )
  if (ours === null || hasMoved) return []
  const theirs = knownCents + netOf(lines)
  return ours === theirs ? [] : [{ kind: 'gateway_balance', reference: 'gateway', ours, theirs }]
}

/** Lines of other kinds, such as what the gateway paid out to our bank, are no business of these books. */
function netOf(lines: readonly BalanceLine[]): number {
  return lines.reduce((sum, line) => sum + (line.kind === 'other' ? 0 : line.netCents), 0)
}

/**
 * What all lines before an instant come to, with those that were known before: a gateway dates them by the
 * second.
 */
function knownBefore(instant: Timestamp, lines: readonly BalanceLine[], knownCents: number) {
  const before = Math.floor(instant / 1000) * 1000
  return { before, netCents: knownCents + netOf(lines.filter((line) => line.at < before)) }
}

function reportOf(
  accounts: number,
  there: There | null,
  differences: Difference[],
  known: ReconciliationReport['known'],
): ReconciliationReport {
  const { payments, charges } = there ?? { payments: 0, charges: 0 }
  return { checked: { accounts, payments, charges }, gateway: there !== null, differences, known }
}

/** Keeps a report; what was not in the last one is told to the operator. */
async function keep(
  deps: ReconcileDeps,
  at: Timestamp,
  report: ReconciliationReport,
): Promise<ReconciliationRow> {
  const before = (await store.readLast(deps.db))?.report.differences ?? []
  const fresh = withoutKnown(report.differences, before)
  const row = await store.insertReconciliation(deps.db, { at, report })
  if (fresh.length > 0) {
    const text = fresh.map(({ kind, reference }) => `${kind} ${reference}`).join(', ')
    deps.onFault(new Error(`the books differ: ${text}`), 'money does not add up')
  }
  return row
}

function withoutKnown(differences: readonly Difference[], baseline: readonly Difference[]): Difference[] {
  const before = new Set(baseline.map(keyOf))
  return differences.filter((each) => !before.has(keyOf(each)))
}

function keyOf({ kind, reference, ours, theirs }: Difference): string {
  return [kind, reference, ours, theirs].join(' ')
}

function viewRow({ at, clean, report }: ReconciliationRow): Reconciliation {
  const { checked, gateway, differences } = report
  return { at, clean, checked, gateway, differences }
}
