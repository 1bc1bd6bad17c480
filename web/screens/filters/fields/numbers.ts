/** A filter's value for a cleared number: NaN, which validation rejects. */
export function orNaN(value: number | null): number {
  return value ?? Number.NaN
}

/** A typed amount of any currency as whole cents; NaN if cleared. */
export function toCents(amount: number | null): number {
  return Math.round(orNaN(amount) * 100)
}

/** A maximum: cleared or zero means none. */
export function toMaxCents(amount: number | null): number | null {
  return amount === null || amount === 0 ? null : toCents(amount)
}

/** Cents as a field's amount, in the currency's main unit; none stays none. */
export function toAmount(cents: number): number
export function toAmount(cents: number | null): number | null
export function toAmount(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}
