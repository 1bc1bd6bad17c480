import type { Pool } from 'pg'
import { spill } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import { createSharedLimiter } from '../../kit/limits.ts'

/** Why nothing can be stored: no room on the disk, a database that only reads, or none of its connections. */
export type WriteTrouble = 'disk_full' | 'read_only' | 'no_connections'

/** Whether the database stores what it is given. */
export type Writes = {
  /** As of the last look, without another one; null = it does, or no one knows. */
  known(): WriteTrouble | null
  /** Looks, unless it has just been looked; null = it does, or it does not answer at all. */
  find(): Promise<WriteTrouble | null>
}

type WritesDeps = {
  clock: Clock
  /** Writes something; rejects with what the database says. */
  write(): Promise<unknown>
  /** Resolves once a connection of those that requests use was free. */
  connect(): Promise<unknown>
  /** Called when a look finds something else than the one before. */
  onChange(trouble: WriteTrouble | null): void
}

/** A look serves everyone for so long; one that found trouble is repeated sooner. */
const WELL_FOR_MS = 5_000
const TROUBLED_FOR_MS = 1_000
/** A write that takes longer says nothing, and the next look follows. */
const ANSWER_MS = 900
/** A request that waits so long for a connection is one of very many. */
const CONNECT_MS = 3_000

/** Creates it; a process looks whenever somebody asks. */
export function createWrites({ clock, write, connect, onChange }: WritesDeps): Writes {
  let known: WriteTrouble | null = null
  let looked: { at: number; finds: Promise<WriteTrouble | null> } | null = null
  let waitsSince: number | null = null

  /** Waits in the background: a process that is merely busy still answers. */
  const watchConnections = (): void => {
    if (waitsSince !== null) return
    waitsSince = clock.now()
    connect().then(
      () => (waitsSince = null),
      () => (waitsSince = null),
    )
  }

  const look = async (): Promise<WriteTrouble | null> => {
    const late = Promise.withResolvers<null>()
    const cancel = clock.after(ANSWER_MS, () => late.resolve(null))
    const said = write().then(() => null, troubleOf)
    const waited = waitsSince === null ? 0 : clock.now() - waitsSince
    watchConnections()
    const found = await Promise.race([said, late.promise]).finally(cancel)
    return found ?? (waited > CONNECT_MS ? 'no_connections' : null)
  }

  return {
    known: () => known,
    async find() {
      const now = clock.now()
      const serves = known === null ? WELL_FOR_MS : TROUBLED_FOR_MS
      if (looked === null || Math.abs(now - looked.at) >= serves) {
        const finds = look().then((found) => {
          const was = known
          known = found
          if (found !== was) onChange(found)
          return found
        })
        looked = { at: now, finds }
      }
      return await looked.finds
    },
  }
}

/** What creates one over the database: a row that every look writes, and a file that none keeps. */
export function writeThrough(probing: Pool): () => Promise<void> {
  const looks = createSharedLimiter(probing, 'write_probe', { points: 1_000_000_000, windowS: 3_600 })
  return async () => {
    await looks.take('all')
    await spill(probing)
  }
}

/** SQLSTATE of what keeps the database from storing; null for anything else. */
export function troubleOf(error: unknown): WriteTrouble | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  // 53100: no space left; 53400: none that this role may use.
  if (code === '53100' || code === '53400') return 'disk_full'
  // 25006: the transaction only reads.
  if (code === '25006') return 'read_only'
  return code === '53300' ? 'no_connections' : null
}
