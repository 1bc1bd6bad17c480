import type { FaultKind, InjectedFault } from './faults.ts'
import type { Poll } from './fleet.ts'

/** Gaps between two polls of bots that kept running, ms. */
export type Gaps = { count: number; p50: number; p99: number; longest: number }

/** A fault may be felt so long after its end: connections and processes come back. */
const FELT_MS = 3_000

/** The kind of the only fault that a gap may come from. */
export function causeOf(
  faults: readonly InjectedFault[],
  from: Poll,
  to: Poll,
): FaultKind | 'several faults' | 'no fault' {
  const felt = faults.filter((fault) => fault.at <= to.at && fault.until + FELT_MS >= from.at)
  const [first, ...more] = felt
  if (first === undefined) return 'no fault'
  return more.length > 0 ? 'several faults' : first.kind
}

/** Their number and quantiles. */
export function summarize(gaps: readonly number[]): Gaps {
  const sorted = gaps.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
}
