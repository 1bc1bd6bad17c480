import type { Timestamp } from '../time.ts'
import type { BotSpan, Stretch } from './model.ts'

/** What the bot was at an instant; undefined before all that is known of it, when it was not started. */
export function findSpan(spans: readonly BotSpan[], at: Timestamp): BotSpan | undefined {
  return spans.findLast((each) => each.from <= at)
}

/**
 * Whether what is offered to everybody was to be caught at an instant: not by a bot that searches instant
 * offers alone, and not while shadow mode only looks. Such an offer is no miss, and no filter would have
 * brought it. A bot at rest or not started counts as wanting.
 */
export function wantedOffers(spans: readonly BotSpan[], shadows: readonly Stretch[], at: Timestamp): boolean {
  if (shadows.some(({ from, to }) => at >= from && at < to)) return false
  const span = findSpan(spans, at)
  return span === undefined || span.mode !== 'instant_only' || !ON.includes(span.phase)
}

const ON: readonly BotSpan['phase'][] = ['preparing', 'running', 'sleeping']
