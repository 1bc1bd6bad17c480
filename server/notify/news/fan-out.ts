import {
  BURST_MS,
  burstOf,
  completeSettings,
  decideBurst,
  decideRound,
  expiryOf,
  joinNews,
  recipientsOf,
} from '@madruga/core/notify.ts'
import type { DueNews, OfferNews } from '@madruga/core/notify.ts'
import { DAY_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { setSavepoint } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Logger } from '../../kit/logger.ts'
import type { Db, NewMessage } from '../model.ts'
import {
  beginMinute,
  claimDueNews,
  lockBursts,
  readContent,
  readMinutes,
  setNextRound,
  storeGroup,
} from './due-store.ts'
import type { ClaimedNews } from './due-store.ts'

export type FanOutDeps = {
  db: Db
  clock: Clock
  logger: Logger
  /** The outbox: it rejects a second message of the same event. */
  sendMessage(tx: Db, message: NewMessage): Promise<void>
}

/** Notifications per transaction. */
const BATCH = 20
/** Delay before a notification that failed to fan out is retried, until it is a day old. */
const AGAIN_MS = MINUTE_MS
const GIVE_UP_MS = DAY_MS

/**
 * Creates the messages of all due notifications, in any number of processes at once. A claimed row is locked
 * until its messages and its next round are stored in the same transaction, and each message has its own
 * name. One round is therefore sent once per channel, no matter which process dies when. What joins a group
 * leaves its own messages to it. Resolves when nothing is due.
 */
export async function fanOut(deps: FanOutDeps): Promise<void> {
  while ((await fanOutBatch(deps)) === BATCH);
}

async function fanOutBatch(deps: FanOutDeps): Promise<number> {
  const { db, clock, logger } = deps
  return await db.transaction().execute(async (tx) => {
    const batch = await claimDueNews(tx, clock.now(), BATCH)
    const [unsorted, sorted] = [batch.filter(isUnsorted), batch.filter((news) => !isUnsorted(news))]
    await lockBursts(
      tx,
      unsorted.map(({ driverId }) => driverId),
    )
    // A group that is due is told last: others of this batch may still join it.
    for (const news of [...unsorted, ...sorted]) {
      const savepoint = await setSavepoint(tx)
      try {
        if (!(isUnsorted(news) && (await joinBurst(tx, news)))) await tell(deps, tx, news)
      } catch (error) {
        // A failing one must not block the others.
        await savepoint.rollBack()
        const { id, kind } = news
        logger.error({ news: id, kind, err: error }, 'news could not be told')
        const now = clock.now()
        await setNextRound(tx, id, news.round, now - news.at < GIVE_UP_MS ? now + AGAIN_MS : null)
      }
      await savepoint.release()
    }
    return batch.length
  })
}

/** Whether it is still to be decided whether a notification is told alone. */
function isUnsorted(news: ClaimedNews): boolean {
  return !news.isSorted && burstOf(news) !== null
}

/** Whether a notification is told with the group of a minute; otherwise it begins one. */
async function joinBurst(tx: Db, news: ClaimedNews): Promise<boolean> {
  const minutes = await readMinutes(tx, news.driverId, news.at)
  const alike = minutes.filter(({ lead }) => burstOf(lead) === burstOf(news))
  const choice = decideBurst(news.at, alike)
  if (choice === null) {
    await beginMinute(tx, news.id, news.at + BURST_MS)
    return false
  }
  const content = { kind: news.kind, params: news.params } as OfferNews
  const before = alike.find(({ leadId }) => leadId === choice.leadId)?.group ?? null
  await storeGroup(tx, news, { ...choice, group: before === null ? content : joinNews(before, content) })
  return true
}

/** One round of one notification: a message for each channel and recipient, and when to continue. */
async function tell({ clock, sendMessage }: FanOutDeps, tx: Db, row: ClaimedNews): Promise<void> {
  const { id, driverId, round, language, timeZone, variant } = row
  const now = clock.now()
  const content = await readContent(tx, id)
  const news = {
    ...content,
    acknowledged: row.acknowledged,
    humanAwaited: row.humanAwaited,
  } as DueNews
  const settings = completeSettings(row.stored)
  const { channels, nextAt, nextRound } = decideRound(news, settings, timeZone, now, round)
  for (const channel of channels) {
    for (const recipient of recipientsOf(row, channel).recipients) {
      const event = `news:${id}:${round}:${channel}${channel === 'push' ? `:${recipient}` : ''}`
      const expiresAt = expiryOf(content, channel, now)
      const to = { driverId, channel, recipient, language, timeZone, event, expiresAt }
      await sendMessage(tx, { ...to, template: 'news', params: { id, variant, ...content } })
    }
  }
  await setNextRound(tx, id, nextRound, nextAt)
}
