import { deleteOlder } from '../../db.ts'
import type { Db } from '../model.ts'

/** Stores a solved challenge; false if it was used before. */
export async function useChallenge(db: Db, id: string, expiresAt: number): Promise<boolean> {
  const made = await db
    .insertInto('captcha_uses')
    .values({ id, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Deletes challenges that have expired anyway, and what the sign-in library stored until a time. */
export async function deleteEndedChallenges(db: Db, now: number): Promise<void> {
  await deleteOlder(db, { table: 'captcha_uses', column: 'expires_at' }, now + 1)
  await deleteOlder(db, { table: 'verifications', column: 'expires_at' }, now + 1)
}
