import type { AccountsKit } from './kit.ts'
import type { Answered, Db, Owner } from './model.ts'
import { deleteEndedSessions, deleteSession, deleteSessions, readSessionEnd, readSessions } from './store.ts'

/** Where drivers are signed in. */
export type Sessions = {
  /** Whether a session still holds. */
  isLive(sessionId: string): Promise<boolean>
  /** The driver's sessions, the current one among them; last use is known to the hour. */
  readSessions(owner: Owner): Promise<Answered['sessions']>
  /** Ends one session of the driver; nothing happens to another's. */
  endSession(owner: Owner, sessionId: string): Promise<void>
  /** Ends every session of the driver but this one; answers how many. */
  endOtherSessions(owner: Owner): Promise<number>
  /** Signs a driver out everywhere, inside the caller's transaction where one is given; answers how many sessions ended. */
  endAllSessions(driverId: string, tx?: Db): Promise<number>
  /** Removes the sessions that are over; for a job. */
  forgetSessions(): Promise<void>
}

/** Puts the sessions together; live streams of a session end with it. */
export function createSessions({ db, clock, security, onSessionEnded }: AccountsKit): Sessions {
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
    async endSession({ driverId }, sessionId) {
      tell(driverId, await deleteSession(db, driverId, sessionId))
    },
    endOtherSessions: async ({ driverId, sessionId }) =>
      tell(driverId, await deleteSessions(db, driverId, sessionId)),
    endAllSessions: async (driverId, tx = db) => tell(driverId, await deleteSessions(tx, driverId)),
    forgetSessions: () => deleteEndedSessions(db, clock.now()),
  }
}
