import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import { LEAST_CENTS } from './people.ts'
import type { FleetDriver } from './people.ts'

/** Offers that are released while drivers search, and what became of them by the market's own books. */
export type Releases = {
  /**
   * Releases offers for `ms`, each to one driver: one a second for every so many drivers. This many offers a
   * day are listed to all drivers in the same time, and fit no filter. Answers how many were listed.
   */
  during(ms: number, given: { driversARelease: number; listedADay: number }): Promise<number>
  /** Waits for the last ones; answers what was won, and the times from release to accept in ms. */
  settle(pollMs: number): Promise<{ released: number; won: number; p50: number; p99: number }>
}

const BATCH_MS = 100
/** Blocks of one driver follow each other without overlapping. */
const SLOT_MS = HOUR_MS
/** How long an offer to all is listed: as long as it takes until somebody takes it. */
const LISTED_MS = 20_000
const PAY_CENTS = 6_000

/** Creates the releases of a market. */
export function createReleases(running: RunningMarket, drivers: readonly FleetDriver[]): Releases {
  const firstAt = Math.ceil((Date.now() + DAY_MS) / HOUR_MS) * HOUR_MS
  const shownAt = new Map<string, number>()
  let next = 0

  const place = async (offer: Record<string, unknown>): Promise<string> => {
    const reply = await fetch(`${running.url}/admin/offers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(offer),
    })
    if (!reply.ok) throw new Error(`the market does not release: ${reply.status} ${await reply.text()}`)
    return ((await reply.json()) as { offerId: string }).offerId
  }
  const release = async (): Promise<void> => {
    const round = Math.floor(next / drivers.length)
    // Neighbours in the list start together: strides spread the winners over all workers and batches.
    const driver = drivers[(next * 7_919) % drivers.length]
    next++
    if (!driver) return
    const start = firstAt + round * SLOT_MS
    const offerId = await place({
      stationId: driver.stationId,
      kind: 'reserved',
      start: new Date(start).toISOString(),
      end: new Date(start + SLOT_MS - 60_000).toISOString(),
      payCents: PAY_CENTS,
      forDriver: driver.marketId,
    })
    shownAt.set(offerId, Date.now())
  }
  const list = async (number: number): Promise<void> => {
    const start = firstAt + (number % 48) * SLOT_MS
    await place({
      stationId: drivers[0]?.stationId,
      kind: 'block',
      start: new Date(start).toISOString(),
      end: new Date(start + SLOT_MS).toISOString(),
      expiresAt: new Date(Date.now() + LISTED_MS).toISOString(),
      payCents: LEAST_CENTS - 1 - (number % 900),
    })
  }

  return {
    async during(ms, { driversARelease, listedADay }) {
      const began = performance.now()
      let listed = 0
      for (let passed = 0; passed < ms; passed = performance.now() - began) {
        while (shownAt.size < (passed * drivers.length) / driversARelease / 1_000) await release()
        while (listed < (passed * listedADay) / DAY_MS) await list(listed++)
        await sleep(BATCH_MS)
      }
      return listed
    },
    async settle(pollMs) {
      await sleep(2 * pollMs)
      const times: number[] = []
      for (const block of running.market.world.blocks.values()) {
        const at = shownAt.get(block.offerId)
        if (at !== undefined) times.push(block.acceptedAt - at)
      }
      times.sort((one, other) => one - other)
      const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0
      return { released: shownAt.size, won: times.length, p50: at(0.5), p99: at(0.99) }
    },
  }
}
