import type { Station } from '@madruga/core/offers.ts'
import { isTimeZone } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { JsonCalls } from '../json-calls.ts'
import { replyOf, trouble } from '../json-calls.ts'
import type { PlatformReply } from '../model.ts'
import { meet } from './apply.ts'
import * as shapes from './shapes.ts'
import { PLACE_ID } from './shifts.ts'

/** An instance as its settings describe it. */
export type Place = { station: Station; currency: string | null }

/** Settings change rarely; everybody may read them. */
const KEPT_MS = 3_600_000

/** Reads the instance's settings, at most once an hour. */
export function createPlaceReader(
  calls: JsonCalls,
  clock: Clock,
  baseUrl: string,
): (fresh?: boolean) => Promise<PlatformReply<Place>> {
  let kept: { at: number; reading: Promise<PlatformReply<Place>> } | null = null
  return async (fresh = false) => {
    if (fresh || kept === null || clock.now() - kept.at >= KEPT_MS) {
      kept = { at: clock.now(), reading: readPlace(calls, baseUrl) }
    }
    const { reading } = kept
    const reply = await reading
    if (!reply.ok && kept?.reading === reading) kept = null
    return reply
  }
}

async function readPlace(calls: JsonCalls, baseUrl: string): Promise<PlatformReply<Place>> {
  const call = { method: 'GET', path: '/api/settings', token: null, priority: 'read' } as const
  const reply = replyOf(await calls(call, shapes.settings), (settings) => settings, meet)
  if (!reply.ok) return reply
  const { latlng, brand_name: brand, currency_code: currency, timezone: timeZone } = reply.value
  const [latitude = Number.NaN, longitude = Number.NaN] = latlng.split(',').map(Number)
  const isThere = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!isThere || !isTimeZone(timeZone))
    return { ok: false, problem: trouble('unexpected_reply', 'settings') }
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
  return { ok: true, value: { station, currency: paidIn } }
}
