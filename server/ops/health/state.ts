import type { Clock } from '../../kit/clock.ts'
import { troubleOf } from './writes.ts'
import type { Writes } from './writes.ts'

/** Whether this process may be given work. */
export type Health = {
  /** From now on the process is not ready: it finishes what it has and ends. */
  drain(): void
  /** Null = ready; otherwise the reason. */
  findHindrance(): Promise<Hindrance | null>
}

/** Why a process may not be given work. */
export type Hindrance = 'draining' | 'no database' | 'no connections' | 'disk full' | 'read only'

/** A database that answers later than this is as good as none: a probe's own time-out is often a second. */
const ANSWER_MS = 900
/** An answer serves the probes of so long: no one makes us query the database a thousand times a second. */
const KNOWN_FOR_MS = 500

type HealthDeps = { ping(): Promise<void>; clock: Clock; writes: Pick<Writes, 'find'> }

/**
 * Creates the health of a process. `ping` rejects or hangs without a database; it needs a connection of its
 * own, since a process whose connections are all busy has much to do and is not to be taken out of service.
 */
export function createHealth({ ping, clock, writes }: HealthDeps): Health {
  let draining = false
  let asked: { at: number; absence: Promise<Hindrance | null> } | null = null

  const findAbsence = async (): Promise<Hindrance | null> => {
    const late = Promise.withResolvers<Hindrance>()
    const cancel = clock.after(ANSWER_MS, () => late.resolve('no database'))
    const answer = ping().then(
      () => null,
      (error: unknown): Hindrance =>
        troubleOf(error) === 'no_connections' ? 'no connections' : 'no database',
    )
    return await Promise.race([answer, late.promise]).finally(cancel)
  }

  return {
    drain() {
      draining = true
    },
    async findHindrance() {
      if (draining) return 'draining'
      const now = clock.now()
      if (asked === null || Math.abs(now - asked.at) >= KNOWN_FOR_MS)
        asked = { at: now, absence: findAbsence() }
      const absence = await asked.absence
      // The drain may have begun meanwhile.
      if (draining) return 'draining'
      if (absence !== null) return absence
      const trouble = await writes.find()
      if (trouble === 'disk_full') return 'disk full'
      // One without a free connection has much to do, see above.
      return trouble === 'read_only' ? 'read only' : null
    },
  }
}
