/** The entry of the ledger: what was earned, owed and paid, whether the books agree, and what came in. */
import { defineModule } from './module.ts'
export * from './ledger/entries-store.ts'
export { GatewaySilent } from './ledger/gateway-books.ts'
export type { BalanceLine, Compared, GatewayBooks } from './ledger/gateway-books.ts'
export { readReconciliations, reconcile, reconcileRecent } from './ledger/reconcile.ts'
export type { Reconciliation } from './ledger/reconcile.ts'
export { readRevenue } from './ledger/revenue.ts'
export type { Revenue } from './ledger/revenue.ts'

/** The declaration of the ledger. */
export const ledger = defineModule({
  tables: ['ledger_accounts', 'ledger_entries', 'ledger_lines', 'reconciliations'],
  sections: [
    { name: 'balances', from: 'ledger_accounts', columns: 'kind, balance_cents', key: [['id', 'bigint']] },
    {
      name: 'ledger',
      from: 'ledger_entries',
      columns: `id, at, kind, reference, memo, (select coalesce(sum(amount_cents), 0)
        from ledger_lines e join ledger_accounts a on a.id = e.account_id
        where e.entry_id = ledger_entries.id and a.driver_id = ledger_entries.driver_id) as owed_cents`,
      key: [['id', 'bigint']],
    },
  ],
})
