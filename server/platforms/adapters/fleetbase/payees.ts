import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../../kit/clock.ts'
import { createKeptResults } from '../kept-results.ts'
import type { PlatformTokens } from '../../model.ts'
import type { Rest, Unanswered } from '../rest.ts'
import { driverPath } from './calls.ts'
import * as shapes from './shapes.ts'

/**
 * In what a driver is paid; null where Fleetbase states none. Drivers of one `place` are near each other and
 * of one company; null = not known.
 */
type Payee = { currency: string | null; place: string | null }
type PayeeResult = { kind: 'answer'; value: Payee } | Unanswered
/** `locates`: whether the place is asked for. */
export type ReadPayee = (tokens: PlatformTokens, locates: boolean) => Promise<PayeeResult>

/** A driver on a bicycle is a kilometre further by then. */
const PLACE_KEPT_MS = 4 * MINUTE_MS
/** A driver's currency changes hardly ever. */
const CURRENCY_KEPT_MS = HOUR_MS
/** Sides of a place, in degrees: 1.1 km from north to south. Orders come from 6 km around. */
const PLACE_DEGREES = 0.01

/** Creates the reader of an instance. `recorded`: the currency of its record. */
export function createPayeeReader(rest: Rest, clock: Clock, recorded: string | null): ReadPayee {
  const unplaced = { kind: 'answer', value: { currency: recorded, place: null } } as const
  const kept = createKeptResults<PayeeResult>(clock, CURRENCY_KEPT_MS)
  const read = async (by: PlatformTokens): Promise<PayeeResult> => {
    const result = await rest.send({ path: driverPath(by.platformDriverId), by }, shapes.payee)
    if (result.kind !== 'answer') return result
    const { currency, location, company_name: company } = result.value
    const cell =
      location && [location.latitude, location.longitude].map((at) => Math.floor(at / PLACE_DEGREES))
    const place = cell ? [...cell, company ?? ''].join(' ') : null
    return { kind: 'answer', value: { currency: recorded ?? currency ?? null, place } }
  }
  return async (tokens, locates) => {
    if (recorded !== null && !locates) return unplaced
    const keptMs = locates ? PLACE_KEPT_MS : CURRENCY_KEPT_MS
    const result = await kept.get(tokens.platformDriverId, () => read(tokens), { keptMs })
    // Who is nowhere reads alone.
    return result.kind === 'answer' || recorded === null ? result : unplaced
  }
}
