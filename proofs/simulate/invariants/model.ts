import type { Facts } from '../facts.ts'

/** One rule of the product that must always hold: how often it was checked, and how often it was broken. */
export type Invariant = {
  name: string
  /** Why a small run may never check it; none = every run of some hours does. */
  rare?: string
  check(facts: Facts, see: See): void
}

/** Records one check: `breach` is empty if the rule held. */
export type See = (breach: string | null) => void
