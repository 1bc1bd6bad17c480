import type { LedgerEntry } from '../ledger.ts'
import { record } from '../world.ts'
import type { World } from '../world.ts'
import type { Holding } from './model.ts'

/** Writes into the ledger what became of a holding. */
export function recordFor(world: World, holding: Holding, action: LedgerEntry['action']): void {
  const driver = world.drivers.get(holding.driverId)
  if (driver === undefined) return
  record(world, driver, { action, offerId: holding.job.jobId, blockId: holding.holdingId, status: 200 })
}

/** The driver has nothing of the job any more. */
export function endHolding(world: World, holding: Holding, action: LedgerEntry['action']): void {
  world.courier.holdings.delete(holding.holdingId)
  recordFor(world, holding, action)
}
