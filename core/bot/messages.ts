import type { Bot } from './model.ts'
import type { BotReason, StartMode, StartRefusal } from '../bot-states.ts'
import type { LogEvents, Trouble } from '../events.ts'
import type { CustomSpeed, Speed } from '../settings.ts'
import type { Cents } from '../money.ts'
import type { Timestamp } from '../time.ts'

/** The facts that a start depends on and that the bot does not hold itself. */
export type StartFacts = {
  appVersionOk: boolean
  accountStatus: 'active' | 'inactive' | 'suspended'
  /** A basic driver pays per block and counts as subscribed. */
  subscribed: boolean
  serverAvailable: boolean
  serversRecycling: boolean
  /** The operator's kill switch is on. */
  killed: boolean
  hasPlatformAccount: boolean
  hasFilter: boolean
  /**
   * The filter, if there is one, uses nothing beyond the driver's plan; otherwise it is not in force and
   * not searched by.
   */
  filterFits: boolean
  /** A saved map location. */
  hasLocation: boolean
  /** A device id enabled by an operator. */
  hasDevice: boolean
  /** The driver's weekly goal is reached: autostarts are refused, starts by the driver are not. */
  goalReached: boolean
}

/** A delivery in progress. */
export type Delivery = { until: Timestamp; sleepDuringDelivery: boolean }

/** Why a bot is stopped from outside. */
export type StopReason =
  | 'driver_stopped'
  | 'daily_stop'
  | 'suspended'
  | 'kill_switch'
  | 'autostop'
  | 'subscription_ended'
  /** The plan was downgraded, and the filter exceeds what is paid for. */
  | 'filter_too_dear'

/**
 * Events of a bot. Inputs that belong to a run carry its `gen` and are ignored in any other run, except for a
 * search that the platform called aggressive. The rest are facts about the driver. Repeating an input is
 * harmless.
 */
export type BotInput =
  | {
      type: 'start'
      by: 'driver' | 'autostart'
      /** How late an autostart is; 0 for the driver. */
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
  /** `dueAt` has been reached. */
  | { type: 'due'; gen: number; delivery: Delivery | null }
  /** Signed in, synced, connections warm. */
  | { type: 'prepared'; gen: number; delivery: Delivery | null }
  /** Preparing cannot succeed by retrying; the platform's failures arrive as `troubled`. */
  | {
      type: 'preparing_failed'
      gen: number
      reason: 'no_platform_account' | 'sign_in_refused' | 'unexpected_reply'
    }
  /** `jitter` is a random number from 0 to 1, exclusive; it spreads the back-off of many bots. */
  | {
      type: 'troubled'
      gen: number
      trouble: Trouble
      retryAfterMs: number | null
      jitter: number
      detail: string | null
    }
  /**
   * The platform has answered without trouble for `settings.recoveredMs`; sent once, and only when `troubles`
   * is above 0.
   */
  | { type: 'recovered'; gen: number }
  /** An accept was won; 0 minutes = no sleep after an award. */
  | { type: 'awarded'; sleepAfterAwardMinutes: number }
  /**
   * A safety limit of the driver's filter: `count` misses in a row or releases within a day, and the pause
   * that the driver set.
   */
  | {
      type: 'safety_limit_reached'
      reason: 'guard_misses' | 'guard_releases'
      count: number
      pauseMinutes: number
    }
  /** The blocks of this week pay the driver's weekly goal, which is in their currency; null = USD. */
  | { type: 'goal_reached'; goalCents: Cents; bookedCents: Cents; currency: string | null }
  /** Shadow mode has ended; also sent to bots at rest whose run would have continued. */
  | { type: 'shadow_over' }
  | { type: 'delivery_started'; delivery: Delivery }
  | { type: 'delivery_ended' }
  | { type: 'human_solved'; delivery: Delivery | null }
  /** Instant offers were switched and confirmed on the platform. */
  | { type: 'instant_changed'; on: boolean }
  /** No accept of this driver is in flight anymore. */
  | { type: 'settled' }

/** Why an input changed nothing. */
export type IgnoredInput =
  /** It belongs to a finished run. */
  | 'stale_run'
  /** The time of the phase has not come. */
  | 'not_due'
  /** It has no meaning in this phase. */
  | 'not_expected'
  /** An autostart later than `settings.autostartLateMs`. */
  | 'too_late'

/** What the driver is notified of beyond the log; the driver chooses e-mail, message or call. */
export type BotNotice =
  /** A 2X15 run has ended; always sent by e-mail too. */
  | { kind: 'speed_limit_reached'; startableAt: Timestamp }
  | { kind: 'human_needed' }
  | { kind: 'failed_to_launch'; reason: BotReason }
  /** A running bot had to stop: the platform refuses the driver's account, or no human responded. */
  | { kind: 'stopped_by_platform'; reason: BotReason }
  /** A working bot had to stop, since its filter exceeds the plan that is paid for. */
  | { kind: 'filter_too_dear' }
  | { kind: 'guard_paused'; reason: 'guard_misses' | 'guard_releases'; count: number; until: Timestamp }
  | { kind: 'goal_reached'; goalCents: Cents; bookedCents: Cents; currency: string | null }
  /** Shadow mode has ended; the shell reports what it would have tried. */
  | { kind: 'shadow_over' }
  | { kind: 'autostart_refused'; refusal: StartRefusal }
  | { kind: 'autostart_late'; lateMs: number }

/**
 * What the shell does next, in this order. `record` and `notify` belong in the transaction that stores the
 * bot. The rest is in the bot itself: one that prepares is prepared from `prepareAt` on, one that runs is
 * searched for, each is due at `dueAt`, and a new `gen` ends what an earlier run still does.
 */
export type BotAction =
  /**
   * A start was refused; `until` = the earliest time at which it can succeed, null if time alone does not
   * help.
   */
  | { type: 'refused'; refusal: StartRefusal; params: { until: Timestamp | null } }
  /** The input changed nothing. */
  | { type: 'ignored'; why: IgnoredInput }
  | { type: 'record'; event: RecordedEvent }
  | { type: 'notify'; notice: BotNotice }
  /** The stored sign-in is invalid; the next search or preparation signs in again. */
  | { type: 'forget_sign_in' }
  /** Resolve the open accept, if there is one, against the held blocks; then answer `settled`. */
  | { type: 'settle_open' }

/** The log lines that a step writes, typed as in core/events. */
export type RecordedEvent = {
  [T in 'bot.state_changed' | 'platform.troubled']: { type: T; data: LogEvents[T] }
}['bot.state_changed' | 'platform.troubled']

/** The result of a step: the bot to store (the same object if nothing changed) and the actions. */
export type Step = { bot: Bot; actions: BotAction[] }
