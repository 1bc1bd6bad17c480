import type { Generated } from 'kysely'
import type { StartMode, StartRefusal } from '@madruga/core/bot.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import type { Offer, OfferKind, Variant } from '@madruga/core/offers.ts'
import type { DefaultInstant, IdentityColumn, InstantColumn, JsonColumn } from './columns.ts'

export type Observations = {
  id: IdentityColumn
  platform: string
  offer_id: string
  variant: Variant
  station_id: string
  kind: OfferKind
  start_at: InstantColumn
  end_at: InstantColumn
  pay_cents: number
  tip_cents: number
  miles: number | null
  stops: number | null
  batched: boolean
  expires_at: InstantColumn | null
  seen_at: InstantColumn
}

export type ReleaseProfiles = {
  platform: string
  station_id: string
  minutes: number[]
  looked: number[]
  week_hours: number[]
  week_looked: number[]
  heavy: number[]
  heavy_offers: number
  drops: number
  days: number
  through: string
}

export type AutostartTasks = {
  id: string
  driver_id: string
  action: 'start' | 'stop'
  mode: StartMode
  live_log: Generated<boolean>
  minute: number
  time_zone: string
  from_day: string
  to_day: string
  next_day: string | null
  next_at: InstantColumn | null
  created_at: DefaultInstant
  removed_at: InstantColumn | null
}

export type AutostartFirings = {
  task_id: string
  day: string
  driver_id: string
  due_at: InstantColumn
  fired_at: InstantColumn
  outcome: 'done' | 'refused' | 'late'
  refusal: StartRefusal | null
}

export type Asks = {
  id: string
  driver_id: string
  platform: string
  offer_id: string
  offer: JsonColumn<Offer>
  rules: JsonColumn<RuleResult[]>
  filter_version: number
  state: Generated<'open' | 'yes' | 'no' | 'accepted' | 'missed' | 'expired'>
  asked_at: DefaultInstant
  expires_at: InstantColumn
  answered_at: InstantColumn | null
}

export type ShadowRuns = {
  id: string
  driver_id: string
  variant: Variant
  mode: StartMode
  live_log: Generated<boolean>
  started_at: InstantColumn
  ends_at: InstantColumn
  ended_at: InstantColumn | null
  seen: Generated<number>
  ignored_time: Generated<number>
  ignored_price: Generated<number>
  ignored_schedule: Generated<number>
}

export type ShadowOffers = {
  run_id: string
  driver_id: string
  offer_id: string
  offer: JsonColumn<Offer>
  rules: JsonColumn<RuleResult[]>
  station_code: string
  filter_version: number
  seen_at: InstantColumn
}

export type Locations = {
  driver_id: string
  latitude: number
  longitude: number
  label: string
  saved_at: DefaultInstant
  instant: Generated<'off' | 'pending' | 'on'>
  asked_at: InstantColumn | null
}

export type InstantDays = { driver_id: string; day: string; first_at: InstantColumn }

/** Without `at`: asked of the platform, outcome not known. */
export type CheckIns = {
  block_id: string
  driver_id: string
  asked_at: InstantColumn
  at: InstantColumn | null
  fee_cents: Generated<number>
}
export type Releases = {
  block_id: string
  driver_id: string
  asked_at: InstantColumn
  at: InstantColumn | null
  late: boolean
}
export type ReminderSkips = { block_id: string; driver_id: string; at: InstantColumn }

export type CalendarLinks = {
  driver_id: string
  digest: Buffer
  sealed_secret: Buffer
  created_at: DefaultInstant
  read_at: InstantColumn | null
}
