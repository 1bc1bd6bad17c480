import {
  allowanceHeldMs,
  allowanceOf,
  countWaitListed,
  fitsAllowance,
  hasWaitListPlace,
  headStartMs,
} from '../house-rules.ts'
import type { HouseRules } from '../house-rules.ts'
import type { Offer } from '../offers.ts'
import type { ZoneOffsets } from '../schedule.ts'
import { MINUTE_MS } from '../time.ts'
import { fitsHours } from './held-hours.ts'
import type { JudgeContext, RuleResult } from './model.ts'
import type { PreparedHouse } from './prepare.ts'

/** Whether an offer keeps every rule of a house on top of what is held. Allocates nothing. */
export function fitsHouse(
  { rules, hours }: PreparedHouse,
  zone: ZoneOffsets,
  offer: Offer,
  context: JudgeContext,
): boolean {
  const { held, now } = context
  return (
    fitsHours(hours, zone, held, offer) &&
    fitsAllowance(rules, held, offer, now) &&
    (offer.full !== true || hasWaitListPlace(rules, held)) &&
    fitsHeadStart(rules, offer, context)
  )
}

/** Whether the head start of people is over, as far as it is known when the offer was first seen. */
function fitsHeadStart(rules: HouseRules, { startAt }: Offer, { now, firstSeenAt }: JudgeContext): boolean {
  return firstSeenAt === undefined || now - firstSeenAt >= headStartMs(rules, firstSeenAt, startAt)
}

/** The rules of a house beyond hours and rest, in the order of RULES. */
export function explainHouse(rules: HouseRules, offer: Offer, context: JudgeContext): RuleResult[] {
  const results: RuleResult[] = []
  const { held, now, firstSeenAt } = context
  if (rules.allowanceHours !== null) {
    const minutes = (allowanceHeldMs(held, now) + allowanceOf(offer, now)) / MINUTE_MS
    const passed = fitsAllowance(rules, held, offer, now)
    results.push({
      rule: 'house_allowance',
      passed,
      value: minutes,
      limit: rules.allowanceHours * 60,
      bound: 'max',
    })
  }
  if (rules.waitListPlaces !== null && offer.full === true) {
    const places = countWaitListed(held) + 1
    const passed = hasWaitListPlace(rules, held)
    results.push({
      rule: 'house_wait_list',
      passed,
      value: places,
      limit: rules.waitListPlaces,
      bound: 'max',
    })
  }
  if (rules.headStartMinutes !== null && firstSeenAt !== undefined) {
    const passed = fitsHeadStart(rules, offer, context)
    const limit = Math.ceil(headStartMs(rules, firstSeenAt, offer.startAt) / MINUTE_MS)
    const waitMinutes = Math.floor((now - firstSeenAt) / MINUTE_MS)
    results.push({
      rule: 'house_head_start',
      passed,
      value: passed ? Math.max(waitMinutes, limit) : waitMinutes,
      limit: limit,
      bound: 'min',
    })
  }
  return results
}
