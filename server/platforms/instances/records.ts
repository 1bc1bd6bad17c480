import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import { systemClock } from '../../kit/clock.ts'
import { listInstances, nameOfInstance } from './store.ts'
import type { InstanceRow } from './store.ts'

/** The instances as this process last read them. */
export type Records = {
  /** By platform name; null = none is known. */
  of(name: string): InstanceRow | null
  /** Reads them now: nothing later knows less. */
  refresh(): Promise<readonly InstanceRow[]>
  close(): Promise<void>
}

type RecordsDeps = {
  db: Kysely<Tables>
  /** Called after each reading. */
  onRead(): void
  /** Called for the first failed reading in a row. */
  onFault(error: unknown): void
}

/** Changes of records are seen after this by every process. */
const REFRESH_MS = 3_000

/** Reads the records, and goes on reading them. */
export async function followRecords({ db, onRead, onFault }: RecordsDeps): Promise<Records> {
  let records = new Map<string, InstanceRow>()
  let reading: Promise<readonly InstanceRow[]> | null = null
  let cancel: (() => void) | null = null
  let isClosed = false
  let hasFailed = false

  const read = async (): Promise<readonly InstanceRow[]> => {
    const rows = await listInstances(db)
    records = new Map(rows.map((row) => [nameOfInstance(row), row]))
    onRead()
    return rows
  }
  // A reading under way may have begun before what the caller wants to see.
  const refresh = async (): Promise<readonly InstanceRow[]> => {
    const before = reading
    const mine = (async () => {
      await before?.catch(() => {})
      return await read()
    })()
    reading = mine
    return await mine
  }
  // The machine's time: a clock that is moved by hand must not read the records for each of its seconds.
  const follow = (): void => {
    cancel = systemClock.after(REFRESH_MS, () => {
      refresh()
        .then(() => (hasFailed = false))
        .catch((error: unknown) => {
          if (!hasFailed && !isClosed) onFault(error)
          hasFailed = true
        })
        .finally(() => {
          if (!isClosed) follow()
        })
    })
  }
  await refresh()
  follow()
  return {
    of: (name) => records.get(name) ?? null,
    refresh,
    async close() {
      isClosed = true
      cancel?.()
      await reading?.catch(() => {})
    },
  }
}
