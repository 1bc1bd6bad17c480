import type { Channel } from '@madruga/core/notify.ts'
import { decideIncidents, findIncidents } from '@madruga/core/incidents.ts'
import type { IncidentKind, IncidentSettings, ServiceReading } from '@madruga/core/incidents.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import { readBackupAt, readPhases, readServiceState, readWorkerCount } from '../admin.ts'
import type { Accounting } from '../billing.ts'
import type { Bots } from '../bot.ts'
import { countLateFirings } from '../autostart.ts'
import type { Clock } from '../kit/clock.ts'
import type { Notify } from '../notify.ts'
import { countWithdrawn } from '../platforms.ts'
import type { Platform } from '../platforms.ts'
import { readOverdue } from '../support.ts'
import type { Db } from './model.ts'
import * as store from './store/incidents.ts'
import { insertSample } from './store/samples.ts'

/** Recurring looks at the whole service, for the table of jobs. */
export type FleetWatch = {
  /** Stores how many bots are in each state now. */
  sample(): Promise<void>
  /** Finds what is wrong, stores it, and tells operators what they must know. */
  watch(): Promise<void>
  /** Tells operators of one thing without storing it: for when nothing can be stored. */
  tellNow(kind: IncidentKind, state: 'wrong' | 'over'): Promise<void>
}

export type FleetWatchDeps = {
  db: Db
  clock: Clock
  settings: IncidentSettings
  bots: Pick<Bots, 'readSilence'>
  platform: Pick<Platform, 'answers'>
  accounting: Pick<Accounting, 'readReconciliations'>
  notify: Pick<Notify, 'readTroubles' | 'tellOperator' | 'tellOperatorNow'>
  readJobs(): Promise<ServiceReading['jobs']>
  /** What keeps the database from storing anything; null = nothing. */
  findWriteTrouble(): Promise<string | null>
  /** The free share of the disk, 0 to 1; null = not known. */
  readFree(): Promise<number | null>
}

/** Creates them over the modules that know what is wrong. */
export function createFleetWatch(deps: FleetWatchDeps): FleetWatch {
  const { db, clock, bots } = deps
  return {
    async sample() {
      await insertSample(db, {
        now: clock.now(),
        phases: await readPhases(db),
        silent: (await bots.readSilence()).count,
      })
    },
    async watch() {
      const reading = await readSigns(deps)
      await db.transaction().execute((tx) => storeReading(deps, tx, reading))
    },
    async tellNow(kind, state) {
      const told = [{ kind, count: null }]
      const params = { wrong: state === 'wrong' ? told : [], over: state === 'over' ? told : [] }
      for (const { driverId } of await store.listOperators(db))
        await deps.notify.tellOperatorNow({ driverId, channels: channelsOf(deps.settings), params })
    },
  }
}

async function readSigns(deps: FleetWatchDeps): Promise<ServiceReading> {
  const { db, clock, settings } = deps
  const now = clock.now()
  const [state, workers, starting, stuck, silence, platformAnswers, books, jobs, messages] =
    await Promise.all([
      readServiceState(db),
      readWorkerCount(db),
      store.readStarting(db),
      store.readStuck(db, now - settings.stuckMs),
      deps.bots.readSilence(),
      deps.platform.answers(),
      deps.accounting.readReconciliations(),
      deps.readJobs(),
      deps.notify.readTroubles(),
    ])
  const { killed, serverAvailable } = state
  return {
    killed,
    serverAvailable,
    workers,
    atWork: starting.atWork,
    starting,
    stuck,
    silent: silence.unsent,
    unread: silence.unread,
    platformAnswers,
    books: books.last && { gateway: books.last.gateway, differences: books.last.differences.length },
    jobs,
    messages,
    lateStarts: await countLateFirings(db, now - DAY_MS),
    withdrawnPlatforms: await countWithdrawn(db),
    lateRequests: await readOverdue(db, now),
    backupAt: await readBackupAt(db),
    free: await deps.readFree(),
    writes: (await deps.findWriteTrouble()) === null,
  }
}

/** Stores what a reading found, and tells every operator in the same transaction. */
async function storeReading(
  { clock, settings, notify }: FleetWatchDeps,
  tx: Db,
  reading: ServiceReading,
): Promise<void> {
  const now = clock.now()
  const open = await store.lockOpen(tx)
  const found = findIncidents(reading, settings, now)
  const { seen, tell, loud, over } = decideIncidents(open, found, now, settings)
  await store.upsertSeen(tx, seen, now)
  await store.markTold(tx, tell, now)
  await store.markLoud(tx, loud)
  await store.markOver(tx, over, now)
  // Who muted it wants to hear nothing of it.
  const overTold = over.filter(({ toldAt, mutedUntil }) => toldAt !== null && mutedUntil === null)
  if (tell.length + overTold.length === 0) return
  const channels = channelsOf(settings)
  const params = {
    wrong: tell.map(({ kind, count }) => ({ kind, count })),
    over: overTold.map(({ kind }) => ({ kind, count: null })),
  }
  for (const { driverId } of await store.listOperators(tx))
    await notify.tellOperator(tx, { driverId, channels, params, event: `incidents:${now}:${driverId}` })
}

function channelsOf({ email, push }: IncidentSettings): Channel[] {
  return [...(email ? ['email' as const] : []), ...(push ? ['push' as const] : [])]
}
