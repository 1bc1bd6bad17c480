import { createHmac } from 'node:crypto'
import { isSameText } from '../kit/encryption.ts'
import { readContact } from './contact-store.ts'
import type { Db } from './model.ts'
import type { NewsFeed } from './news.ts'

/** Before the token of an e-mail's one-click address (RFC 8058). */
export const UNSUBSCRIBE_PATH = '/api/unsubscribe/'

/** The end of a driver's alerts by e-mail, from the mail program and without a session. */
export type Unsubscribe = {
  /** The address that ends them: whoever has the e-mail has it, so that it can do nothing else. */
  urlOf(driverId: string): string
  /** Switches the e-mail alert of the token's driver off; of one who is gone there is none to switch. */
  take(token: string): Promise<'taken' | 'forged'>
}

export function createUnsubscribe({
  db,
  key,
  publicUrl,
  news,
}: {
  db: Db
  /** The key of digests: an address holds as long as its e-mail is kept. */
  key: string
  publicUrl: string
  news: Pick<NewsFeed, 'readAlerts' | 'saveAlerts'>
}): Unsubscribe {
  const tokenOf = (driverId: string): string => {
    const proof = createHmac('sha256', key)
      .update(JSON.stringify(['unsubscribe', driverId]))
      .digest('base64url')
    return `${Buffer.from(driverId).toString('base64url')}.${proof}`
  }
  return {
    urlOf: (driverId) => `${publicUrl}${UNSUBSCRIBE_PATH}${tokenOf(driverId)}`,
    async take(token) {
      const driverId = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
      if (!isSameText(token, tokenOf(driverId))) return 'forged'
      await db.transaction().execute(async (tx) => {
        if ((await readContact(tx, driverId)) === null) return
        await news.saveAlerts(tx, driverId, { ...(await news.readAlerts(driverId)), emailAlert: false })
      })
      return 'taken'
    },
  }
}
