import type { BotReason, Phase, StartMode } from '../bot.ts'
import type { Cents } from '../money.ts'
import type { Timestamp } from '../time.ts'

/** What was offered to a driver at one station in one hour, by what became of it. */
export type OfferHour = {
  hourAt: Timestamp
  stationId: string
  accepted: number
  missed: number
  ignoredTime: number
  ignoredPrice: number
  ignoredSchedule: number
}

/** A block of the week that was not given back. */
export type WeekBlock = {
  startAt: Timestamp
  endAt: Timestamp
  stationId: string
  payCents: Cents
  tipCents: Cents
  miles: number | null
}

/** What a bot was from an instant until the next. */
export type BotSpan = {
  from: Timestamp
  to: Timestamp
  phase: Phase
  reason: BotReason | null
  mode: StartMode
}

/** From when until when; shadow mode that is still on has its planned end. */
export type Stretch = { from: Timestamp; to: Timestamp }
