import { describeVariant } from '@madruga/core/variants.ts'
import type { StartMode } from '@madruga/core/bot-states.ts'
import type { CompiledFilter, Explanation, RuleResult, Verdict } from '@madruga/core/filters.ts'
import type { Offer, OfferKind } from '@madruga/core/offers.ts'

/**
 * Restricts a compiled filter to the offers that the bot was started for: regular ones, instant ones, or
 * both. The others fail by their kind, whatever the driver's filter says.
 */
export function filterForMode(filter: CompiledFilter, mode: StartMode): CompiledFilter {
  if (mode === 'regular_and_instant' || !describeVariant(filter.filter.variant).hasInstantOffers)
    return filter
  const hunted = (offer: Offer): boolean => (offer.kind === 'instant') === (mode === 'instant_only')
  const limit = (mode === 'instant_only' ? INSTANT : REGULAR).join(',')
  const failure = ({ kind }: Offer): RuleResult => ({
    rule: 'kind',
    passed: false,
    value: kind,
    limit,
    bound: 'is',
  })
  return {
    ...filter,
    matches: (offer, context) => hunted(offer) && filter.matches(offer, context),
    judge(offer, context) {
      const verdict = filter.judge(offer, context)
      if (hunted(offer)) return verdict
      return { outcome: 'ignored', explain: () => explainKind(verdict, failure(offer)) }
    },
    compileAgain: (now) => filterForMode(filter.compileAgain(now), mode),
  }
}

const INSTANT: readonly OfferKind[] = ['instant']
const REGULAR: readonly OfferKind[] = describeVariant('amazon').kinds.filter((kind) => kind !== 'instant')

/** Whether station or kind failed first: both are of the schedule's group. */
function explainKind(verdict: Verdict, kind: RuleResult): Explanation {
  const { rules, failed, settingIndex } = verdict.explain()
  return { rules: inOrder(rules, kind), failed: inOrder(failed, kind), ignoredFor: 'schedule', settingIndex }
}

/** Inserts the kind in the order of RULES, after the station, and drops the filter's own answer about it. */
function inOrder(rules: readonly RuleResult[], kind: RuleResult): RuleResult[] {
  const station = rules.filter((each) => each.rule === 'station')
  const others = rules.filter((each) => each.rule !== 'station' && each.rule !== 'kind')
  return [...station, kind, ...others]
}
