import type { Station } from '@madruga/core/offers.ts'
import { isTimeZone } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { JsonCalls, JsonResult } from '../json-calls.ts'
import { trouble } from '../json-calls.ts'
import * as shapes from './shapes.ts'
import { PLACE_ID } from './shifts.ts'

/** An instance as its settings describe it. */
export type Place = { station: Station; currency: string | null }

/** Settings change rarely; everybody may read them. */
const KEPT_MS = 3_600_000

/** Reads an instance's settings: at most once an hour, unless they are to be `fresh`. */
export type ReadPlace = (fresh?: boolean) => Promise<JsonResult<Place>>

/** Creates the reader of an instance. */
export function createPlaceReader(calls: JsonCalls, clock: Clock, baseUrl: string): ReadPlace {
  let kept: { at: number; reading: Promise<JsonResult<Place>> } | null = null
  return async (fresh = false) => {
    if (fresh || kept === null || clock.now() - kept.at >= KEPT_MS) {
      kept = { at: clock.now(), reading: readPlace(calls, baseUrl) }
    }
    const { reading } = kept
    const result = await reading
    if (result.kind !== 'answer' && kept?.reading === reading) kept = null
    return result
  }
}

async function readPlace(calls: JsonCalls, baseUrl: string): Promise<JsonResult<Place>> {
  const call = { method: 'GET', path: '/api/settings', token: null, priority: 'read' } as const
  const result = await calls(call, shapes.settings)
  if (result.kind !== 'answer') return result
  const { latlng, brand_name: brand, currency_code: currency, timezone: timeZone } = result.value
  const [latitude = Number.NaN, longitude = Number.NaN] = latlng.split(',').map(Number)
  const isThere = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!isThere || !isTimeZone(timeZone))
    return { kind: 'fault', problem: trouble('unexpected_reply', 'settings') }
  const paidIn = currency?.toUpperCase() ?? null
  const name = brand?.trim() || new URL(baseUrl).hostname
  const station: Station = {
    id: PLACE_ID,
    variant: 'courier',
    code: name,
    name,
    address: '',
    city: '',
    state: '',
    programme: 'place',
    latitude,
    longitude,
    timeZone,
    currency: paidIn,
  }
  return { ...result, value: { station, currency: paidIn } }
}
