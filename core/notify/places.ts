import type { Variant } from '../offers.ts'
import { describeVariant } from '../variants.ts'
import type { NotificationKind } from './model.ts'

/** The kinds that are about one offer, which has its own entry. */
const OF_OFFERS = ['block_won', 'block_waiting', 'block_taken', 'block_changed'] as const
export type NewsOfOffer = (typeof OF_OFFERS)[number]

/** A screen, and what it opens there. */
export type OfferPlace = {
  screen: 'calendar' | ReturnType<typeof describeVariant>['screens']['logs']
  search: Record<string, string | number>
}

/** Whether a notification leads to the entry of its offer (`placeOfOffer`). */
export function isOfOffer(kind: NotificationKind): kind is NewsOfOffer {
  return OF_OFFERS.some((each) => each === kind)
}

/**
 * Where the offer of a notification stands: a block, and an accept that waits, in the calendar on its day;
 * one that went to another driver in the log. Several of them, and older notifications, which name no entry,
 * lead to the screen.
 */
export function placeOfOffer(
  kind: NewsOfOffer,
  { blockId, startAt, seq, count }: Readonly<Record<string, unknown>>,
  variant: Variant,
): OfferPlace {
  if (kind === 'block_taken') {
    const { logs } = describeVariant(variant).screens
    return { screen: logs, search: count === undefined && typeof seq === 'number' ? { open: seq } : {} }
  }
  const search = {
    ...(count === undefined && typeof blockId === 'string' && { open: blockId }),
    ...(typeof startAt === 'number' && { at: startAt }),
  }
  return { screen: 'calendar', search }
}
