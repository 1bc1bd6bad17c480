import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import { encodeData } from './encode.ts'
import { writeSums } from './figures-store.ts'
import { claimBatch, insertBatchLines } from './line-store.ts'
import type { BatchLines } from './line-store.ts'
import type { Decision } from './model.ts'
import type { Sums } from './tally.ts'

/** The content of one flush: lines, the number of dropped lines per driver, and the sums. */
export type Batch = {
  number: number
  decisions: readonly Decision[]
  skipped: ReadonlyMap<string, number>
  sums: Sums
}

/**
 * Writes a batch in one transaction, at most once: `writerId` has the number of its last committed batch, so
 * that a batch whose answer was lost can be sent again. Heads are updated in order of driver, so that writers
 * never deadlock.
 */
export async function writeBatch(
  db: Kysely<Tables>,
  writerId: string,
  batch: Batch,
  now: number,
): Promise<void> {
  const lines = layLines(batch, now)
  await db.transaction().execute(async (tx) => {
    if (!(await claimBatch(tx, writerId, batch.number))) return
    if (lines.driverIds.length > 0) await insertBatchLines(tx, lines)
    await writeSums(tx, batch.sums)
  })
}

function layLines(batch: Batch, now: number): BatchLines {
  const owners: number[] = []
  const ranks: number[] = []
  const ats: number[] = []
  const types: string[] = []
  const data: string[] = []
  const driverIds: string[] = []
  const counts: number[] = []
  const places = new Map<string, number>()
  const lay = (driverId: string, at: number, type: string, text: string): void => {
    let place = places.get(driverId)
    if (place === undefined) {
      places.set(driverId, (place = driverIds.length))
      driverIds.push(driverId)
      counts.push(0)
    }
    const rank = (counts[place] ?? 0) + 1
    counts[place] = rank
    owners.push(place + 1)
    ranks.push(rank)
    ats.push(at)
    types.push(type)
    data.push(text)
  }
  for (const [driverId, count] of batch.skipped) lay(driverId, now, 'log.skipped', encodeData({ count }))
  for (const one of batch.decisions) lay(one.driverId, one.at, 'offer.ignored', encodeData(one.data()))
  return { driverIds, counts, owners, ranks, ats, types, data: data.join('\n') }
}
