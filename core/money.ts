/** Money is integer cents everywhere inside; only screens turn it into dollars. */
export type Cents = number

/**
 * Whole cents an hour, rounded down: what is shown is never more than what is paid, and a shown value reaches a limit exactly
 * when the true one does. A span of no minutes has no hourly pay and gives 0.
 */
export function payPerHourCents(payCents: Cents, minutes: number): Cents {
  return minutes > 0 ? Math.floor((payCents * 60) / minutes) : 0
}
