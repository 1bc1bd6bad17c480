import type { Notify } from '../../notify.ts'
import type { DriverAdmin } from './drivers.ts'
import type { InboxAdmin } from './inbox.ts'
import type { Action, AuditQuery } from './model.ts'
import type { ServiceControls } from './service.ts'

/** The operators' operations. Each change writes the audit log in the transaction that makes it. */
export type Admin = DriverAdmin &
  ServiceControls &
  InboxAdmin & {
    /** Outgoing messages, newest first, with their state. */
    listMessages: Notify['listMessages']
    /** Operators' actions, newest first. */
    listActions(query: AuditQuery): Promise<{ actions: Action[]; more: boolean }>
    /** Resolves when the side effects of a change are done. */
    idle(): Promise<void>
  }
