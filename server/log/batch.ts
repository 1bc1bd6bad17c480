import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import { encodeData } from './encode.ts'
import { writeSums } from './figures-store.ts'
import { claimBatch, insertBatchLines, nameParts } from './line-store.ts'
import type { BatchLines, Places } from './line-store.ts'
import type { Decision } from './model.ts'
import type { Sums } from './tally.ts'
import { createListingWriter, packVerdict } from './verdict-form.ts'
import type { PackedVerdict } from './verdict-form.ts'

/** The content of one flush: lines, the number of dropped lines per driver, and the sums. */
export type Batch = {
  number: number
  decisions: readonly Decision[]
  skipped: ReadonlyMap<string, number>
  sums: Sums
}

/**
 * Writes a batch in one transaction, at most once: `writerId` has the number of its last committed batch, so
 * that a batch whose answer was lost can be sent again. What its lines share is written before. Heads are
 * updated in order of driver, so that writers never deadlock.
 */
export async function writeBatch(
  db: Kysely<Tables>,
  writerId: string,
  batch: Batch,
  now: number,
): Promise<void> {
  const lines = await layLines(db, batch, now)
  await db.transaction().execute(async (tx) => {
    if (!(await claimBatch(tx, writerId, batch.number))) return
    if (lines.driverIds.length > 0) await insertBatchLines(tx, lines)
    await writeSums(tx, batch.sums)
  })
}

async function layLines(db: Kysely<Tables>, batch: Batch, now: number): Promise<BatchLines> {
  const driverIds: string[] = []
  const counts: number[] = []
  const whole: BatchLines['whole'] = { owners: [], ranks: [], ats: [], types: [], data: [] }
  const inParts: Places & { verdicts: PackedVerdict[] } = { owners: [], ranks: [], ats: [], verdicts: [] }
  const places = new Map<string, number>()
  const writeListing = createListingWriter()
  const lay = (to: Places, driverId: string, at: number): void => {
    let place = places.get(driverId)
    if (place === undefined) {
      places.set(driverId, (place = driverIds.length))
      driverIds.push(driverId)
      counts.push(0)
    }
    const rank = (counts[place] ?? 0) + 1
    counts[place] = rank
    to.owners.push(place + 1)
    to.ranks.push(rank)
    to.ats.push(at)
  }
  const layWhole = (driverId: string, at: number, type: string, data: unknown): void => {
    lay(whole, driverId, at)
    whole.types.push(type)
    whole.data.push(encodeData(data))
  }
  for (const [driverId, count] of batch.skipped) layWhole(driverId, now, 'log.skipped', { count })
  for (const { driverId, at, data } of batch.decisions) {
    const ignored = data()
    const verdict = packVerdict(ignored, at, writeListing)
    if (verdict === null) layWhole(driverId, at, 'offer.ignored', ignored)
    else {
      lay(inParts, driverId, at)
      inParts.verdicts.push(verdict)
    }
  }
  const { verdicts, ...at } = inParts
  return {
    driverIds,
    counts,
    whole,
    packed: { ...at, ...(await nameAll(db, verdicts, Math.max(...at.ats))) },
  }
}

/** Stores what the verdicts share, once, and refers to it. */
async function nameAll(
  db: Kysely<Tables>,
  verdicts: readonly PackedVerdict[],
  lastAt: number,
): Promise<Pick<BatchLines['packed'], 'listings' | 'forms' | 'owns'>> {
  const digests = new Map<string, string>()
  const digestOf = (text: string): string => {
    let digest = digests.get(text)
    if (digest === undefined) digests.set(text, (digest = digestText(text)))
    return digest
  }
  const listings = verdicts.map(({ listing }) => digestOf(listing))
  const forms = verdicts.map(({ form }) => digestOf(form))
  if (verdicts.length === 0) return { listings: [], forms: [], owns: [] }
  const parts = new Map([...digests].map(([text, digest]) => [digest, text]))
  const ids = await nameParts(db, parts, new Date(lastAt).toISOString().slice(0, 10))
  return {
    listings: listings.map((digest) => ids.get(digest)!),
    forms: forms.map((digest) => ids.get(digest)!),
    owns: verdicts.map(({ own }) => own),
  }
}

/** Half of a SHA-256, in hex: no platform can make two of one digest. */
function digestText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
