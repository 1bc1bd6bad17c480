import type { RequestRate } from '@madruga/core/bot.ts'
import type { BotReason } from '@madruga/core/bot-states.ts'
import type { MissCause } from '@madruga/core/events.ts'
import type { CompiledFilter, HeldSpan, Verdict } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { Settings } from '@madruga/core/settings.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { AcceptResult, OfferFeed, PlatformTrouble } from '../../../platforms.ts'
import type { Wheel } from './wheel.ts'

/** One driver's search in this process, with everything that the hot loop needs. */
export type Search = {
  driverId: string
  /** The run, the searcher's incarnation and its process: every write carries them. */
  gen: number
  epoch: number
  owner: string | null
  /** The platform's name. */
  platform: string
  feed: OfferFeed
  /** Until when the database confirmed that this process searches, monotonic ms; nothing goes out later. */
  lease: { readonly until: number }
  filter: CompiledFilter
  filterVersion: number
  /** By which the driver is asked about what the filter leaves; null = they are not asked. */
  wider: CompiledFilter | null
  /** Shadow mode: no accept goes out. */
  shadow: boolean
  /**
   * Spans already given away, in order of start: another list after each award, and in shadow mode after each
   * that would have been tried for, so that a verdict explains itself by the one that it was judged by.
   */
  held: readonly HeldSpan[]
  /**
   * The span of an award that is not written yet: a reader of the rows does not find it meanwhile.
   */
  settling?: HeldSpan | undefined
  /** Time between polls, from speed and request rate; changed while it runs. */
  pollMs: number
  /**
   * When the next poll is due: moved by each that goes out, and by a budget that makes it wait; none = the
   * search has not begun.
   */
  pollDueAt?: Timestamp
  /** The platform announces offers at present: an announcement triggers a poll, and the others are fewer. */
  isPushed?: boolean
  /** Its first turn has come: it polls, or waits for the budget. */
  hasBegun: boolean
  /** What became of its polls (`unread.ts`). */
  reading: Reading
  /** What this driver has spent of the platform's budget; without one, only `pollMs` counts. */
  rate?: RequestRate
}

/** What became of the polls of a search. */
export type Reading = {
  /** When the first poll went out since the last list that was read; none = the last list was read. */
  unreadFrom: Timestamp | null
  /** When the poll went out whose answer is awaited. */
  awaitedFrom: Timestamp | null
  /** Why no list is read, where it is known. */
  reason: BotReason | null
  /** It has read a list. */
  hasRead: boolean
}

/** An offer and its one judgement. */
export type Judged = { offer: Offer; verdict: Verdict }

/** An offer to which its driver said yes. */
export type Confirmed = { confirmationId: string; offer: Offer }

/** An offer that a turn gave to its driver. */
export type Awarded = { awardId: string; offer: Offer }

/** An offer that was agreed to before its search tries for it. */
export type Agreed = Confirmed | Awarded

/** The answer to an accept, and how long after the offer was received it went out, ms. */
export type Sent = { result: AcceptResult; reactionMs: number }

/** What the hot loop reports. `ignored`, `seen`, `polled` and `flooded` only buffer. */
export type SearchHooks = {
  /**
   * Fence and intent in one statement. `fenced` ends the search; `tried` skips the offer. With an award, only
   * as long as it is this driver's.
   */
  intend(
    search: Search,
    offer: Offer,
    verdict: Verdict,
    awardId?: string,
  ): Promise<{ attemptId: string } | 'tried' | 'fenced'>
  /**
   * The one outcome of an attempt; says whether the search continues. An intent that was not sent (the driver
   * stopped, or it was older than a second by then) comes as `not_sent`.
   */
  settle(
    search: Search,
    attemptId: string,
    result: AcceptResult,
    reactionMs: number,
  ): Promise<'go_on' | 'end'>
  ignored(search: Search, offer: Offer, verdict: Verdict): void
  /** The filter leaves it and the wider one takes it: the driver is asked, without keeping the search. */
  asked(search: Search, offer: Offer, verdict: Verdict): void
  /**
   * An agreed offer cannot be accepted: it overlaps with a held block by now, or the budget is spent. Another
   * member gets what a turn gave.
   */
  agreedLost(search: Search, agreed: Agreed, cause: MissCause): Promise<void>
  /** Shadow mode: it fits. `fenced` ends the search. */
  shadowed(search: Search, offer: Offer, verdict: Verdict): Promise<'noted' | 'fenced'>
  /** New offers of a poll, whatever their verdict; called last, so that no accept waits for it. */
  seen(search: Search, fresh: readonly Offer[], at: Timestamp): void
  polled(search: Search): void
  /** A platform sent this many new offers more within a minute than are stored; told once a minute. */
  flooded(search: Search, count: number): void
}

/** Why a search ended. `ended` = settle said so (an award that sleeps or stops). */
export type SearchEnd =
  | { why: 'aborted' | 'fenced' | 'ended' }
  | { why: 'troubled'; problem: PlatformTrouble }

/** All searches of this process over one timer wheel. */
export type Searcher = {
  /**
   * Searches until it ends; aborting the signal ends it before the next request goes out, once an accept
   * under way is settled. Rejects with what a hook threw: a fault, after which nothing more goes out. The
   * feed stays open: it is the caller's.
   */
  search(search: Search, signal: AbortSignal): Promise<SearchEnd>
  /** A newly saved filter, from the next poll on. */
  refilter(
    driverId: string,
    filter: CompiledFilter,
    filterVersion: number,
    wider: CompiledFilter | null,
  ): void
  /**
   * Accepts an offer that its driver confirmed, or that a turn gave to them, whatever poll is out; false = no
   * search of theirs is under way here.
   */
  take(driverId: string, agreed: Agreed): boolean
  /** The platform announced something to this driver: polls soon. Nothing where no search is under way. */
  announce(driverId: string): void
  /** Searches under way. */
  size(): number
  close(): void
}

/** What all runs of a searcher share. */
export type Surroundings = {
  hooks: SearchHooks
  clock: Clock
  /** Monotonic ms, the scale of `receivedAtMs`. */
  now: () => number
  wheel: Wheel
  flood: Settings['flood']
  /** The run is over, for whatever reason. */
  left(run: { search: Search }): void
}
