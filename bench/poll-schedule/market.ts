import { startMarket } from '@madruga/simulator/running-market.ts'
import type { ScenarioName } from '@madruga/simulator/scenarios.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'

/** One listing of a station, as every driver of the metro sees it. */
export type Listing = { at: number; stationId: string; centsPerHour: number }

/** The listings of one metro's stations. */
export type Metro = { timeZone: string; stations: string[]; listings: Listing[] }

/** Mondays, and far from a clock change: the bench measures the request rate, not the calendar. */
const START_AT = Date.UTC(2026, 5, 1, 4)

/** A span of market time. */
export type Span = { startAt: number; endAt: number }

/**
 * Runs the product's own market, stepped, and records the listings of the first `stations` warehouses of the
 * first `metros` metros. Offers to single drivers are excluded.
 */
export async function recordMarket(
  scenario: ScenarioName,
  seed: string,
  days: number,
  size: { metros: number; stations: number },
): Promise<{ metros: Metro[]; span: Span }> {
  const span = { startAt: START_AT, endAt: START_AT + days * DAY_MS }
  const running = await startMarket({ clock: 'stepped', startAt: span.startAt, scenario, seed })
  const chosen = new Map<string, Metro>()
  for (const { id, variant, metroId, timeZone } of running.market.world.stations.values()) {
    if (variant !== 'amazon') continue
    const metro = chosen.get(metroId) ?? { timeZone, stations: [], listings: [] }
    if (!chosen.has(metroId) && chosen.size === size.metros) continue
    chosen.set(metroId, metro)
    if (metro.stations.length < size.stations) metro.stations.push(id)
  }
  const stop = running.market.watch(({ what, at, offer }) => {
    if (what !== 'listed' || offer === undefined || offer.driverId !== undefined) return
    const metro = chosen.get(offer.station.metroId)
    if (!metro?.stations.includes(offer.station.id)) return
    const { payCents, start, end } = offer.terms
    const centsPerHour = Math.round((payCents * HOUR_MS) / (end - start))
    metro.listings.push({ at, stationId: offer.station.id, centsPerHour })
  })
  for (let at = span.startAt; at < span.endAt; at += HOUR_MS) running.advance(HOUR_MS)
  stop()
  await running.stop()
  return { metros: [...chosen.values()], span }
}
