/**
 * Whether version `a` comes before `b`, both like `1.12.3`; a part that is missing or no number counts as 0.
 * By numbers: a comparison of texts loads the browser's collation, a long task on a phone.
 */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [partsOf(a), partsOf(b)]
  const differences = right.map((part, place) => (left[place] ?? 0) - part)
  return (differences.find((each) => each !== 0) ?? 0) < 0
}

function partsOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0)
}
