import { replayFilter } from '../filters.ts'
import type { Filter, Ground, HeldSpan } from '../filters.ts'
import type { Cents } from '../money.ts'
import type { Sighting } from '../sightings.ts'
import { listChanges } from './changes.ts'
import type { FilterChange } from './changes.ts'

/** What a change of the filter would have brought beyond what was had. */
export type Counterfactual = Omit<FilterChange, 'filter'> & { count: number; cents: Cents }

/** As many as a driver reads. */
const MOST_SHOWN = 5

/**
 * "At $24.50 an hour you would have had 7 more, $512": for each change, the offers that one driver could have held beside their blocks by
 * the changed filter and not by the filter as it is. `history` is what was offered while the bot ran; `held` what the driver has. Of
 * one rule's changes those that bring more than a smaller one; the most money first.
 */
export function findCounterfactuals(
  filter: Filter,
  history: readonly Sighting[],
  held: readonly HeldSpan[],
  ground: Ground,
): Counterfactual[] {
  const had = new Set(replayFilter(filter, history, { ground, held }).places.held)
  const found: Counterfactual[] = []
  for (const { rule, from, to, filter: changed } of listChanges(filter)) {
    const more = replayFilter(changed, history, { ground, held }).places.held.filter(
      (place) => !had.has(place),
    )
    if (more.length === 0) continue
    const cents = more.reduce((sum, place) => sum + history[place]!.payCents + history[place]!.tipCents, 0)
    const before = found.findLast((each) => each.rule === rule)
    if (before === undefined || cents > before.cents)
      found.push({ rule, from, to, count: more.length, cents })
  }
  return found.sort((one, other) => other.cents - one.cents).slice(0, MOST_SHOWN)
}
