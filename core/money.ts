/** Money is integer cents everywhere inside; only screens convert it to dollars. */
export type Cents = number

/** The sum of amounts; 0 for none. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return amounts.reduce((sum, cents) => sum + cents, 0)
}

/** A rate over less than half an hour says nothing: an order of 16 minutes would pay "$56 an hour". */
const LEAST_RATED_MINUTES = 30

/** Whole cents an hour to be shown of work that is done or held; null where it is too short for a rate. */
export function ratePerHourCents(payCents: Cents, minutes: number): Cents | null {
  return minutes < LEAST_RATED_MINUTES ? null : payPerHourCents(payCents, minutes)
}

/**
 * Whole cents an hour, rounded down: the displayed value never exceeds the true one, and reaches a limit
 * exactly when the true one does. A span of no minutes has no hourly pay and gives 0.
 */
export function payPerHourCents(payCents: Cents, minutes: number): Cents {
  return minutes > 0 ? Math.floor((payCents * 60) / minutes) : 0
}
