import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Accounting } from '../money/billing.ts'
import { createDriverPage } from './overview/driver-page.ts'
import type { DriverPageDeps } from './overview/driver-page.ts'
import { exportList } from './overview/export.ts'
import type { ExportDeps } from './overview/export.ts'
import { findAnything } from './overview/store/find.ts'
import type { Notify } from '../notify.ts'
import { createHouseReports } from './overview/house-reports.ts'
import { readOverview } from './overview/figures.ts'
import { steerIncident } from './overview/steer-incident.ts'
import { testAlert } from './overview/test-alert.ts'
import { defineModule, acted, asked } from '../module.ts'
import type { Handlers } from '../module.ts'
import type { Console } from './overview/operations.ts'
import * as store from './overview/store/incidents.ts'
import { forgetIncidents } from './overview/store/incidents.ts'
import { forgetSamples, insertSample } from './overview/store/samples.ts'
import type { Database } from '../db.ts'
import { HALF_YEAR_MS } from '../jobs.ts'
import type { Clock } from '../kit/clock.ts'
import { readBackupAt, readPhases, readServiceState, readWorkerCount } from './admin.ts'
import type { Admin } from './admin.ts'
import type { Bots } from '../bot.ts'
import { countWithdrawn } from '../platforms.ts'
import type { Platform } from '../platforms.ts'
import type { RuntimePart } from '../version.ts'
import type { Channel } from '@madruga/core/notify.ts'
import { decideIncidents, findIncidents } from '@madruga/core/incidents.ts'
import type { IncidentKind, IncidentSettings, ServiceReading } from '@madruga/core/incidents.ts'
import { countLateFirings } from '../driver/autostart.ts'
import { readOverdue } from '../people/support.ts'
import type { Db } from './overview/model.ts'

export type { Console } from './overview/operations.ts'

/** The console shows a month of the fleet; a week more is kept under a page that is open. */
const SAMPLE_MS = 38 * DAY_MS

/** The declaration of the console, and of the recurring looks at the whole service. */
export const operatorConsole = defineModule({
  tables: ['fleet_samples', 'incidents'],
  create: (parts: ConsoleDeps) => ({ console: createConsole(parts) }),
  handlers: adminHandlers,
  jobs: ({ console: { sendReports }, fleetWatch: { sample, watch } }: WatchParts) => [
    { name: 'instances.send_reports', everyMs: HOUR_MS, run: sendReports },
    { name: 'fleet.sample', everyMs: 5 * MINUTE_MS, run: sample },
    { name: 'fleet.watch', everyMs: 5 * SECOND_MS, asksOutside: true, run: watch },
  ],
  retention: ({ db, clock }: { db: Database['kysely']; clock: Clock }) => [
    { tables: 'fleet_samples', forget: () => forgetSamples(db, clock.now() - SAMPLE_MS) },
    { tables: 'incidents', forget: () => forgetIncidents(db, clock.now() - HALF_YEAR_MS) },
  ],
})

type WatchParts = { console: Pick<Console, 'sendReports'>; fleetWatch: Pick<FleetWatch, 'sample' | 'watch'> }

export type ConsoleDeps = DriverPageDeps &
  Pick<ExportDeps, 'admin'> & {
    /** The service's zone, in which days and weeks are counted. */
    timeZone: string
    accounting: ExportDeps['accounting'] & Pick<Accounting, 'readRevenue' | 'readRunningCharges'>
    notify: Pick<Notify, 'sendTest' | 'readInbox' | 'sendMessage'>
  }

/** Creates the console's own operations. */
export function createConsole(deps: ConsoleDeps): Console {
  const reports = createHouseReports(deps)
  return {
    ...createDriverPage(deps),
    ...reports,
    find: ({ text }) => findAnything(deps.db, text),
    exportList: (actor, query) => exportList({ ...deps, ...reports }, actor, query),
    readOverview: (query) => readOverview(deps, query),
    steerIncident: (actor, change) => steerIncident(deps, actor, change),
    testAlert: (actor) => testAlert(deps, actor),
  }
}

type AdminParts = {
  admin: Admin
  console: Console
  version: string
  runtime: readonly RuntimePart[]
  platform: Pick<Platform, 'answers'>
  bots: Pick<Bots, 'readSilence' | 'countAdopted'>
  /** How often each job runs, ms. */
  intervals: ReadonlyMap<string, number>
}

/** The operations of admin. */
function adminHandlers({
  admin,
  console,
  version,
  runtime,
  platform,
  bots,
  intervals,
}: AdminParts): Pick<Handlers, 'admin'> {
  /** A section of a driver's page: that it was opened is written to the audit log. */
  const opened = <In extends { id: string }, Out>(read: (input: In) => Promise<Out>) =>
    acted(async (actor, input: In) => {
      await admin.noteRead(actor, input.id)
      return await read(input)
    })
  /** A search among drivers, by a text: that is written to the audit log too. */
  const searched = <In extends { text?: string | undefined }, Out>(read: (input: In) => Promise<Out>) =>
    acted(async (actor, input: In) => {
      if (input.text?.trim()) await admin.noteSearch(actor, input.text)
      return await read(input)
    })
  const operations: Handlers['admin'] = {
    overview: asked(console.readOverview),
    find: searched(console.find),
    steerIncident: acted(console.steerIncident),
    testAlert: acted(console.testAlert),
    drivers: searched(admin.listDrivers),
    driver: opened(({ id }: { id: string }) => admin.readDriver(id)),
    driverLog: opened(console.readLog),
    driverBlocks: opened(console.readBlocks),
    driverNews: opened(console.readNews),
    driverAccess: opened(console.readAccess),
    setStatus: acted(admin.setStatus),
    setDevice: acted(admin.setDevice),
    endSessions: acted((actor, { id }: { id: string }) => admin.endSessions(actor, id)),
    async service() {
      const [figures, market, silence, adopted] = await Promise.all([
        admin.readFigures(),
        platform.answers(),
        bots.readSilence(),
        bots.countAdopted(),
      ])
      const jobs = figures.jobs.map((job) => ({ ...job, everyMs: intervals.get(job.job) ?? null }))
      const { count, bots: silentBots } = silence
      return {
        ...figures,
        jobs,
        silent: { count, bots: silentBots },
        adopted,
        version,
        runtime: [...runtime],
        platform: availability(market),
      }
    },
    setService: acted(admin.setService),
    kill: acted(admin.setKilled),
    requests: async (_who, page) => ({ requests: await admin.listRequests(page) }),
    replyToRequest: acted(admin.reply),
    closeRequest: acted((actor, { id }: { id: number }) => admin.close(actor, id)),
    messages: asked(admin.listMessages),
    retryJobs: acted(admin.retryJobs),
    retryMessages: acted(admin.retryMessages),
    audit: asked(admin.listActions),
  }
  return { admin: operations }
}

function availability(answers: boolean): 'available' | 'unavailable' {
  return answers ? 'available' : 'unavailable'
}

/** Recurring looks at the whole service, for the table of jobs. */
export type FleetWatch = {
  /** Stores how many bots are in each state now. */
  sample(): Promise<void>
  /** Finds what is wrong, stores it, and tells operators what they must know. */
  watch(): Promise<void>
  /** Tells operators of one thing without storing it: for when nothing can be stored. */
  tellNow(kind: IncidentKind, state: 'wrong' | 'over'): Promise<void>
}

type FleetWatchDeps = {
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
      const incidents = [{ kind, count: null }]
      const params = { wrong: state === 'wrong' ? incidents : [], over: state === 'over' ? incidents : [] }
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
  const findings = findIncidents(reading, settings, now)
  const { seen, tell, loud, over } = decideIncidents(open, findings, now, settings)
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
