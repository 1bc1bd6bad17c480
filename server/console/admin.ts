import { createDriverAdmin } from './admin/drivers.ts'
import { createInboxAdmin } from './admin/inbox.ts'
import type { AdminDeps } from './admin/model.ts'
import type { Admin } from './admin/operations.ts'
import { createServiceControls } from './admin/service.ts'
import { readActions } from './admin/store/actions.ts'
import type { Bots } from '../bot.ts'
import { retryJobs } from '../jobs.ts'
import { defineModule } from '../module.ts'
export { openTerminal, runCommand } from './admin/command.ts'
export type { Maintenance, OperatorTools, Terminal } from './admin/command.ts'
export { COMMAND_LINE } from './admin/model.ts'
export type { Actor, AdminDeps } from './admin/model.ts'
export type { Admin } from './admin/operations.ts'
export { isDemoOperator, isDemoPerson } from './admin/demo-drivers.ts'
export { DEMO_COURIERS, DEMO_DRIVERS, DEMO_OPERATOR } from './admin/demo-drivers.ts'
export type { DemoDriver } from './admin/demo-drivers.ts'
export { enrolNewcomer } from './admin/demo-newcomers.ts'
export { enrolDriver } from './admin/demo-market.ts'
export { equipDriver, giveFilter, openDemo, startDemo } from './admin/demo.ts'
export type { Demo, StandIn } from './admin/demo.ts'
export { asDriver, asOperator, retireDemo } from './admin/demo-people.ts'
export * from './admin/store/demo-weeks.ts'
export { readBackupAt, recordAction } from './admin/store/actions.ts'
export { matchNames, matchPhone, nameOrEmail, phoneDigits } from './admin/store/drivers.ts'
export { readPhases, readServiceState, readWorkerCount } from './admin/store/service.ts'

type AdminParts = Omit<AdminDeps, 'onFault' | 'retryJobs' | 'stopBot' | 'stopDue'> & {
  bots: Pick<Bots, 'stopBot' | 'sweeps'>
  warn(what: string): (error: unknown) => void
}

/** The declaration of the operator's actions. */
export const admin = defineModule({
  tables: ['admin_actions', 'demo_weeks', 'service_state'],
  create: ({ bots, warn, ...parts }: AdminParts) => ({
    admin: createAdmin({
      ...parts,
      retryJobs,
      stopBot: (driverId) => bots.stopBot(driverId, 'suspended'),
      stopDue: bots.sweeps.stopDue,
      onFault: (error, what) => warn(what)(error),
    }),
  }),
  sections: [
    {
      name: 'operatorActions',
      from: 'admin_actions',
      columns: 'id, acted_at, action, details',
      key: [['id', 'bigint']],
    },
  ],
})

export function createAdmin(deps: AdminDeps): Admin {
  const underWay = new Set<Promise<void>>()
  const background = (work: Promise<void>): void => {
    const task = work
      .catch((error: unknown) => deps.onFault(error, 'the bots are not all stopped yet'))
      .finally(() => underWay.delete(task))
    underWay.add(task)
  }
  return {
    ...createDriverAdmin(deps),
    ...createServiceControls(deps, background),
    ...createInboxAdmin(deps),
    listMessages: deps.notify.listMessages,
    listActions: (query) => readActions(deps.db, query),
    async idle() {
      await Promise.all(underWay)
    },
  }
}
