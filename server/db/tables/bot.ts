import type { Generated } from 'kysely'
import type { BotReason, Phase, StartMode } from '@madruga/core/bot.ts'
import type { MissCause } from '@madruga/core/events.ts'
import type { CustomSpeed, RuleResult, Speed } from '@madruga/core/filters.ts'
import type { Offer, OfferKind, Variant } from '@madruga/core/offers.ts'
import type { DefaultInstant, IdentityColumn, InstantColumn, JsonColumn } from './columns.ts'

export type Bots = {
  driver_id: string
  variant: Variant
  phase: Generated<Phase>
  gps: Generated<boolean>
  mode: Generated<StartMode>
  live_log: Generated<boolean>
  reason: BotReason | null
  due_at: InstantColumn | null
  gen: Generated<number>
  epoch: Generated<number>
  owner: string | null
  speed: Generated<Speed>
  custom: JsonColumn<CustomSpeed> | null
  started_at: InstantColumn | null
  window_started_at: InstantColumn | null
  cool_until: InstantColumn | null
  /** Until when the platform wants no search of this driver's, whatever the run. */
  rest_until: InstantColumn | null
  troubles: Generated<number>
  shadow_until: InstantColumn | null
  /** Guards count from here on; null = from the start of the run. */
  guarded_at: InstantColumn | null
  updated_at: DefaultInstant
}

export type SearchPolls = {
  driver_id: string
  /** By when a poll must have gone out. */
  poll_by: InstantColumn
}

export type Attempts = {
  id: IdentityColumn
  driver_id: string
  platform: string
  offer_id: string
  offer: JsonColumn<Offer>
  rules: JsonColumn<RuleResult[]>
  gen: number
  epoch: number
  filter_version: number
  state: Generated<'intent' | 'accepted' | 'missed'>
  cause: MissCause | null
  reaction_ms: number | null
  created_at: DefaultInstant
  settled_at: InstantColumn | null
}

export type Blocks = {
  id: string
  driver_id: string
  platform: string
  platform_block_id: string
  offer_id: string
  attempt_id: number | null
  station_id: string
  kind: OfferKind
  start_at: InstantColumn
  end_at: InstantColumn
  pay_cents: number
  tip_cents: Generated<number>
  miles: number | null
  stops: number | null
  state: Generated<'held' | 'checked_in' | 'done' | 'forfeited'>
  accepted_at: DefaultInstant
  forfeited_at: InstantColumn | null
}
