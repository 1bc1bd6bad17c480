import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Tables } from '../../db.ts'

export type Db = Kysely<Tables>

/** A driver's instant offers as their screens show them. */
export type InstantView = Outputs['instant']['get']

/** Degrees on the map. */
export type Place = { latitude: number; longitude: number }

/** The platform's state of a driver's instant offers. */
export type Said = NonNullable<InstantView['platform']>

/** Our stored state: on = requested and confirmed in the delivery app. */
export type InstantState = 'off' | 'pending' | 'on'

/** The driver's data for instant offers. */
export type Owner = { driverId: string; variant: Variant; timeZone: string; deviceEnabled: boolean }
