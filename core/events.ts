import type { BotReason, Phase, StartMode } from './bot-states.ts'
import type { IgnoredFor, RuleResult } from './filters.ts'
import type { Offer, Variant } from './offers.ts'
import type { Cents } from './money.ts'
import type { Plan } from './plans.ts'
import type { Timestamp } from './time.ts'

/**
 * Why a matching offer was not won. `left`: it was full, and its wait list was left. `turn`: it was another
 * member's turn.
 */
export const MISS_CAUSES = [
  'taken',
  'canceled',
  'gone',
  'conflict',
  'hour_limit',
  'house_rule',
  'not_eligible',
  'quota',
  'human_verification',
  'stopped',
  'unavailable',
  'no_answer',
  'left',
  'turn',
] as const
export type MissCause = (typeof MISS_CAUSES)[number]

/**
 * Why a driver has no longer what they accepted: another driver has it, its customer canceled it, or it is
 * gone without a word from the platform.
 */
export const LOSSES = ['taken', 'canceled', 'gone'] as const satisfies readonly MissCause[]
export type Loss = (typeof LOSSES)[number]

/**
 * An accept that the platform has not decided: somebody there has to agree, the driver is on a wait list, or
 * another driver's accept may still replace ours. It occupies its time until it is won or taken by another.
 */
export const WAITINGS = ['pending', 'waitlisted', 'provisional'] as const
export type Waiting = (typeof WAITINGS)[number]

/**
 * Why a driver was not asked about an offer that only the wider rule takes: it was over by then, or enough
 * confirmations were open.
 */
export const UNASKED = ['over', 'too_many'] as const
export type Unasked = (typeof UNASKED)[number]

/** What a platform changes about a held block by itself: its times, whose it is, or that it is back. */
export const BLOCK_CHANGES = ['moved', 'listed_again', ...LOSSES] as const
export type BlockChangeKind = (typeof BLOCK_CHANGES)[number]

/** What a platform can do to a bot; each has one reaction (core/bot/trouble). */
export const TROUBLES = [
  'rate_limited',
  'unavailable',
  'sign_in_needed',
  'sign_in_refused',
  'human_needed',
  'unexpected_reply',
  'turned_off',
] as const
export type Trouble = (typeof TROUBLES)[number]

/**
 * Why a member does not get a shift that they could take: the other one has fewer hours, by this many whole
 * ones; both have the same and the lot decided; or the other one's turn came before their second one.
 */
export type Precedence = { by: 'hours'; fewer: number } | { by: 'lot' } | { by: 'round' }

/** An offer that a bot judged, as its log line describes it. */
type Judged = {
  offer: Offer
  stationCode: string
  /**
   * The station's zone, so that a line shows its time even after the driver has left the station; omitted if
   * unknown, and in older lines.
   */
  timeZone?: string | undefined
  filterVersion: number
  rules: RuleResult[]
}

/**
 * Every line of the live log, which is also the audit trail: type -> data. Recorded in the transaction that
 * makes it true.
 */
export type LogEvents = {
  'offer.accepted': Judged & { blockId: string; reactionMs: number | null }
  /**
   * With `not_eligible`: `detail` is what the platform said, `lacks` are the skills that it says the driver
   * lacks. With `turn`: `precedence` says why the other member came first.
   */
  'offer.missed': Judged & {
    cause: MissCause
    reactionMs: number | null
    detail?: string | undefined
    lacks?: string[] | undefined
    precedence?: Precedence | undefined
  }
  /** Accepted, and not decided by the platform yet; `offer.accepted` or `offer.missed` follows. */
  'offer.waiting': Judged & { waiting: Waiting; reactionMs: number | null }
  /**
   * With `unasked`, the driver would have been asked about it. With `leftUntil` it matches, and is left to
   * people until then by the rules of its instance.
   */
  'offer.ignored': Judged & {
    ignoredFor: IgnoredFor
    unasked?: Unasked | undefined
    leftUntil?: Timestamp | undefined
  }
  /**
   * It matches only the wider rule: the driver is asked. The rules are those of the filter itself that it
   * fails.
   */
  'offer.asked': Judged & { askId: string; expiresAt: Timestamp }
  /** Shadow mode: it matches, and nothing was sent. */
  'offer.shadowed': Judged
  'block.checked_in': { blockId: string; stationCode: string; startAt: Timestamp; feeCents: Cents }
  'block.released': {
    blockId: string
    stationCode: string
    startAt: Timestamp
    payCents: Cents
    late: boolean
  }
  /** The platform changed it automatically; with `moved`, `wasStartAt` is its start before. */
  'block.changed': {
    blockId: string
    stationCode: string
    timeZone?: string | undefined
    change: BlockChangeKind
    startAt: Timestamp
    endAt: Timestamp
    wasStartAt: Timestamp
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
   * `movedTo`: the zone to which the profile moved it without other changes; omitted if the driver saved it.
   */
  'filter.saved': { variant: Variant; version: number; edition: Plan; movedTo?: string | undefined }
  /** Decisions that were counted but not written as lines, because the log could not keep up. */
  'log.skipped': { count: number }
}
export type LogType = keyof LogEvents

/** One numbered line of one driver's log; `seq` ascends without gaps per driver. */
export type LogEntry = {
  [T in LogType]: { seq: number; at: Timestamp; type: T; data: LogEvents[T] }
}[LogType]

/** The outcomes of an offer: the seed's, and `waiting` as long as the platform has not decided an accept. */
export const OUTCOMES = [
  'accepted',
  'waiting',
  'missed',
  'ignored_time',
  'ignored_price',
  'ignored_schedule',
] as const
export type Outcome = (typeof OUTCOMES)[number]
