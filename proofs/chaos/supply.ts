import { DAY_MS, HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { callMarket } from './drivers.ts'
import type { ChaosDriver } from './drivers.ts'
import type { Fleet } from './fleet.ts'
import { pick } from './random.ts'
import type { Random } from './random.ts'

/** Slots of a quarter hour: short blocks, so that a driver can win many without overlaps. */
const SLOT_MS = 15 * MINUTE_MS
/** The market's limit is 40 h a week: four half hours a day are far below it. */
const DAYS_AHEAD = 13
const SLOTS_A_DAY = 16

/** Places offers of every kind until stopped. */
export type Supply = {
  /**
   * Places the offers of one round: a matching one for each of some drivers, and occasionally one that must
   * be ignored.
   */
  placeRound(): Promise<void>
  /** Placed offers that a driver should want. */
  wanted(): number
}

export function createSupply(fleet: Fleet, drivers: readonly ChaosDriver[], random: Random): Supply {
  const firstAt = Math.ceil((Date.now() + DAY_MS) / HOUR_MS) * HOUR_MS
  const nextSlot = new Map<string, number>()
  let wanted = 0

  const place = async (
    driver: ChaosDriver,
    slot: number,
    payCents: number,
    shared: boolean,
  ): Promise<void> => {
    const day = slot % DAYS_AHEAD
    const start = firstAt + day * DAY_MS + (Math.floor(slot / DAYS_AHEAD) % SLOTS_A_DAY) * SLOT_MS
    const now = Date.now()
    const taken = random() < 0.15 ? { takenAfterMs: Math.floor(random() * 1_500) } : {}
    await callMarket(fleet, 'POST', '/admin/offers', {
      stationId: pick(random, driver.stationIds),
      kind: shared ? 'block' : 'reserved',
      start: new Date(start).toISOString(),
      end: new Date(start + SLOT_MS - MINUTE_MS).toISOString(),
      payCents,
      expiresAt: new Date(now + 2_500 + Math.floor(random() * 3_000)).toISOString(),
      ...(shared ? {} : { forDriver: driver.marketId }),
      ...taken,
    })
  }

  return {
    async placeRound() {
      const chosen = drivers.filter(() => random() < 0.4)
      await Promise.all(
        chosen.map(async (driver) => {
          const slot = nextSlot.get(driver.id) ?? 0
          nextSlot.set(driver.id, slot + 1)
          wanted++
          const dice = random()
          // Shared by the whole metro: many try, one gets it.
          await place(driver, slot, 900, dice < 0.1)
          // Badly paid: outside the filter.
          if (dice > 0.8) await place(driver, slot + 7, 200, false)
          // The same time again: overlaps with a won block.
          if (dice > 0.5 && dice < 0.6) await place(driver, slot, 1_000, false)
        }),
      )
    },
    wanted: () => wanted,
  }
}
