import type { Outputs } from '@madruga/core/contract.ts'
import type { Actor } from './admin.ts'
import type { Accounting } from './billing.ts'
import { createDriverPage } from './console/driver-page.ts'
import { exportList } from './console/export.ts'
import type { ExportDeps, ExportQuery } from './console/export.ts'
import { findAnything } from './console/store/find.ts'
import type { DriverPage, DriverPageDeps } from './console/driver-page.ts'
import type { Notify } from './notify.ts'
import { createHouseReports } from './console/house-reports.ts'
import type { HouseReports } from './console/house-reports.ts'
import { readOverview } from './console/overview.ts'
import type { Overview } from './console/overview.ts'
import { steerIncident } from './console/steer-incident.ts'
import type { Steer } from './console/steer-incident.ts'
import { testAlert } from './console/test-alert.ts'

export { createFleetWatch } from './console/fleet-watch.ts'
export type { FleetWatch } from './console/fleet-watch.ts'
export { forgetIncidents } from './console/store/incidents.ts'
export { forgetSamples } from './console/store/samples.ts'

/** What only the console asks for, beyond the operations that the command line shares with it. */
export type Console = DriverPage &
  HouseReports & {
    /** Drivers, invoices and payments by a part of what names them. */
    find(query: { text: string }): Promise<Outputs['admin']['find']>
    /** A list as CSV, piece by piece; that it was exported is in the audit log. */
    exportList(actor: Actor, query: ExportQuery): Promise<AsyncIterable<string>>
    /** How the business and the fleet do, and what is wrong now. */
    readOverview(query: Parameters<typeof readOverview>[1]): Promise<Overview>
    /** Acknowledges, mutes or takes over an incident, or undoes that. Refuses with `admin.incident_over`. */
    steerIncident(actor: Actor, wanted: Steer): Promise<Outputs['admin']['steerIncident']>
    /** Sends the operator a test alert by mail and push, and returns what came of it. */
    testAlert(actor: Actor): Promise<Outputs['admin']['testAlert']>
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
