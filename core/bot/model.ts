import type { CustomSpeed, Speed } from '../settings.ts'
import type { Variant } from '../offers.ts'
import type { BotReason, Phase, StartMode } from '../bot-states.ts'
import type { Timestamp } from '../time.ts'

/** The driver's bot, as stored and as the pure step sees it. */
export type Bot = {
  driverId: string
  variant: Variant
  phase: Phase
  gps: boolean
  mode: StartMode
  /** Whether decisions are streamed to the live log. */
  liveLog: boolean
  reason: BotReason | null
  /** When the phase ends automatically; null = it does not (not running, failed, waiting for a human). */
  dueAt: Timestamp | null
  /**
   * The run number that the driver sees. Every start and stop increments it, and inputs with an old one have
   * no effect.
   */
  gen: number
  /** Run schedule of this run, copied from the filter at the start. */
  speed: Speed
  custom: CustomSpeed | null
  /** When the driver started this run; null if it is not running. */
  startedAt: Timestamp | null
  /** When the current run window opened. */
  windowStartedAt: Timestamp | null
  /** Earliest start after this run; null = at once. */
  coolUntil: Timestamp | null
  /**
   * Until when the platform forbids searching, after it called a search aggressive; null = it never did. The
   * rest belongs to the driver, not to a run: no stop, start or failed launch shortens it.
   */
  restUntil: Timestamp | null
  /** Consecutive troubles, for the back-off. */
  troubles: number
  /** Until when this run only judges and never accepts (shadow mode); null = it accepts. */
  shadowUntil: Timestamp | null
}
