import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { JsonCalls, Unanswered } from '../json-calls.ts'
import type { PlatformTokens } from '../model.ts'
import * as shapes from './shapes.ts'

/** In what a driver is paid, and where they are. */
type Payee = {
  /** Null where Fleetbase states none. */
  currency: string | null
  /** Drivers with the same one are near each other and of one company; null = not known. */
  place: string | null
}

export type ReadPayee = (tokens: PlatformTokens) => Promise<{ kind: 'answer'; value: Payee } | Unanswered>

type PayeeOptions = {
  call: JsonCalls
  clock: Clock
  /** The currency of the instance's record. */
  recorded: string | null
  /** Whether anybody needs to know where drivers are. */
  locates: boolean
}

/** A driver on a bicycle is a kilometre further by then. */
const PLACE_KEPT_MS = 4 * MINUTE_MS
/** A driver's currency changes hardly ever. */
const CURRENCY_KEPT_MS = HOUR_MS
/** Sides of a place, in degrees: 1.1 km from north to south. Orders come from 6 km around. */
const PLACE_DEGREES = 0.01

/** Creates the reader of an instance. */
export function createPayeeReader({ call, clock, recorded, locates }: PayeeOptions): ReadPayee {
  const unplaced = { kind: 'answer', value: { currency: recorded, place: null } } as const
  if (recorded !== null && !locates) return () => Promise.resolve(unplaced)
  // In the order of asking, so that the first are the oldest.
  const kept = new Map<string, { at: number; reading: ReturnType<ReadPayee> }>()

  const read: ReadPayee = async ({ platformDriverId, accessToken: token }) => {
    const path = `/v1/drivers/${encodeURIComponent(platformDriverId)}`
    const result = await call({ method: 'GET', path, token, priority: 'read' }, shapes.payee)
    if (result.kind !== 'answer') return result
    const { currency, location, company_name: company } = result.value
    const cell =
      location && [location.latitude, location.longitude].map((at) => Math.floor(at / PLACE_DEGREES))
    const place = cell ? [...cell, company ?? ''].join(' ') : null
    return { kind: 'answer', value: { currency: recorded ?? currency ?? null, place } }
  }
  return async (tokens) => {
    const { platformDriverId: id } = tokens
    const now = clock.now()
    for (const [each, { at }] of kept) {
      if (now - at < (locates ? PLACE_KEPT_MS : CURRENCY_KEPT_MS)) break
      kept.delete(each)
    }
    const known = kept.get(id)
    const reading = known?.reading ?? read(tokens)
    if (known === undefined) kept.set(id, { at: now, reading })
    const result = await reading
    if (result.kind === 'answer') return result
    if (kept.get(id)?.reading === reading) kept.delete(id)
    // Who is nowhere reads alone.
    return recorded === null ? result : unplaced
  }
}
