/** How polls follow the forecast. */
export type PlanSettings = {
  /** Minimum poll rate as a share of the fixed rate, 0 to 1. */
  floorShare: number
  /** Assumed mean lifetime of an offer. */
  lifeMs: number
  /** How long an observation raises the expectation. */
  burstMs: number
  /** The plan is rebuilt after this time. */
  renewMs: number
}
