import type { Timestamp } from '@madruga/core/time.ts'
import { noteLived } from '../../console/admin.ts'
import { createTally, recordEntries, writeSums } from '../../driver/log.ts'
import type { NewEntry } from '../../driver/log.ts'
import type { World } from '../../world.ts'
import type { Deed } from './live.ts'
import type { Span } from './market.ts'
import type { RunWindow } from './searches.ts'

/** A driver with all that they and their bot did, in order. */
export type Lived = {
  driverId: string
  span: Span
  deeds: readonly Deed[]
  windows: readonly RunWindow[]
  pollMs: number
  filterVersion: number
  /** Code and zone of each station, by id. */
  places: ReadonlyMap<string, { code: string; timeZone: string }>
}

/** The clock of the weeks, moved by hand. */
export type MovedClock = {
  set(at: Timestamp): void
  /** Does work that moves the clock for itself alone, beside other work. */
  apart<T>(work: () => Promise<T>): Promise<T>
}

type Tx = Parameters<World['bots']['past']['record']>[0]
type Parts = Pick<World, 'blocks' | 'bots' | 'database' | 'platform'>

/** Writes what happened from `from` up to `to`, in one transaction, which also notes how far it came. */
export async function writeStretch(
  world: Parts,
  clock: MovedClock,
  lived: Lived,
  { from, to }: { from: Timestamp; to: Timestamp },
): Promise<void> {
  const { driverId, deeds } = lived
  const now = deeds.filter(({ at }) => at >= from && at < to)
  await world.database.kysely.transaction().execute(async (tx) => {
    let lines: NewEntry[] = []
    for (const deed of now) {
      if (deed.did === 'ignored') {
        lines.push(lineOf(lived, deed))
        continue
      }
      await recordEntries(tx, driverId, lines)
      lines = []
      clock.set(deed.at)
      await writeDeed(world, tx, lived, deed)
    }
    await recordEntries(tx, driverId, lines)
    await writeSums(tx, countStretch(lived, now, { from, to }))
    await noteLived(tx, driverId, to)
  })
}

async function writeDeed(
  { blocks, bots, platform }: Parts,
  tx: Tx,
  { driverId, filterVersion }: Lived,
  deed: Exclude<Deed, { did: 'ignored' }>,
): Promise<void> {
  if (deed.did === 'arrived') {
    const blockId = await bots.past.findBlock(tx, driverId, platform.name, deed.offerId)
    await blocks.recordCheckIn(tx, driverId, { blockId, at: deed.at })
    return
  }
  const { offer, rules, result, reactionMs } = deed
  const outcome =
    result.outcome === 'accepted'
      ? { won: true as const, blockId: result.blockId }
      : { won: false as const, cause: result.cause }
  const accept = { platform: platform.name, offer, rules, filterVersion, outcome, reactionMs }
  await bots.past.record(tx, driverId, accept)
}

function lineOf({ filterVersion, places }: Lived, deed: Extract<Deed, { did: 'ignored' }>): NewEntry {
  const { at, offer, ignoredFor, rules } = deed
  const { code: stationCode, timeZone } = places.get(offer.stationId)!
  const data = { offer, stationCode, timeZone, filterVersion, rules, ignoredFor }
  return { at, type: 'offer.ignored', data }
}

/** Ignored offers and requests, summed as the log's writer sums them. */
function countStretch(
  { driverId, windows, pollMs }: Lived,
  deeds: readonly Deed[],
  { from, to }: { from: Timestamp; to: Timestamp },
) {
  const tally = createTally()
  for (const deed of deeds)
    if (deed.did === 'ignored') tally.ignored(driverId, deed.offer.stationId, deed.at, deed.ignoredFor)
  for (const window of windows)
    for (let at = window.from; at < Math.min(window.until, to); at += pollMs)
      if (at >= from) tally.requested(driverId, at)
  return tally.take(Infinity)
}
