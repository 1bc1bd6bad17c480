import type { ColumnType, Generated } from 'kysely'
import type { LogEntry, MissCause } from '@madruga/core/events.ts'
import type { BotReason, Phase, StartMode } from '@madruga/core/bot.ts'
import type { CustomSpeed, Filter, RuleResult, Speed } from '@madruga/core/filters.ts'
import type { Offer, OfferKind, Variant } from '@madruga/core/offers.ts'

/** `timestamptz`: read as epoch ms, written as `Date`. */
export type InstantColumn = ColumnType<number, Date, Date>
type DefaultInstant = ColumnType<number, Date | undefined, Date>
/** `jsonb`: read parsed, written as text by `JSON.stringify` (an array given as such would become a PostgreSQL array). */
export type JsonColumn<T> = ColumnType<T, string, string>

type Drivers = {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  language: Generated<'en' | 'es'>
  variant: Generated<Variant>
  prepaid: 1 | 2 | null
  time_zone: Generated<string>
  role: Generated<'driver' | 'operator'>
  status: Generated<'active' | 'inactive' | 'suspended'>
  subscribed_until: InstantColumn | null
  device_id: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

type Sessions = {
  id: string
  driver_id: string
  token: string
  expires_at: InstantColumn
  ip_address: string | null
  user_agent: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

type Credentials = {
  id: string
  driver_id: string
  account_id: string
  provider_id: string
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: InstantColumn | null
  refresh_token_expires_at: InstantColumn | null
  scope: string | null
  password: string | null
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

type Verifications = {
  id: string
  identifier: string
  value: string
  expires_at: InstantColumn
  created_at: DefaultInstant
  updated_at: DefaultInstant
}

type RateLimits = { key: string; points: Generated<number>; expire: number | null }

type PlatformAccounts = {
  driver_id: string
  variant: Variant
  platform: string
  email: string
  sealed_password: Buffer | null
  sealed_tokens: Buffer | null
  platform_driver_id: string | null
  state: Generated<'connected' | 'sign_in_refused'>
  quota_per_hour: number | null
  blocks_compared_at: DefaultInstant
  updated_at: DefaultInstant
}

type Stations = {
  platform: string
  id: string
  variant: Variant
  code: string
  name: string
  address: Generated<string>
  city: string
  state: string
  programme: string
  latitude: number
  longitude: number
  time_zone: string
}

type DriverStations = { driver_id: string; platform: string; station_id: string }

type Filters = {
  driver_id: string
  variant: Variant
  version: number
  body: JsonColumn<Filter>
  saved_at: DefaultInstant
}

type Bots = {
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
  troubles: Generated<number>
  updated_at: DefaultInstant
}

type Attempts = {
  id: ColumnType<number, never, never>
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

type Blocks = {
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
}

type LogEntries = {
  driver_id: string
  seq: number
  at: InstantColumn
  type: LogEntry['type']
  data: JsonColumn<LogEntry['data']>
}

/** `day` is `YYYY-MM-DD` of the driver's zone. */
type DayFigures = {
  driver_id: string
  day: string
  seen: Generated<number>
  accepted: Generated<number>
  missed: Generated<number>
  ignored_time: Generated<number>
  ignored_price: Generated<number>
  ignored_schedule: Generated<number>
  booked_cents: Generated<number>
}

type ServiceState = {
  only_row: Generated<boolean>
  server_available: Generated<boolean>
  killed: Generated<boolean>
  minimum_app_version: Generated<string>
}

/** Every table of db/migrations, as kysely types them. */
export type Tables = {
  drivers: Drivers
  sessions: Sessions
  credentials: Credentials
  verifications: Verifications
  rate_limits: RateLimits
  platform_accounts: PlatformAccounts
  stations: Stations
  driver_stations: DriverStations
  filters: Filters
  bots: Bots
  workers: { id: string; seen_at: DefaultInstant }
  attempts: Attempts
  blocks: Blocks
  log_heads: { driver_id: string; last_seq: Generated<number> }
  log_entries: LogEntries
  log_writers: { id: string; batch: Generated<number>; seen_at: DefaultInstant }
  day_figures: DayFigures
  request_hours: { driver_id: string; hour_at: InstantColumn; used: Generated<number> }
  job_runs: { job: string; ran_at: InstantColumn }
  service_state: ServiceState
  migrations: { name: string; checksum: string; applied_at: DefaultInstant }
}
