import type { Precedence } from '../events.ts'
import type { HeldSpan } from '../filters.ts'
import type { Offer } from '../offers.ts'

/** A shift that is listed, as its instance lists it for all members. */
export type OpenShift = {
  offer: Offer
  /** Free places that no award uses yet. */
  places: number
  /** Members to whom it is not given: they had it, or could not take it when it was theirs. */
  closedTo: ReadonlySet<string>
}

/** A member whose bot runs and would take shifts. */
export type Member = {
  id: string
  /** Their hours: all that is to come, and what they worked, which counts less the older it is, ms. */
  workMs: number
  held: readonly HeldSpan[]
  /**
   * Whether filter and rules, the allowance aside, let them take a shift with what they hold; holding more
   * never lets them take more.
   */
  fits(offer: Offer, held: readonly HeldSpan[]): boolean
  /** What a shift is worth to them, in their own unit; more than 0. */
  worthOf(offer: Offer): number
  /** The hours that their bot may still take, ms, and how many of them a shift uses; null = any number. */
  allowance: Allowance | null
}

export type Allowance = { leftMs(held: readonly HeldSpan[]): number; useMs(offer: Offer): number }

/** A shift that a turn gives to a member. */
export type Award = {
  memberId: string
  offer: Offer
  /** Those who could have taken it as well, once its last place is given. */
  others: readonly { memberId: string; precedence: Precedence }[]
}
