/** A filter's value for a cleared number: NaN, which validation rejects. */
export function orNaN(value: number | null): number {
  return value ?? Number.NaN
}

/** Typed dollars as whole cents; NaN if cleared. */
export function toCents(dollars: number | null): number {
  return Math.round(orNaN(dollars) * 100)
}

/** A maximum: cleared or zero means none. */
export function toMaxCents(dollars: number | null): number | null {
  return dollars === null || dollars === 0 ? null : toCents(dollars)
}

/** Cents as dollars of a field; none stays none. */
export function toDollars(cents: number): number
export function toDollars(cents: number | null): number | null
export function toDollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}
