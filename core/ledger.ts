/** What was earned, owed and paid, as balanced postings, and how the books are compared. Integer cents. */
export * from './ledger/postings.ts'
export * from './ledger/reconciliation.ts'
