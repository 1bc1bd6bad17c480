import type { Bot, StartFacts, StopReason } from '../bot.ts'
import type { Trouble } from '../events.ts'
import type { Speed } from '../settings.ts'

/** One event of a walk. */
export type Move =
  | {
      do: 'start'
      speed: Speed
      mode: Bot['mode']
      by: 'driver' | 'autostart'
      lateMs: number
      /** Minutes of shadow mode; null = it accepts. */
      shadowMinutes: number | null
      facts: Partial<StartFacts>
    }
  | { do: 'stop'; reason: StopReason }
  /**
   * Time passes. Timers and the daily sweep are punctual, or timers fire at the end and the sweep still
   * later, as after an outage.
   */
  | { do: 'pass'; ms: number; punctual: boolean }
  | { do: 'prepared' }
  | { do: 'preparing_failed' }
  | { do: 'trouble'; trouble: Trouble; retryAfterMs: number | null; jitter: number }
  | { do: 'recovered' }
  | { do: 'offer' }
  | { do: 'answer'; won: boolean; sleepMinutes: number }
  | { do: 'settle' }
  | { do: 'deliver'; minutes: number; sleep: boolean }
  | { do: 'delivered' }
  | { do: 'solve' }
  | { do: 'safety_limit'; reason: 'guard_misses' | 'guard_releases'; minutes: number }
  | { do: 'goal' }
  /** The sweep of shadow runs, at any moment. */
  | { do: 'shadow_over' }
  | { do: 'instant'; on: boolean }
  /** A message that arrives too early, or from a finished run. */
  | { do: 'stray'; type: 'due' | 'prepared' | 'recovered'; gensAgo: number }
