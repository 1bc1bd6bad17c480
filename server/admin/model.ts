import type { Kysely } from 'kysely'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import type { Accounts } from '../accounts.ts'
import type { Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import type { Notify } from '../notify.ts'
import type { Support } from '../support.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>

/** Who acts: an operator, or whoever has a shell on the machine (`id` null then). */
export type Actor = { id: string | null; name: string }

/** How the audit log names who acts by `npm run admin`. */
export const COMMAND_LINE: Actor = { id: null, name: 'command line' }

export type DriverRow = Outputs['admin']['setStatus']
export type DriverDetail = Outputs['admin']['driver']
export type DriversPage = Outputs['admin']['drivers']
export type Status = DriverRow['status']
export type ServiceState = Outputs['admin']['kill']
export type ServiceFigures = Omit<Outputs['admin']['service'], 'platform' | 'engine' | 'silent' | 'version'>
export type Action = Outputs['admin']['audit']['actions'][number]

/** What drivers are looked up by; `after` is the `next` of the page before. */
export type DriverQuery = Pick<Inputs['admin']['drivers'], 'text' | 'status' | 'after'> & { limit: number }
export type AuditQuery = { limit: number; before?: number | undefined; driverId?: string | undefined }

/** What the operators' work needs of the words that it is about. */
export type AdminDeps = {
  db: Db
  clock: Clock
  accounts: Pick<Accounts, 'setStatus' | 'setDevice' | 'endAllSessions' | 'createDriver' | 'judgePassword'>
  support: Support
  notify: Pick<Notify, 'announce' | 'listMessages' | 'countMessages'>
  /** Of the app that this service gives out. */
  version: string
  /**
   * Stops a bot at once whose account is not active any more, and everything that the kill switch says; the
   * sweeps do it later where nobody does it now.
   */
  stopBot(driverId: string): Promise<unknown>
  stopDue(): Promise<void>
  /** Ends the live streams of a session that is over. */
  endSession(sessionId: string): void
  /** Told what went wrong after the change itself was stored. */
  onFault(error: unknown, what: string): void
}
