import type { Screen } from '../table.ts'

const OF_MONEY = /^(activation|payment|payment-history|invite|(spark-|courier-)?invoices)$/

/** Whether a screen is about paying, and is closed where no one pays. */
export const isOfMoney = (screen: Screen): boolean => OF_MONEY.test(screen)
