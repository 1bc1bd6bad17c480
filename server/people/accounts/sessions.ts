import type { AccountsDeps } from './deps.ts'
import type { Answered, Db, Given, Owner } from './model.ts'
import { reauthenticate } from './reauthenticate.ts'
import { deleteEndedSessions, deleteSession, deleteSessions, readSessionEnd, readSessions } from './store.ts'

/** Sessions of drivers. */
export type Sessions = {
  /** Whether a session is still valid. */
  isLive(sessionId: string): Promise<boolean>
  /** The driver's sessions, including the current one; last use has a resolution of an hour. */
  readSessions(owner: Owner): Promise<Answered['sessions']>
  /**
   * Ends one session of the driver, who confirms the password; another driver's session is unaffected.
   * Refuses like `reauthenticate`.
   */
  endSession(given: Given['endSession'], owner: Owner): Promise<void>
  /** Ends every session of the driver but this one in the same way; returns how many. */
  endOtherSessions(given: Given['endOtherSessions'], owner: Owner): Promise<number>
  /**
   * Signs a driver out everywhere, inside the caller's transaction if one is given; returns how many sessions
   * ended.
   */
  endAllSessions(driverId: string, tx?: Db): Promise<number>
  /** Deletes expired sessions; for a job. */
  forgetSessions(): Promise<void>
}

/** Creates the session operations; a session's live streams end with it. */
export function createSessions(deps: AccountsDeps): Sessions {
  const { db, clock, security, onSessionEnded } = deps
  const tell = (driverId: string, ids: string[]): number => {
    for (const id of ids) onSessionEnded(id)
    if (ids.length > 0) security.record({ kind: 'sessions.ended', driverId, count: ids.length })
    return ids.length
  }
  return {
    async isLive(sessionId) {
      const end = await readSessionEnd(db, sessionId)
      return end !== null && end > clock.now()
    },
    async readSessions({ driverId, sessionId }) {
      const rows = await readSessions(db, driverId, clock.now())
      return { sessions: rows.map((row) => ({ ...row, current: row.id === sessionId })) }
    },
    async endSession({ id, password }, owner) {
      await reauthenticate(deps, owner, password)
      tell(owner.driverId, await deleteSession(db, owner.driverId, id))
    },
    async endOtherSessions({ password }, owner) {
      await reauthenticate(deps, owner, password)
      return tell(owner.driverId, await deleteSessions(db, owner.driverId, owner.sessionId))
    },
    endAllSessions: async (driverId, tx = db) => tell(driverId, await deleteSessions(tx, driverId)),
    forgetSessions: () => deleteEndedSessions(db, clock.now()),
  }
}
