import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../db.ts'

export type Db = Kysely<Tables>

/** A driver's instant offers as their screens show them. */
export type InstantView = Outputs['instant']['get']

/** Degrees on the map. */
export type Place = { latitude: number; longitude: number }

/** What a platform says of a driver's instant offers. */
export type Said = NonNullable<InstantView['platform']>

/** The same as we keep it: on = asked for and confirmed in the delivery app. */
export type InstantState = 'off' | 'pending' | 'on'

/** The driver, as far as instant offers ask. */
export type Owner = {
  driverId: string
  variant: Variant
  timeZone: string
  deviceEnabled: boolean
}
