/** Money is integer cents everywhere inside; only screens turn it into dollars. */
export type Cents = number

/** Cents an hour, rounded half up. A span of no minutes has no hourly pay and gives 0. */
export function payPerHourCents(payCents: Cents, minutes: number): Cents {
  return minutes > 0 ? Math.round((payCents * 60) / minutes) : 0
}
