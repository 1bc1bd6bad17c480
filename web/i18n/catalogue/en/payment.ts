/** Words of payment. */
export const payment = {} as const
