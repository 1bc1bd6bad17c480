import type { Offer } from '../offers.ts'
import { DAY_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import { explainSetting } from './explain.ts'
import { ruleGroup } from './groups.ts'
import { matchOffer } from './match.ts'
import type { CompiledFilter, Filter, Geography, JudgeContext, RuleResult, Verdict } from './model.ts'
import { planFilter } from './plan.ts'
import type { FilterPlan } from './plan.ts'

export type CompileOptions = {
  /** How far ahead of `now` schedules are expanded; an offer that starts later matches none. */
  horizonDays?: number
  /** Locations; without them the way to a station costs nothing and no two stations are far apart. */
  geography?: Geography
}

/** Blocks are listed up to two weeks ahead, plus a day for the age of the plan and one as a reserve. */
export const HORIZON_DAYS = 16
const VALID_DAYS = 1

/**
 * Compiles a filter for the hot path: once per filter version and day. All rules apply to every offer of the
 * variant, with two exceptions. An instant offer is exempt from the arrival time (the platform makes it for a
 * driver who is near), but not from stations, schedule and price. A reserved offer counts as a block. If the
 * platform omits a value (stops, miles), a limit on it fails. Throws RangeError for an unknown time zone,
 * which `validateFilter` rejects earlier.
 */
export function compileFilter(filter: Filter, now: Timestamp, options: CompileOptions = {}): CompiledFilter {
  const plan = planFilter(filter, now, options.horizonDays ?? HORIZON_DAYS, options.geography)
  return {
    filter,
    matches: (offer, context) => matchOffer(plan, offer, context),
    judge: (offer, context) => judgeByPlan(plan, offer, context),
    explain: (offer, context) => explainClosest(plan, offer, context).results,
    validUntil: now + VALID_DAYS * DAY_MS,
    compileAgain: (then) => compileFilter(filter, then, options),
  }
}

/**
 * Judges one offer by an uncompiled filter, for tests and single questions: a thousand times slower than the
 * hot path.
 */
export function judge(offer: Offer, filter: Filter, context: JudgeContext): Verdict {
  return compileFilter(filter, context.now).judge(offer, context)
}

type Closest = { settingIndex: number; results: RuleResult[]; failed: RuleResult[] }

function judgeByPlan(plan: FilterPlan, offer: Offer, context: JudgeContext): Verdict {
  const { failed, settingIndex } = explainClosest(plan, offer, context)
  const first = failed[0]
  if (first === undefined) return { outcome: 'match', ignoredFor: null, failed, settingIndex }
  return { outcome: 'ignored', ignoredFor: ruleGroup(first.rule), failed, settingIndex }
}

/** The setting with the fewest failed rules, the first of several; the matching one if there is one. */
function explainClosest(plan: FilterPlan, offer: Offer, context: JudgeContext): Closest {
  const settings = plan.settingsOf.get(offer.stationId) ?? plan.elsewhere
  let closest: Closest | null = null
  for (const [settingIndex, setting] of settings.entries()) {
    const results = explainSetting(plan, setting, offer, context)
    const failed = results.filter((each) => !each.passed)
    if (closest === null || failed.length < closest.failed.length) closest = { settingIndex, results, failed }
  }
  if (closest === null) throw new Error('a station without settings was planned')
  return closest
}
