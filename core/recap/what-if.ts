import { replayFilter } from '../filters.ts'
import type { Filter, Geography, HeldSpan } from '../filters.ts'
import type { Cents } from '../money.ts'
import type { Observation } from '../observations.ts'
import { listChanges } from './changes.ts'
import type { FilterChange } from './changes.ts'
import { listUnfit } from './missed.ts'
import type { FilterVersion } from './missed.ts'
import type { BotSpan, Stretch } from './model.ts'
import { findSpan, wantedOffers } from './spans.ts'

/**
 * What a change of the filter would have brought beyond what was had, less what it would have cost: always
 * more, in blocks and in money.
 */
export type Counterfactual = Omit<FilterChange, 'filter'> & { count: number; cents: Cents }

/** What changes of the filter would have brought. */
export type WhatIfs = {
  /** Those that would have brought more, the most money first. */
  found: Counterfactual[]
  /** Of every rule of which no change would have: the furthest one tried. */
  vain: Omit<FilterChange, 'filter'>[]
}

/** As many as a driver reads. */
const MOST_SHOWN = 5

/**
 * "At $24.50 an hour you would have had 7 more, $512": the week lived through once more by each changed
 * filter. What the bot won is won again at its instant, unless what the change took before is in its way; so
 * the figures are net of what the change loses, and one driver could have held all of it beside the blocks of
 * `held`. `history` is in the order of sight: what was offered while the bot ran and did not fit, and the
 * offers of `won`. Of one rule's changes those that bring more than a smaller one.
 */
export function findCounterfactuals(filter: Filter, { history, won, held, geography }: WhatIfWeek): WhatIfs {
  const live = (by: Filter): { count: number; cents: Cents } => {
    const { held: places } = replayFilter(by, history, { geography, held, won }).places
    const cents = places.reduce((sum, place) => sum + history[place]!.payCents + history[place]!.tipCents, 0)
    return { count: places.length, cents }
  }
  const had = live(filter)
  const found: Counterfactual[] = []
  const vain = new Map<FilterChange['rule'], Omit<FilterChange, 'filter'>>()
  for (const { rule, from, to, filter: changed } of listChanges(filter)) {
    const would = live(changed)
    const more = { count: would.count - had.count, cents: would.cents - had.cents }
    const before = found.findLast((each) => each.rule === rule)
    if (more.count > 0 && more.cents > (before?.cents ?? 0)) found.push({ rule, from, to, ...more })
    vain.set(rule, { rule, from, to })
  }
  for (const { rule } of found) vain.delete(rule)
  found.sort((one, other) => other.cents - one.cents)
  return { found: found.slice(0, MOST_SHOWN), vain: [...vain.values()] }
}

/** What a driver's week is lived through by once more. */
export type WhatIfWeek = {
  history: readonly Observation[]
  /** Ids of the offers that the bot won. */
  won: ReadonlySet<string>
  /** What the driver held besides. */
  held: readonly HeldSpan[]
  geography: Geography
}

/**
 * Lays out a week for `findCounterfactuals`: what was offered to everybody while the bot ran, was not tried
 * for and did not fit the filter of its time (what did fit and was too fast for the bot, no other filter
 * would have caught), and what the bot won and the driver kept.
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
  /** In the order of sight. */
  history: readonly Observation[]
  versions: readonly FilterVersion[]
  spans: readonly BotSpan[]
  shadows: readonly Stretch[]
  /** Ids of the offers that the bot went after. */
  tried: ReadonlySet<string>
  /** Offers won, at the instant of the win. */
  won: readonly Observation[]
  /**
   * Everything that the driver holds around the week, with the offer that it came from where that is known.
   */
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
