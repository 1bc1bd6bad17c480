import type { AccountsDeps } from './deps.ts'
import type { Db } from './model.ts'
import { deleteSessions, readPasswordHash, updatePassword, useTicketsOf } from './store.ts'

/** Passwords that the service gives out itself: the demo's. */
export type AssignedPasswords = {
  /** Whether this is a driver's password; asked by the service at its start, so nothing counts the tries. */
  hasPassword(driverId: string, password: string): Promise<boolean>
  /**
   * Puts another password in the place of a driver's, inside the caller's transaction: whoever knew the old
   * one is signed out everywhere, and a code that was on its way resets nothing. Answers the sessions that
   * ended, for `endStreams` after the commit.
   */
  assignPassword(tx: Db, driverId: string, password: string): Promise<string[]>
  /** Ends the live streams of sessions that are over. */
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
