import type { Loss } from '../events.ts'
import { LOSSES } from '../events.ts'
import { MINUTE_MS } from '../time.ts'
import type { Timestamp } from '../time.ts'
import type { NewsContent } from './model.ts'
import { isOfOffer } from './places.ts'
import type { NewsOfOffer } from './places.ts'

/** What follows the first of its kind within this time is told in one further message. */
export const BURST_MS = MINUTE_MS

/** News about offers, which a platform can cause by the dozen. */
export type OfferNews = Extract<NewsContent, { kind: NewsOfOffer }>

/**
 * What is told together with others like it. The driver chooses channels for each kind of notification, so no
 * two kinds share a message.
 */
export type Burst = 'won' | 'waiting' | 'taken' | 'lost' | 'changed'

/** The burst that a notification can belong to; null = it is always told alone. */
export function burstOf(news: NewsContent): Burst | null {
  if (news.kind === 'block_changed') return LOSSES.includes(news.params.change as Loss) ? 'lost' : 'changed'
  return isOfOffer(news.kind) ? BURSTS[news.kind] : null
}

const BURSTS = { block_won: 'won', block_waiting: 'waiting', block_taken: 'taken' } as const

/** The minute after a notification that was told at once, and the group of what followed in it. */
export type BurstMinute = {
  /** The notification that was told at once. */
  leadId: number
  until: Timestamp
  /** When the group is told; null = nothing has followed yet, 'told' = nothing joins it any more. */
  groupDueAt: Timestamp | null | 'told'
}

/**
 * Whether a notification of the time `at` joins the group of a minute of its burst, and when that group is
 * told: never later than a minute after what is in it. null = it is told at once and begins a minute.
 */
export function decideBurst(
  at: Timestamp,
  minutes: readonly BurstMinute[],
): { leadId: number; dueAt: Timestamp } | null {
  for (const { leadId, until, groupDueAt } of minutes) {
    if (at >= until || groupDueAt === 'told') continue
    return { leadId, dueAt: Math.min(until, at + BURST_MS, groupDueAt ?? until) }
  }
  return null
}

/**
 * A group with one more notification of its burst: how many, their hours, and the time from the first start
 * to the last end. The other parameters are those of the one that starts first.
 */
export function joinNews(group: OfferNews, next: OfferNews): OfferNews {
  const [first, last] = group.params.startAt <= next.params.startAt ? [group, next] : [next, group]
  const params = {
    ...first.params,
    count: countNews(group) + countNews(next),
    workMs: workOf(group) + workOf(next),
    lastStartAt: Math.max(lastStartOf(first), lastStartOf(last)),
    endAt: Math.max(group.params.endAt, next.params.endAt),
  }
  return { kind: first.kind, params } as OfferNews
}

/** How many offers a notification is about. */
export function countNews({ params }: OfferNews): number {
  return params.count ?? 1
}

function workOf({ params }: OfferNews): number {
  return params.workMs ?? params.endAt - params.startAt
}

/** When the last of a notification's blocks starts. */
export function lastStartOf({ params }: OfferNews): Timestamp {
  return params.lastStartAt ?? params.startAt
}
