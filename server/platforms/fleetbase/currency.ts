import { HOUR_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { JsonCalls, Unanswered } from '../json-calls.ts'
import type { PlatformTokens } from '../model.ts'
import * as shapes from './shapes.ts'

/** Reads the currency in which a driver is paid; null where Fleetbase states none. */
export type ReadCurrency = (
  tokens: PlatformTokens,
) => Promise<{ kind: 'answer'; value: { currency: string | null } } | Unanswered>

/** A driver's currency changes hardly ever. */
const KEPT_MS = HOUR_MS

/**
 * Creates the reader of an instance: the currency of its record, without which Fleetbase is asked once an
 * hour for each driver.
 */
export function createCurrencyReader(call: JsonCalls, clock: Clock, recorded: string | null): ReadCurrency {
  if (recorded !== null) return () => Promise.resolve({ kind: 'answer', value: { currency: recorded } })
  // In the order of asking, so that the first are the oldest.
  const kept = new Map<string, { at: number; reading: ReturnType<ReadCurrency> }>()

  const forgetOld = (now: number): void => {
    for (const [id, { at }] of kept) {
      if (now - at < KEPT_MS) return
      kept.delete(id)
    }
  }
  return async (tokens) => {
    const { platformDriverId: id } = tokens
    const now = clock.now()
    forgetOld(now)
    const known = kept.get(id)
    if (known !== undefined) return await known.reading
    const reading = read(call, tokens)
    kept.set(id, { at: now, reading })
    const result = await reading
    if (result.kind !== 'answer' && kept.get(id)?.reading === reading) kept.delete(id)
    return result
  }
}

async function read(
  call: JsonCalls,
  { platformDriverId, accessToken: token }: PlatformTokens,
): ReturnType<ReadCurrency> {
  const path = `/v1/drivers/${encodeURIComponent(platformDriverId)}`
  const result = await call({ method: 'GET', path, token, priority: 'read' }, shapes.payee)
  return result.kind === 'answer'
    ? { kind: 'answer', value: { currency: result.value.currency ?? null } }
    : result
}
