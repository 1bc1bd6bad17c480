import type { AccountsDeps } from './deps.ts'
import type { Db } from './model.ts'
import { deleteSessions, readPasswordHash, updatePassword, useTicketsOf } from './store.ts'

/** Passwords that the service itself assigns: the demo's. */
export type AssignedPasswords = {
  /** Whether this is a driver's password; called by the service at its start, so tries are not counted. */
  hasPassword(driverId: string, password: string): Promise<boolean>
  /**
   * Replaces a driver's password inside the caller's transaction. All sessions of the old password end, and
   * pending codes become invalid. Returns the ended sessions, for `endStreams` after the commit.
   */
  assignPassword(tx: Db, driverId: string, password: string): Promise<string[]>
  /** Ends the live streams of ended sessions. */
  endStreams(sessionIds: readonly string[]): void
}

export function createAssignedPasswords({
  db,
  clock,
  passwords,
  onSessionEnded,
}: AccountsDeps): AssignedPasswords {
  return {
    async hasPassword(driverId, password) {
      const hash = await readPasswordHash(db, driverId)
      return hash !== null && (await passwords.withoutRefusal(() => passwords.verify(hash, password)))
    },
    async assignPassword(tx, driverId, password) {
      const hash = await passwords.withoutRefusal(() => passwords.hash(password))
      await updatePassword(tx, driverId, hash)
      await useTicketsOf(tx, driverId, clock.now())
      return await deleteSessions(tx, driverId)
    },
    endStreams: (sessionIds) => sessionIds.forEach(onSessionEnded),
  }
}
