/** The entry of the ledger: what was earned, owed and paid, whether the books agree, and what came in. */
export * from './ledger/entries-store.ts'
export { GatewaySilent } from './ledger/gateway-books.ts'
export type { BalanceLine, Compared, GatewayBooks } from './ledger/gateway-books.ts'
export { readReconciliations, reconcile, reconcileRecent } from './ledger/reconcile.ts'
export type { Reconciliation } from './ledger/reconcile.ts'
export { readRevenue } from './ledger/revenue.ts'
export type { Revenue } from './ledger/revenue.ts'
