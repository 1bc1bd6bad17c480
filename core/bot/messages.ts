import type { Bot, BotReason, StartMode, StartRefusal } from '../bot.ts'
import type { LogEvents, Trouble } from '../events.ts'
import type { CustomSpeed, Speed } from '../filters.ts'
import type { Cents } from '../money.ts'
import type { Timestamp } from '../time.ts'

/** What a start depends on and the bot does not know by itself. */
export type StartFacts = {
  appVersionOk: boolean
  accountStatus: 'active' | 'inactive' | 'suspended'
  /** A basic driver pays by the block and counts as subscribed. */
  subscribed: boolean
  serverAvailable: boolean
  serversRecycling: boolean
  /** The operator's kill switch is on. */
  killed: boolean
  hasPlatformAccount: boolean
  hasFilter: boolean
  /**
   * The filter, if there is one, has nothing that the driver's edition does not; else it waits, and is not
   * searched by.
   */
  filterFits: boolean
  /** A saved map location. */
  hasLocation: boolean
  /** A device id enabled by an operator. */
  hasDevice: boolean
  /** The driver's goal of this week is reached: no autostart goes beyond it, they themselves may. */
  goalReached: boolean
}

/** A delivery that goes on at this moment. */
export type Delivery = { until: Timestamp; sleepDuringDelivery: boolean }

/** Why a bot is stopped from outside. */
export type StopReason =
  | 'driver_stopped'
  | 'daily_stop'
  | 'suspended'
  | 'kill_switch'
  | 'autostop'
  | 'subscription_ended'
  /** The edition fell, and the filter has more than what is paid for now. */
  | 'filter_too_dear'

/**
 * What can happen to a bot. Inputs that belong to one run carry its `gen` and do nothing in any other, but
 * for a search that the platform called aggressive; the rest are facts about the driver, whatever the run.
 * Repeating an input is harmless.
 */
export type BotInput =
  | {
      type: 'start'
      by: 'driver' | 'autostart'
      /** How late an autostart comes; 0 for the driver. */
      lateMs: number
      mode: StartMode
      liveLog: boolean
      speed: Speed
      /** Until when the run only judges; null = it accepts. */
      shadowUntil: Timestamp | null
      /** Present when speed is 4X. */
      custom: CustomSpeed | null
      facts: StartFacts
    }
  | { type: 'stop'; reason: StopReason }
  /** The time of `dueAt` has come. */
  | { type: 'due'; gen: number; delivery: Delivery | null }
  /** Signed in, synced, connections warm. */
  | { type: 'prepared'; gen: number; delivery: Delivery | null }
  /** Preparing cannot succeed whatever is tried; what the platform did comes as `troubled`. */
  | {
      type: 'preparing_failed'
      gen: number
      reason: 'no_platform_account' | 'sign_in_refused' | 'unexpected_reply'
    }
  /** `jitter` is a random number from 0 to 1, below 1; it spreads the back-off of many bots. */
  | {
      type: 'troubled'
      gen: number
      trouble: Trouble
      retryAfterMs: number | null
      jitter: number
      detail: string | null
    }
  /**
   * The platform has answered well for `settings.recoveredMs`; sent once, and only when `troubles` is above
   * 0.
   */
  | { type: 'recovered'; gen: number }
  /** An accept was won; 0 minutes = no sleep after an award. */
  | { type: 'awarded'; sleepAfterAwardMinutes: number }
  /**
   * A guard of the driver's filter: `count` misses in a row or releases within the day, and the pause that
   * they want then.
   */
  | { type: 'guarded'; reason: 'guard_misses' | 'guard_releases'; count: number; pauseMinutes: number }
  /** The blocks of this week pay what the driver wanted to earn in it. */
  | { type: 'goal_reached'; goalCents: Cents; bookedCents: Cents }
  /** The time of shadow mode is up; also said to bots at rest, whose run would have gone on. */
  | { type: 'shadow_over' }
  | { type: 'delivery_started'; delivery: Delivery }
  | { type: 'delivery_ended' }
  | { type: 'human_solved'; delivery: Delivery | null }
  /** Instant offers were switched at the platform and confirmed there. */
  | { type: 'instant_changed'; on: boolean }
  /** No accept of this driver is in flight any more. */
  | { type: 'settled' }

/** Why an input changed nothing. */
export type IgnoredInput =
  /** It belongs to a run that is over. */
  | 'stale_run'
  /** The time of the phase has not come; the bot asks to be woken again. */
  | 'not_due'
  /** It means nothing in this phase. */
  | 'not_expected'
  /** An autostart later than `settings.autostartLateMs`. */
  | 'too_late'

/** What the driver is told beyond the log; whether by e-mail, message or call is theirs to choose. */
export type BotNotice =
  /** A 2X15 run is over; always by e-mail too. */
  | { kind: 'speed_limit_reached'; startableAt: Timestamp }
  | { kind: 'human_needed' }
  | { kind: 'failed_to_launch'; reason: BotReason }
  /** A running bot had to stop: the platform refuses the driver's account, or no human came. */
  | { kind: 'stopped_by_platform'; reason: BotReason }
  /** A bot at work had to stop, since its filter has more than the edition that is paid for now. */
  | { kind: 'filter_too_dear' }
  | { kind: 'guard_paused'; reason: 'guard_misses' | 'guard_releases'; count: number; until: Timestamp }
  | { kind: 'goal_reached'; goalCents: Cents; bookedCents: Cents }
  /** Shadow mode has come to its end; what it would have tried for is the shell's to tell. */
  | { kind: 'shadow_over' }
  | { kind: 'autostart_refused'; refusal: StartRefusal }
  | { kind: 'autostart_late'; lateMs: number }

/**
 * What the shell does next, in this order. `record` and `notify` belong in the transaction that stores the
 * bot.
 */
export type BotAction =
  /**
   * A start was refused; `until` = the earliest instant at which it can succeed, null where time alone does
   * not help.
   */
  | { type: 'refused'; refusal: StartRefusal; params: { until: Timestamp | null } }
  /** The input changed nothing. */
  | { type: 'ignored'; why: IgnoredInput }
  | { type: 'record'; event: RecordedEvent }
  | { type: 'notify'; notice: BotNotice }
  /** No request of this run's searcher goes out from now on; an accept already sent is settled. */
  | { type: 'end_search'; gen: number }
  /** The stored sign-in is no good; the next search or preparing signs in afresh. */
  | { type: 'forget_sign_in' }
  /** Settle the open accept, if there is one, against the held blocks; then answer `settled`. */
  | { type: 'settle_open' }
  /**
   * Sign in, sync and warm connections, not before `at`; then answer `prepared`, `preparing_failed` or
   * `troubled`.
   */
  | { type: 'prepare'; gen: number; at: Timestamp }
  /** Poll, judge and accept until ended. */
  | { type: 'search'; gen: number }
  /** Answer `due` at `at`. */
  | { type: 'wake'; gen: number; at: Timestamp }

/** The log lines that a step writes, as core/events types them. */
export type RecordedEvent = {
  [T in 'bot.state_changed' | 'platform.troubled']: { type: T; data: LogEvents[T] }
}['bot.state_changed' | 'platform.troubled']

/** What a step answers: the bot to store (the same object when nothing changed) and what to do. */
export type Step = { bot: Bot; actions: BotAction[] }
