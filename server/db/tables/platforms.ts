import type { Generated } from 'kysely'
import type { Filter } from '@madruga/core/filters.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { DefaultInstant, InstantColumn, JsonColumn } from './columns.ts'

export type PlatformAccounts = {
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
  connected_at: InstantColumn | null
  synced_at: InstantColumn | null
  updated_at: DefaultInstant
}

export type Stations = {
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

export type DriverStations = { driver_id: string; platform: string; station_id: string }

export type Filters = {
  driver_id: string
  variant: Variant
  version: number
  body: JsonColumn<Filter>
  saved_at: DefaultInstant
  /** A sync deleted the filter: `body` is what it deleted. */
  removed: Generated<boolean>
  /** The version before in another zone, since the driver's profile moved there. */
  moved: Generated<boolean>
}
