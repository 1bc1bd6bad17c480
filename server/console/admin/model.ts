import type { Kysely } from 'kysely'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import type { Accounts } from '../../people/accounts.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Notify } from '../../notify.ts'
import type { Support } from '../../people/support.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>

/** The actor: an operator, or a user with a shell on the machine (`id` null then). */
export type Actor = { id: string | null; name: string }

/** The actor's name in the audit log for `npm run admin`. */
export const COMMAND_LINE: Actor = { id: null, name: 'command line' }

export type DriverRow = Outputs['admin']['setStatus']
export type DriverDetail = Outputs['admin']['driver']
export type DriversPage = Outputs['admin']['drivers']
export type Status = DriverRow['status']
export type ServiceState = Outputs['admin']['kill']
type ServiceView = Outputs['admin']['service']
export type ServiceFigures = Omit<
  ServiceView,
  'platform' | 'silent' | 'adopted' | 'version' | 'runtime' | 'jobs'
> & {
  /** Without their intervals, which are not stored. */
  jobs: Omit<ServiceView['jobs'][number], 'everyMs'>[]
}
export type Action = Outputs['admin']['audit']['actions'][number]

/** The search for drivers; `after` is the `next` of the previous page. */
export type DriverQuery = Pick<Inputs['admin']['drivers'], 'text' | 'status' | 'after' | 'order'> & {
  limit: number
}
export type AuditQuery = {
  limit: number
  /** Default: the newest first. */
  order?: 'newest' | 'oldest' | undefined
  /** The last number of the previous page, in either order. */
  before?: number | undefined
  driverId?: string | undefined
}

/** What the operators' operations need from other modules. */
export type AdminDeps = {
  db: Db
  clock: Clock
  accounts: Pick<
    Accounts,
    'setStatus' | 'setDevice' | 'endAllSessions' | 'createDriver' | 'judgePassword' | 'makeReset'
  >
  support: Support
  notify: Pick<Notify, 'announce' | 'listMessages' | 'countMessages' | 'retryMessages'>
  /** Makes a job that fails due now, or all (null) that do; answers how many those were. */
  retryJobs(tx: Db, job: string | null): Promise<number>
  /** The app version that this service delivers. */
  version: string
  /**
   * Stops a bot whose account is no longer active, and all bots under the kill switch, at once; otherwise the
   * sweeps do it later.
   */
  stopBot(driverId: string): Promise<unknown>
  stopDue(): Promise<void>
  /** Ends the live streams of an ended session. */
  endSession(sessionId: string): void
  /** Receives errors after the change itself was stored. */
  onFault(error: unknown, what: string): void
}
