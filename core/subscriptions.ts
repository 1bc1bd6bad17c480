/** Until when what is paid for, what unpaid invoices mean, and who is thanked. */
export * from './subscriptions/dunning.ts'
export * from './subscriptions/periods.ts'
export * from './subscriptions/referrals.ts'
