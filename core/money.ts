/** Money is integer cents everywhere inside; only screens turn it into dollars. */
export type Cents = number

/** What amounts come to together; 0 without any. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, cents) => sum + cents, 0)
}

/**
 * Whole cents an hour, rounded down: what is shown is never more than what is paid, and a shown value reaches
 * a limit exactly when the true one does. A span of no minutes has no hourly pay and gives 0.
 */
export function payPerHourCents(payCents: Cents, minutes: number): Cents {
  return minutes > 0 ? Math.floor((payCents * 60) / minutes) : 0
}
