import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Accounting } from './billing.ts'
import { createDriverPage } from './console/driver-page.ts'
import { exportList } from './console/export.ts'
import type { ExportDeps } from './console/export.ts'
import { findAnything } from './console/store/find.ts'
import type { DriverPageDeps } from './console/driver-page.ts'
import type { Notify } from './notify.ts'
import { createHouseReports } from './console/house-reports.ts'
import { readOverview } from './console/overview.ts'
import { steerIncident } from './console/steer-incident.ts'
import { testAlert } from './console/test-alert.ts'
import { defineModule } from './module.ts'
import type { FleetWatch } from './console/fleet-watch.ts'
import type { Console } from './console/operations.ts'
import { adminHandlers } from './console/handlers.ts'
import { forgetIncidents } from './console/store/incidents.ts'
import { forgetSamples } from './console/store/samples.ts'
import type { Database } from './db.ts'
import { HALF_YEAR_MS } from './jobs.ts'
import type { Clock } from './kit/clock.ts'

export { createFleetWatch } from './console/fleet-watch.ts'
export type { FleetWatch } from './console/fleet-watch.ts'
export type { Console } from './console/operations.ts'

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

type WatchParts = {
  console: Pick<Console, 'sendReports'>
  fleetWatch: Pick<FleetWatch, 'sample' | 'watch'>
}

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
    steerIncident: (actor, wanted) => steerIncident(deps, actor, wanted),
    testAlert: (actor) => testAlert(deps, actor),
  }
}
