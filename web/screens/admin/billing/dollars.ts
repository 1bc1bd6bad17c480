/** The contract's maximum price. */
export const MOST_PRICE_CENTS = 1_000_000

/**
 * Typed dollars in cents: `25`, `$25.00`, `1,250.50`, and `2,50` with a decimal comma. Null if it is no
 * amount or has fractions of a cent.
 */
export function readDollars(typed: string): number | null {
  const text = typed.replaceAll(/[$\s]/g, '')
  const parts = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text)
  if (parts === null) return null
  const dollars = Number(parts[1]!.replaceAll(',', ''))
  return dollars * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

/** Cents formatted for a field: `25.00`. */
export function writeDollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** A typed percentage, in thousandths: `2.9` or `2,9%`. Null if invalid or too precise. */
export function readPercent(typed: string): number | null {
  const parts = /^(\d{1,3})(?:[.,](\d))?$/.exec(typed.replaceAll(/[%\s]/g, ''))
  return parts === null ? null : Number(parts[1]) * 10 + Number(parts[2] ?? 0)
}

/** Thousandths formatted for a field: `2.9`. */
export function writePercent(thousandths: number): string {
  return String(thousandths / 10)
}
