/** The entry of billing: what drivers and operators ask of money, over the modules that it wires. */
export { createAccounting } from './billing/accounting.ts'
export type { Accounting, AccountingDeps } from './billing/accounting.ts'
export { forgetPayer } from './billing/anonymize.ts'
export { readDocuments } from './billing/document-export.ts'
export type { WeekFees } from './billing/fees.ts'
export { createBilling } from './billing/operations.ts'
export type { Billing } from './billing/operations.ts'
