import type { Db } from '../model.ts'
import { instant } from './instant.ts'

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

/** Deletes challenges that have expired anyway. */
export async function deleteEndedChallenges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('captcha_uses').where('expires_at', '<=', instant(now)).execute()
}
