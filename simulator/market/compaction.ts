import type { JournalLine } from './journal-line.ts'

/** Maximum number of lines without lasting effects; the newest are kept. */
export const PASSING_LINES = 20_000
/** Refresh tokens kept per driver, the newest. */
const TOKENS_EACH = 10

/**
 * The journal without obsolete lines: old refusals, replaced passwords and places, old refresh tokens. Blocks
 * won, released or checked in all stay. Returns the same array if there is little to remove.
 */
export function compactLines(
  lines: readonly JournalLine[],
  passingLines = PASSING_LINES,
): readonly JournalLine[] {
  const seen = new Map<string, number>()
  const kept: JournalLine[] = []
  for (const line of lines.toReversed()) {
    const { key, limit } = classify(line, passingLines)
    const count = seen.get(key) ?? 0
    if (count >= limit) continue
    seen.set(key, count + 1)
    kept.push(line)
  }
  return kept.length > lines.length * 0.7 ? lines : kept.toReversed().sort((a, b) => rank(a) - rank(b))
}

/** A driver's account must come before lines that refer to it. */
function rank(line: JournalLine): number {
  return 'driver' in line ? 0 : 1
}

function classify(line: JournalLine, passingLines: number): { key: string; limit: number } {
  if ('driver' in line) return { key: `driver ${line.driver.driverId}`, limit: 1 }
  if ('refreshToken' in line) return { key: `token ${line.driverId}`, limit: TOKENS_EACH }
  if ('signedOut' in line) return { key: `signed out ${line.driverId}`, limit: 1 }
  if ('instant' in line) return { key: `instant ${line.driverId}`, limit: 1 }
  if ('location' in line) return { key: `location ${line.driverId}`, limit: 1 }
  return line.block === undefined
    ? { key: 'passing', limit: passingLines }
    : { key: 'lasting', limit: Number.POSITIVE_INFINITY }
}
