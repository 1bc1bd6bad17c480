/** What things cost, what an invoice charges, and what a credit note takes back. Integer cents. */
export * from './invoices/coupons.ts'
export * from './invoices/credit-notes.ts'
export * from './invoices/fees.ts'
export * from './invoices/member-months.ts'
export * from './invoices/prices.ts'
export * from './invoices/pricing.ts'
export * from './invoices/saving.ts'
export * from './invoices/weeks.ts'
