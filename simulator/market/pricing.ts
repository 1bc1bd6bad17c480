import { drawBetween } from './random.ts'
import type { Random } from './random.ts'

/** Hourly pay before any surge (product setting: 18 $/h). */
export const BASE_CENTS_PER_HOUR = 1_800
/** Pay is a multiple of 50 cents. */
export const PAY_STEP_CENTS = 50
/** No block pays more than double. */
export const MAX_SURGE = 1
/** A trip that no one takes returns at a dollar more, at most eight times. */
export const RAISE_CENTS = 100
export const MAX_RAISED_CENTS = 800
/** Within this time before the start, pay climbs fastest. */
export const STEEP_MS = 45 * 60_000

/** Pay of a block in cents: base x hours x (1 + surge), rounded to half a dollar. */
export function priceBlock(minutes: number, surge: number, baseCentsPerHour = BASE_CENTS_PER_HOUR): number {
  const exact = (baseCentsPerHour * minutes * (1 + surge)) / 60
  return Math.round(exact / PAY_STEP_CENTS) * PAY_STEP_CENTS
}

/** The surge of a new block: half of them have none, a quarter a little, a quarter up to 50%. */
export function drawSurge(random: Random): number {
  const kind = random()
  if (kind < 0.5) return 0
  const surge = kind < 0.75 ? drawBetween(random, 0.02, 0.1) : drawBetween(random, 0.1, 0.5)
  return Math.round(surge * 100) / 100
}

/** The surge of an unsold block's next listing, so long before its start. */
export function raiseSurge(surge: number, beforeStartMs: number): number {
  const step = beforeStartMs <= STEEP_MS ? 0.15 : beforeStartMs <= 4 * STEEP_MS ? 0.06 : 0.03
  return Math.min(MAX_SURGE, Math.round((surge + step) * 100) / 100)
}

/** How long a block stays listed at one price: a third of the usual time in the last 45 minutes. */
export function findListingMs(surgeEveryMs: number, beforeStartMs: number): number {
  return Math.round(beforeStartMs <= STEEP_MS ? surgeEveryMs / 3 : surgeEveryMs)
}

/** Pay of a trip in cents, before any raise. */
export function priceTrip(kind: 'curbside' | 'shopping' | 'delivery', miles: number, stops: number): number {
  const shopping = kind === 'shopping' ? 650 : 0
  return Math.round(550 + shopping + 85 * miles + 140 * stops)
}
