import type { ActionName } from '@madruga/core/audit.ts'
import { AppError } from '@madruga/core/errors.ts'
import { isOlder } from '@madruga/core/version.ts'
import type { Actor, AdminDeps, Db, ServiceFigures, ServiceState } from './model.ts'
import { recordAction } from './store/actions.ts'
import { lockServiceState, readFigures, updateServiceState } from './store/service.ts'

/** Operators' operations on the service as a whole. */
export type ServiceControls = {
  /** The fleet according to the rows. */
  readFigures(): Promise<ServiceFigures>
  /**
   * Opens or closes the servers for starts, and sets the oldest supported app; omitted fields stay. Refuses
   * with `admin.version_not_served` an app that the service does not deliver yet.
   */
  setService(
    actor: Actor,
    change: { serverAvailable?: boolean; minimumAppVersion?: string; reason: string },
  ): Promise<ServiceState>
  /** Records a rotation of the keys afterwards: the ring is a file and in no transaction. */
  recordRotation(
    actor: Actor,
    done: { added: boolean; moved: number; dropped: number; droppedRoots: number },
  ): Promise<void>
  /** Makes a job that fails due now, or all that do; audited if there was one. */
  retryJobs(actor: Actor, wanted: { job?: string | undefined }): Promise<{ retried: number }>
  /** Has a message that failed tried again, or all of the last days; audited if there was one. */
  retryMessages(actor: Actor, wanted: { id?: number | undefined }): Promise<{ retried: number }>
  /** On: every bot stops and none starts. Off: they may be started again. */
  setKilled(actor: Actor, change: { killed: boolean; reason: string }): Promise<ServiceState>
}

export function createServiceControls(
  deps: AdminDeps,
  background: (work: Promise<void>) => void,
): ServiceControls {
  const { db, clock, notify } = deps

  async function figures(): Promise<ServiceFigures> {
    const [counts, messages] = await Promise.all([readFigures(db), notify.countMessages()])
    return { ...counts, messages }
  }

  async function change(
    actor: Actor,
    action: ActionName,
    fields: Partial<ServiceState>,
    reason: string,
  ): Promise<ServiceState> {
    return await db.transaction().execute(async (tx) => {
      const before = await lockServiceState(tx)
      const after = { ...before, ...fields }
      refuseUnserved(before, after)
      await updateServiceState(tx, after)
      await recordAction(tx, actor, clock.now(), { action, details: { before, after, reason } })
      return after
    })
  }

  /**
   * Every driver would be asked for an app that no one can load. An existing value, for example after a
   * rollback to an older release, is accepted.
   */
  function refuseUnserved(before: ServiceState, after: ServiceState): void {
    const { version } = deps
    if (after.minimumAppVersion === before.minimumAppVersion) return
    if (isOlder(version, after.minimumAppVersion)) throw new AppError('admin.version_not_served', { version })
  }

  /** Tries again what failed, with a line in the audit log if that was anything. */
  async function retry(
    actor: Actor,
    action: ActionName,
    details: Record<string, unknown>,
    work: (tx: Db) => Promise<number>,
  ): Promise<{ retried: number }> {
    return await db.transaction().execute(async (tx) => {
      const count = await work(tx)
      if (count > 0)
        await recordAction(tx, actor, clock.now(), { action, details: { ...details, retried: count } })
      return { retried: count }
    })
  }

  return {
    readFigures: figures,

    retryJobs: (actor, { job }) =>
      retry(actor, 'jobs.retry', job === undefined ? {} : { subject: job }, (tx) =>
        deps.retryJobs(tx, job ?? null),
      ),

    retryMessages: (actor, { id }) =>
      retry(actor, 'messages.retry', id === undefined ? {} : { messageId: id }, (tx) =>
        notify.retryMessages(tx, id ?? null),
      ),

    setService: (actor, { reason, ...fields }) => change(actor, 'service.set', fields, reason),

    async recordRotation(actor, rotation) {
      await recordAction(db, actor, clock.now(), { action: 'keys.rotate', details: rotation })
    },

    async setKilled(actor, { killed, reason }) {
      const state = await change(actor, 'service.kill', { killed }, reason)
      // Not awaited: resolving the open accepts of a whole fleet takes as long as its platform does.
      if (killed) background(deps.stopDue())
      return state
    },
  }
}
