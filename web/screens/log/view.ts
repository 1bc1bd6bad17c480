import type { Outcome } from '@madruga/core/events.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import type { OfferEntry } from '../offers/entry.ts'

/** The chip of an offer's line. */
export function groupOf(entry: OfferEntry): Outcome {
  if (entry.type === 'offer.accepted' || entry.type === 'offer.shadowed') return 'accepted'
  if (entry.type === 'offer.waiting') return 'waiting'
  return entry.type === 'offer.ignored' ? `ignored_${entry.data.ignoredFor}` : 'missed'
}

/** The chips of an app: those whose platforms decide every accept at once have none for waiting. */
export function groupsOf(outcomes: readonly Outcome[], app: Variant): readonly Outcome[] {
  return describeVariant(app).hasUndecided ? outcomes : outcomes.filter((outcome) => outcome !== 'waiting')
}
