import { countPaid, isHouseRule, replayFilter } from '../filters.ts'
import type { Filter, Geography, HeldSpan, HouseRule } from '../filters.ts'
import type { Cents } from '../money.ts'
import type { Observation } from '../observations.ts'
import { listChanges } from './changes.ts'
import type { FilterChange } from './changes.ts'
import { listUnfit } from './missed.ts'
import type { FilterVersion } from './missed.ts'
import type { BotSpan, Stretch } from './model.ts'
import { findSpan, wantedOffers } from './spans.ts'

/**
 * What a change of the filter would have brought beyond the actual result, less its losses: always more, in
 * blocks and in money.
 */
export type Counterfactual = Omit<FilterChange, 'filter'> & { count: number; cents: Cents }

/** The effects of changes of the filter. */
export type WhatIfs = {
  /** Changes that would have brought more, the most money first. */
  found: Counterfactual[]
  /** For every rule without such a change: the furthest one tried. */
  vain: Omit<FilterChange, 'filter'>[]
  /** In which the blocks of every change are paid, and of its limits; null = USD. */
  currency: string | null
  /** Of what was or would have been held, some is paid in another currency and not counted. */
  others: boolean
}

/** As many as a driver reads. */
const MOST_SHOWN = 5

/**
 * "At $24.50 an hour you would have had 7 more, $512": replays the week with each changed filter. A block
 * that the bot won is won again at its time, unless a block that the change took earlier conflicts. The
 * figures are therefore net of what the change loses, and one driver could have held all of it beside the
 * blocks of `held`. `history` is in the order of observation: offers that did not match while the bot ran,
 * and the offers of `won`. Of one rule's changes, only those that bring more than a smaller one are returned.
 */
export function findCounterfactuals(filter: Filter, { history, won, held, geography }: WhatIfWeek): WhatIfs {
  const live = (by: Filter) => replayFilter(by, history, { geography, held, won })
  const { held: had, currency } = live(filter)
  let others = had.others.length > 0
  const found: Counterfactual[] = []
  const vain = new Map<FilterChange['rule'], Omit<FilterChange, 'filter'>>()
  for (const { filter: changed, ...change } of listChanges(filter)) {
    const { rule } = change
    const { held: would } = live(changed)
    others ||= would.others.length > 0
    const more = { count: countPaid(would) - countPaid(had), cents: would.cents - had.cents }
    const before = found.findLast((each) => each.rule === rule)
    if (more.count > 0 && more.cents > (before?.cents ?? 0)) found.push({ ...change, ...more })
    vain.set(rule, change)
  }
  for (const { rule } of found) vain.delete(rule)
  found.sort((one, other) => other.cents - one.cents)
  return { found: found.slice(0, MOST_SHOWN), vain: [...vain.values()], currency, others }
}

/** What one rule of the house kept from the driver: how many more they could have held without it. */
export type HouseLimited = { rule: HouseRule; count: number }

/** Each rule of the house that kept work from a driver in a week, the most first: no filter loosens it. */
export function findHouseLimits(
  filter: Filter,
  { history, won, held, geography }: WhatIfWeek,
): HouseLimited[] {
  if (geography.houseRules === undefined) return []
  const { blockers } = replayFilter(filter, history, { geography, held, won, blockers: true })
  return blockers
    .flatMap(({ rule, count }) => (isHouseRule(rule) ? [{ rule, count }] : []))
    .sort((one, other) => other.count - one.count)
}

/** The input for replaying a driver's week. */
export type WhatIfWeek = {
  history: readonly Observation[]
  /** Ids of the offers that the bot won. */
  won: ReadonlySet<string>
  /** What the driver held besides. */
  held: readonly HeldSpan[]
  geography: Geography
}

/**
 * Prepares a week for `findCounterfactuals`: public offers seen while the bot ran, not tried and not matching
 * the filter of their time (no other filter would have caught a match that was too fast for the bot), and the
 * blocks that the bot won and the driver kept.
 */
export function layWhatIfWeek({
  history,
  versions,
  spans,
  shadows,
  tried,
  won,
  held,
  geography,
}: {
  /** In the order of observation. */
  history: readonly Observation[]
  versions: readonly FilterVersion[]
  spans: readonly BotSpan[]
  shadows: readonly Stretch[]
  /** Ids of the offers that the bot tried. */
  tried: ReadonlySet<string>
  /** Won offers, at the time of the win. */
  won: readonly Observation[]
  /** Everything that the driver holds around the week, with its offer if known. */
  held: readonly (HeldSpan & { offerId: string | null })[]
  geography: Geography
}): WhatIfWeek {
  const kept = new Set(held.map((span) => span.offerId))
  const wins = won.filter((offer) => kept.has(offer.id))
  const ids = new Set(wins.map((offer) => offer.id))
  const offered = history.filter(
    ({ id, seenAt }) =>
      !tried.has(id) && findSpan(spans, seenAt)?.phase === 'running' && wantedOffers(spans, shadows, seenAt),
  )
  return {
    history: [...listUnfit(offered, versions, geography), ...wins].sort(
      (one, other) => one.seenAt - other.seenAt,
    ),
    won: ids,
    held: held.filter((span) => span.offerId === null || !ids.has(span.offerId)),
    geography,
  }
}
