import type { BotReason, Phase, StartMode } from '../bot-states.ts'
import type { Pay } from '../offers.ts'
import type { Timestamp } from '../time.ts'

/** The offers to a driver at one station in one hour, by outcome. */
export type OfferHour = {
  hourAt: Timestamp
  stationId: string
  accepted: number
  missed: number
  ignoredTime: number
  ignoredPrice: number
  ignoredSchedule: number
}

/** A block of the week that was not released. */
export type WeekBlock = Pay & {
  startAt: Timestamp
  endAt: Timestamp
  stationId: string
  miles: number | null
}

/** The state of a bot from a time until the next. */
export type BotSpan = {
  from: Timestamp
  to: Timestamp
  phase: Phase
  reason: BotReason | null
  mode: StartMode
}

/** Start and end; shadow mode in progress has its planned end. */
export type Stretch = { from: Timestamp; to: Timestamp }
