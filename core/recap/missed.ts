import { replayFilter } from '../filters.ts'
import type { Filter, Ground, HeldSpan } from '../filters.ts'
import type { Cents } from '../money.ts'
import type { Sighting } from '../sightings.ts'
import type { Instant } from '../time.ts'
import { causeOfState } from './causes.ts'
import type { RecapCause } from './causes.ts'
import type { BotSpan, Stretch } from './model.ts'
import { findSpan, wantedOffers } from './spans.ts'

/** A filter and the instant from which it was in force. */
export type FilterVersion = { from: Instant; filter: Filter }

/** An offer that fitted the filter of its time and that the bot never went after. */
export type Overlooked = { seenAt: Instant; cause: RecapCause; cents: Cents }

/**
 * Offers of the shared history that the driver could have had beside what they hold, and never went after, with what kept the bot from
 * it. Judged by the rules of the search, each by the filter that was in force when it was seen; before the first version nothing fits.
 * What the driver did not want caught then is left out. `tried` are the offers that the bot did go after.
 */
export function findOverlooked({
  history,
  versions,
  spans,
  shadows,
  held,
  tried,
  ground,
}: {
  /** In the order of sight. */
  history: readonly Sighting[]
  /** In the order of time. */
  versions: readonly FilterVersion[]
  /** In the order of time. */
  spans: readonly BotSpan[]
  /** When the bot only looked. */
  shadows: readonly Stretch[]
  held: readonly HeldSpan[]
  tried: ReadonlySet<string>
  ground: Ground
}): Overlooked[] {
  const found: Overlooked[] = []
  for (const [index, { from, filter }] of versions.entries()) {
    const to = versions[index + 1]?.from ?? Infinity
    const seen = history.filter(
      ({ id, seenAt }) =>
        seenAt >= from && seenAt < to && !tried.has(id) && wantedOffers(spans, shadows, seenAt),
    )
    for (const place of replayFilter(filter, seen, { ground, held }).places.held) {
      const { seenAt, payCents, tipCents } = seen[place]!
      const span = findSpan(spans, seenAt)
      const cause = causeOfState(span?.phase ?? 'not_running', span?.reason ?? null)
      found.push({ seenAt, cause, cents: payCents + tipCents })
    }
  }
  return found
}
