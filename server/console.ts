import type { Outputs } from '@madruga/core/contract.ts'
import type { Actor } from './admin.ts'
import type { Accounting } from './billing.ts'
import type { Db } from './console/model.ts'
import type { Clock } from './kit/clock.ts'
import type { Notify } from './notify.ts'
import { readOverview } from './console/overview.ts'
import type { Overview } from './console/overview.ts'
import { testAlert } from './console/test-alert.ts'

export { createFleetWatch } from './console/fleet-watch.ts'
export type { FleetWatch } from './console/fleet-watch.ts'
export { forgetIncidents } from './console/store/incidents.ts'
export { forgetSamples } from './console/store/samples.ts'

/** What only the console asks for, beyond the operations that the command line shares with it. */
export type Console = {
  /** How the business and the fleet do, and what is wrong now. */
  readOverview(query: Parameters<typeof readOverview>[1]): Promise<Overview>
  /** Sends the operator a test alert by mail and push, and returns what came of it. */
  testAlert(actor: Actor): Promise<Outputs['admin']['testAlert']>
}

export type ConsoleDeps = {
  db: Db
  clock: Clock
  /** The service's zone, in which days and weeks are counted. */
  timeZone: string
  accounting: Pick<Accounting, 'readRevenue' | 'readRunningCharges'>
  notify: Pick<Notify, 'sendTest'>
}

/** Creates the console's own operations. */
export function createConsole(deps: ConsoleDeps): Console {
  return {
    readOverview: (query) => readOverview(deps, query),
    testAlert: (actor) => testAlert(deps, actor),
  }
}
