import { readNumber } from '@madruga/core/numbers.ts'

/** The contract's maximum price. */
export const MOST_PRICE_CENTS = 1_000_000

/** Cents formatted for a field: `25.00`. */
export function writeDollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** A typed percentage, in thousandths: `2.9` or `2,9%`. Null if invalid or too precise. */
export function readPercent(text: string): number | null {
  const reading = readNumber(text, 'rate')
  if (!('value' in reading) || reading.value === null || reading.value < 0) return null
  const thousandths = Math.round(reading.value * 10)
  return thousandths / 10 === reading.value ? thousandths : null
}

/** Thousandths formatted for a field: `2.9`. */
export function writePercent(thousandths: number): string {
  return String(thousandths / 10)
}
