import type { Registry } from 'prom-client'
import type { JobState } from '../../jobs.ts'
import type { Clock } from '../../kit/clock.ts'
import { gauge } from './read.ts'
import type { SetValue } from './read.ts'

/** What is read of the whole service; each function asks the database. */
export type WatchedFleet = {
  clock: Clock
  readFigures(): Promise<{ phases: Record<string, number>; messages: { waiting: number; failed: number } }>
  readSilence(): Promise<{ unsent: { count: number }; unread: { count: number } }>
  readJobStates(): Promise<JobState[]>
}

type Fleet = Awaited<ReturnType<WatchedFleet['readFigures']>> & {
  silence: Awaited<ReturnType<WatchedFleet['readSilence']>>
  jobs: JobState[]
}

/** Below the time-out of a scrape, which is 10 s by default. */
const READ_MS = 3_000

/**
 * Registers the gauges of the whole service. Without a database they have no value, while those of the
 * process still do.
 */
export function watchFleet(register: Registry, fleet: WatchedFleet): void {
  const read = shareReading(fleet)
  const fleetGauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    show: (known: Fleet, set: SetValue) => void,
  ): void =>
    gauge(register, name, help, labelNames, async (set) => {
      const known = await read()
      if (known !== null) show(known, set)
    })
  fleetGauge('madruga_bots', 'Bots by state', ['phase'], ({ phases }, set) => {
    for (const [phase, count] of Object.entries(phases)) set(count, { phase })
  })
  fleetGauge('madruga_silent_bots', 'Running bots without a poll', [], ({ silence }, set) =>
    set(silence.unsent.count),
  )
  fleetGauge('madruga_unread_bots', 'Bots whose polls bring no list', [], ({ silence }, set) =>
    set(silence.unread.count),
  )
  fleetGauge(
    'madruga_outbox_messages',
    'Messages that wait, and those of the last day that failed',
    ['state'],
    ({ messages: { waiting, failed } }, set) => {
      set(waiting, { state: 'waiting' })
      set(failed, { state: 'failed' })
    },
  )
  fleetGauge(
    'madruga_job_age_seconds',
    'Since a job was last done in any process; infinite for one that never was',
    ['name'],
    ({ jobs }, set) => {
      for (const { name, doneMsAgo } of jobs)
        set(doneMsAgo === null ? Number.POSITIVE_INFINITY : doneMsAgo / 1000, { name })
    },
  )
  fleetGauge(
    'madruga_job_failures',
    'Failures of a job in a row, in any process',
    ['name'],
    ({ jobs }, set) => {
      for (const { name, failures } of jobs) set(failures, { name })
    },
  )
  fleetGauge('madruga_job_interval_seconds', 'How often a job runs', ['name'], ({ jobs }, set) => {
    for (const { name, everyMs } of jobs) set(everyMs / 1000, { name })
  })
}

/** All gauges of one scrape are read at once and share one reading; null when it fails or takes too long. */
function shareReading({ clock, readFigures, readSilence, readJobStates }: WatchedFleet) {
  let reading: Promise<Fleet | null> | null = null
  const readAll = async (): Promise<Fleet> => {
    const [figures, silence, jobs] = await Promise.all([readFigures(), readSilence(), readJobStates()])
    return { ...figures, silence, jobs }
  }
  const readInTime = async (): Promise<Fleet | null> => {
    const late = Promise.withResolvers<null>()
    const cancel = clock.after(READ_MS, () => late.resolve(null))
    return await Promise.race([readAll().catch(() => null), late.promise]).finally(cancel)
  }
  return (): Promise<Fleet | null> => (reading ??= readInTime().finally(() => (reading = null)))
}
