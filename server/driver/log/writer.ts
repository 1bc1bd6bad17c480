import { randomUUID, createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import { refusesData, startFlusher } from '../../kit/flush.ts'
import type { Decision } from './model.ts'
import { createTally } from './tally.ts'
import type { Sums } from './tally.ts'
import { encodeData } from './encode.ts'
import { writeSums } from './figures-store.ts'
import { claimBatch, insertBatchLines, nameParts } from './line-store.ts'
import type { BatchLines, Places } from './line-store.ts'
import { createListingWriter, packVerdict } from './verdict-form.ts'
import type { PackedVerdict } from './verdict-form.ts'

/**
 * Buffers decisions and request counts of this process and writes them as one batch every `flushMs`. Bounded:
 * beyond `maxLines` the oldest lines are dropped and the driver sees how many (`log.skipped`); figures are
 * always kept. A failed batch is retried, unchanged, until it is written.
 */
export type LogWriter = {
  /** Buffers one decision; never blocks. */
  decide(decision: Decision): void
  /** Counts one request to the platform. */
  requested(driverId: string, at: number): void
  /** Tells a driver of this many lines that were left out. */
  skip(driverId: string, count: number): void
  /** Writes everything buffered now; rejects if the database fails (the buffer is kept). */
  flush(): Promise<void>
  /** Stops the timer and writes the rest; rejects if that fails. */
  close(): Promise<void>
  /** Lines waiting to be written. */
  size(): number
}

type WriterDeps = {
  db: Kysely<Tables>
  clock: Clock
  /** Between 250 and 500 ms: trades the viewer's latency for commits per second. */
  flushMs?: number
  /** About 1 KB each in memory. */
  maxLines?: number
  /** Called once per series of failures; the batch stays. */
  onFault?: (error: unknown) => void
}

const LINES_A_BATCH = 5_000
/**
 * Every running bot sends requests all the time: a driver's are added to their row half a minute after the
 * first, each driver's at another time, and so many drivers together as wait after a pause.
 */
const REQUESTS_AFTER_MS = 25_000
const REQUESTS_EVERY_MS = 5_000

/** A writer that flushes periodically until it is closed. */
export function createLogWriter(deps: WriterDeps): LogWriter {
  const { db, clock, flushMs = 300, onFault = () => {} } = deps
  const writerId = randomUUID()
  const buffer = createBuffer(deps.maxLines ?? 100_000)
  let pending: Batch | null = null
  let requestsAt = clock.now()

  const countedBy = (): number => {
    const now = clock.now()
    if (now - requestsAt < REQUESTS_EVERY_MS) return -Infinity
    requestsAt = now
    return now - REQUESTS_AFTER_MS
  }

  const drain = async (all: boolean): Promise<void> => {
    while (true) {
      pending ??= buffer.next(all ? Infinity : countedBy())
      if (pending === null) return
      try {
        await writeBatch(db, writerId, pending, clock.now())
      } catch (error) {
        if (refusesData(error)) pending = withoutLines(pending)
        throw error
      }
      pending = null
    }
  }

  const flusher = startFlusher({ clock, everyMs: flushMs, write: drain, onFault })

  return {
    decide: buffer.decide,
    requested: buffer.requested,
    skip: buffer.skip,
    flush: flusher.flush,
    close: flusher.close,
    size: () => buffer.size() + (pending?.decisions.length ?? 0),
  }
}

type Buffer = {
  decide(decision: Decision): void
  requested(driverId: string, at: number): void
  skip(driverId: string, count: number): void
  /** The next batch, with the requests that wait since `countedBy`; null if there is nothing to write. */
  next(countedBy: number): Batch | null
  size(): number
}

function createBuffer(maxLines: number): Buffer {
  const tally = createTally()
  let lines: Decision[] = []
  let first = 0
  let skipCounts = new Map<string, number>()
  let dirty = false
  let batches = 0

  const dropOldest = (): void => {
    const oldest = lines[first++]
    if (oldest) skipCounts.set(oldest.driverId, (skipCounts.get(oldest.driverId) ?? 0) + 1)
    // Shifted together occasionally, not for every line.
    if (first >= maxLines) {
      lines = lines.slice(first)
      first = 0
    }
  }

  return {
    decide(decision) {
      dirty = true
      tally.ignored(decision.driverId, decision.stationId, decision.at, decision.ignoredFor)
      if (decision.hidden) return
      if (lines.length - first >= maxLines) dropOldest()
      lines.push(decision)
    },
    requested: tally.requested,
    skip(driverId, count) {
      dirty = true
      skipCounts.set(driverId, (skipCounts.get(driverId) ?? 0) + count)
    },
    next(countedBy) {
      const sums = tally.take(countedBy)
      if (!dirty && sums.requests.driverIds.length === 0) return null
      const decisions = lines.slice(first, first + LINES_A_BATCH)
      first += decisions.length
      if (first >= lines.length) {
        lines = []
        first = 0
      }
      const batch = { number: ++batches, decisions, skipped: skipCounts, sums }
      skipCounts = new Map()
      dirty = lines.length > first
      return batch
    },
    size: () => lines.length - first,
  }
}

/**
 * A batch whose lines the database permanently rejects: the driver sees how many there were, and the figures
 * are kept.
 */
function withoutLines(batch: Batch): Batch {
  const skipCounts = new Map(batch.skipped)
  for (const { driverId } of batch.decisions) skipCounts.set(driverId, (skipCounts.get(driverId) ?? 0) + 1)
  return { ...batch, decisions: [], skipped: skipCounts }
}

/** The content of one flush: lines, the number of dropped lines per driver, and the sums. */
type Batch = {
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
async function writeBatch(db: Kysely<Tables>, writerId: string, batch: Batch, now: number): Promise<void> {
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
    const entry = data()
    const verdict = packVerdict(entry, at, writeListing)
    if (verdict === null) layWhole(driverId, at, 'offer.ignored', entry)
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
