/** The shared parameters of the benchmark's platform and its visitors. */

/** Lists of offers; drivers are distributed over them. */
export const REGIONS = 50
export const OFFERS_PER_LIST = 10
/** How often a list changes: with 2 polls a second one poll in ten sees a change. */
export const CHANGE_MS = 5_000
/** The drivers want one new offer in this many. */
export const WANTED_EVERY = 5
/** Pay of a wanted offer, and of an unwanted one. */
export const WANTED_CENTS = 12_000
export const UNWANTED_CENTS = 3_000
export const POLL_MS = 500
export const STATIONS = Array.from({ length: 40 }, (_, i) => `st-b${String(i).padStart(3, '0')}`)

/** A token as long as the market's, from which the mock platform reads the caller. */
export function tokenOf(driver: number): string {
  return `bot-${String(driver).padStart(6, '0')}-0123456789abcdef0123456789abcdef`
}

/** A visitor's report after its run. */
export type VisitReport = {
  drivers: number
  polls: number
  seconds: number
  /** CPU of the visitor's process alone. */
  cpuSeconds: number
  /** Ms from the read of the last octet to the accept written, each. */
  reactionsMs: number[]
  /** Bytes per driver: heap and buffers, and resident set. */
  heapBytesPerDriver: number
  residentBytesPerDriver: number
}

export type VisitPlan = { url: string; drivers: number; warmMs: number; measureMs: number }

/** The p-th quantile of the sorted values; NaN if there are none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}
