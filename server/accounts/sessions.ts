import type { AccountsDeps } from './deps.ts'
import type { Answered, Db, Given, Owner } from './model.ts'
import { reauthenticate } from './reauthenticate.ts'
import { deleteEndedSessions, deleteSession, deleteSessions, readSessionEnd, readSessions } from './store.ts'

/** Where drivers are signed in. */
export type Sessions = {
  /** Whether a session still holds. */
  isLive(sessionId: string): Promise<boolean>
  /** The driver's sessions, the current one among them; last use is known to the hour. */
  readSessions(owner: Owner): Promise<Answered['sessions']>
  /**
   * Ends one session of the driver, who gives the password once more; nothing happens to another's. Refuses
   * as `reauthenticate` does.
   */
  endSession(given: Given['endSession'], owner: Owner): Promise<void>
  /** Ends every session of the driver but this one, likewise; answers how many. */
  endOtherSessions(given: Given['endOtherSessions'], owner: Owner): Promise<number>
  /**
   * Signs a driver out everywhere, inside the caller's transaction where one is given; answers how many
   * sessions ended.
   */
  endAllSessions(driverId: string, tx?: Db): Promise<number>
  /** Removes the sessions that are over; for a job. */
  forgetSessions(): Promise<void>
}

/** Puts the sessions together; live streams of a session end with it. */
export function createSessions(deps: AccountsDeps): Sessions {
  const { db, clock, security, onSessionEnded } = deps
  const tell = (driverId: string, ended: string[]): number => {
    for (const id of ended) onSessionEnded(id)
    if (ended.length > 0) security.record({ kind: 'sessions.ended', driverId, count: ended.length })
    return ended.length
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
