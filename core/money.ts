/** Money is integer cents everywhere inside; only screens convert it to dollars. */
export type Cents = number

/** The sum of amounts; 0 for none. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, cents) => sum + cents, 0)
}

/**
 * Whole cents an hour, rounded down: the displayed value never exceeds the true one, and reaches a limit
 * exactly when the true one does. A span of no minutes has no hourly pay and gives 0.
 */
export function payPerHourCents(payCents: Cents, minutes: number): Cents {
  return minutes > 0 ? Math.floor((payCents * 60) / minutes) : 0
}
