import type { Outputs } from '@madruga/core/contract.ts'
import type { Actor } from '../admin.ts'
import type { DriverPage } from './driver-page.ts'
import type { ExportQuery } from './export.ts'
import type { HouseReports } from './house-reports.ts'
import type { Overview, readOverview } from './figures.ts'
import type { Steer } from './steer-incident.ts'

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
