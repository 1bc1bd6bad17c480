import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { RunningMarket } from '@madruga/simulator/running-market.ts'
import type { FleetDriver } from './people.ts'

/** Offers that are released while drivers search, and what became of them by the market's own books. */
export type Releases = {
  /** Releases offers for `ms`, each to one driver: one a second for every so many drivers. */
  during(ms: number, driversARelease: number): Promise<void>
  /** Waits for the last ones; answers what was won, and the times from release to accept in ms. */
  settle(pollMs: number): Promise<{ released: number; won: number; p50: number; p99: number }>
}

const BATCH_MS = 100
/** Blocks of one driver follow each other without overlapping. */
const SLOT_MS = HOUR_MS
const PAY_CENTS = 6_000

/** Creates the releases of a market. */
export function createReleases(running: RunningMarket, drivers: readonly FleetDriver[]): Releases {
  const firstAt = Math.ceil((Date.now() + DAY_MS) / HOUR_MS) * HOUR_MS
  const shownAt = new Map<string, number>()
  let next = 0

  const release = async (): Promise<void> => {
    const round = Math.floor(next / drivers.length)
    // Neighbours in the list start together: strides spread the winners over all workers and batches.
    const driver = drivers[(next * 7_919) % drivers.length]
    next++
    if (!driver) return
    const start = firstAt + round * SLOT_MS
    const reply = await fetch(`${running.url}/admin/offers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        stationId: driver.stationId,
        kind: 'reserved',
        start: new Date(start).toISOString(),
        end: new Date(start + SLOT_MS - 60_000).toISOString(),
        payCents: PAY_CENTS,
        forDriver: driver.marketId,
      }),
    })
    if (!reply.ok) throw new Error(`the market does not release: ${reply.status} ${await reply.text()}`)
    const { offerId } = (await reply.json()) as { offerId: string }
    shownAt.set(offerId, Date.now())
  }

  return {
    async during(ms, driversARelease) {
      const perBatch = (drivers.length / driversARelease) * (BATCH_MS / 1_000)
      const began = performance.now()
      for (let due = 0; performance.now() - began < ms; await sleep(BATCH_MS)) {
        due = ((performance.now() - began) / BATCH_MS) * perBatch
        while (shownAt.size < due) await release()
      }
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
