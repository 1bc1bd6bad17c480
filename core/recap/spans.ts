import type { Timestamp } from '../time.ts'
import type { BotSpan, Stretch } from './model.ts'

/** The state of the bot at a time; undefined before the first known state, when it was not started. */
export function findSpan(spans: readonly BotSpan[], at: Timestamp): BotSpan | undefined {
  return spans.findLast((each) => each.from <= at)
}

/**
 * Whether the bot wanted public offers at a time: not if it searches only instant offers, and not in shadow
 * mode. Such an offer is no miss, and no filter would have brought it. A bot at rest or not started counts as
 * wanting them.
 */
export function wantedOffers(spans: readonly BotSpan[], shadows: readonly Stretch[], at: Timestamp): boolean {
  if (shadows.some(({ from, to }) => at >= from && at < to)) return false
  const span = findSpan(spans, at)
  return span === undefined || span.mode !== 'instant_only' || !ON.includes(span.phase)
}

const ON: readonly BotSpan['phase'][] = ['preparing', 'running', 'sleeping']
