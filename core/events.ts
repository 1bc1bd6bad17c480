import type { BotReason, Phase, StartMode } from './bot.ts'
import type { Filter, IgnoredFor, RuleResult } from './filters.ts'
import type { Offer, Variant } from './offers.ts'
import type { Cents } from './money.ts'
import type { Timestamp } from './time.ts'

/** Why an offer that fitted was not won. */
export const MISS_CAUSES = [
  'taken',
  'conflict',
  'hour_limit',
  'quota',
  'human_verification',
  'stopped',
  'unavailable',
  'no_answer',
] as const
export type MissCause = (typeof MISS_CAUSES)[number]

/** What a platform can do to a bot; each has one reaction (core/bot/trouble). */
export const TROUBLES = [
  'rate_limited',
  'unavailable',
  'sign_in_needed',
  'sign_in_refused',
  'human_needed',
  'unexpected_reply',
] as const
export type Trouble = (typeof TROUBLES)[number]

/** An offer that a bot judged, as its line tells it. */
type Judged = {
  offer: Offer
  stationCode: string
  /**
   * The station's, so that a line tells its time once the driver works there no more; left out where it is
   * not known, and in older lines.
   */
  timeZone?: string | undefined
  filterVersion: number
  rules: RuleResult[]
}

/**
 * Every line of the live log, and with it the audit trail: type -> data. Recorded in the transaction that
 * makes it true.
 */
export type LogEvents = {
  'offer.accepted': Judged & { blockId: string; reactionMs: number | null }
  'offer.missed': Judged & { cause: MissCause; reactionMs: number | null }
  'offer.ignored': Judged & { ignoredFor: IgnoredFor }
  /** It fits the wider rule only: the driver is asked. The rules are of the filter itself: what it fails. */
  'offer.asked': Judged & { askId: string; expiresAt: Timestamp }
  /** Shadow mode: it fits, and nothing was sent. */
  'offer.shadowed': Judged
  'block.checked_in': { blockId: string; stationCode: string; startAt: Timestamp; feeCents: Cents }
  'block.released': {
    blockId: string
    stationCode: string
    startAt: Timestamp
    payCents: Cents
    late: boolean
  }
  'bot.state_changed': {
    phase: Phase
    gps: boolean
    reason: BotReason | null
    dueAt: Timestamp | null
    mode: StartMode
  }
  'platform.troubled': { trouble: Trouble; until: Timestamp | null; detail: string | null }
  /**
   * `movedTo`: the zone to which the profile took it, nothing else changed; left out where the driver saved
   * it.
   */
  'filter.saved': {
    variant: Variant
    version: number
    edition: Filter['edition']
    movedTo?: string | undefined
  }
  /** Decisions that were counted but not written line by line, because the log could not keep up. */
  'log.skipped': { count: number }
}
export type LogType = keyof LogEvents

/** One numbered line of one driver's log; `seq` ascends without gaps per driver. */
export type LogEntry = {
  [T in LogType]: { seq: number; at: Timestamp; type: T; data: LogEvents[T] }
}[LogType]

/** The seed's outcomes of an offer. */
export const OUTCOMES = ['accepted', 'missed', 'ignored_time', 'ignored_price', 'ignored_schedule'] as const
export type Outcome = (typeof OUTCOMES)[number]
