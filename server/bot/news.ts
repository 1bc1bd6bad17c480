import type { Bot, BotNotice } from '@madruga/core/bot.ts'
import type { NewsContent } from '@madruga/core/notify.ts'
import type { Instant } from '@madruga/core/time.ts'
import type { Notify } from '../notify.ts'
import type { Db } from './kit.ts'

/** The block that an accept brought. */
export type Win = {
  /** Ours, not the platform's. */
  blockId: string
  station: string
  startAt: Instant
  endAt: Instant
  payCents: number
  tipCents: number
}

/** What drivers are told beyond the log, always inside the transaction that makes it true. */
export type BotNews = {
  noticed(tx: Db, bot: Bot, notice: BotNotice, now: Instant): Promise<void>
  /** One statement: it stands on the way of an accept's settlement. */
  won(tx: Db, driverId: string, win: Win): Promise<void>
  /** No person is needed any more: the call for one is not repeated. */
  humanDone(tx: Db, driverId: string): Promise<void>
}

/** Tells through the news desk; null = nobody is told, for tests of the bot alone. */
export function createBotNews(desk: Pick<Notify, 'announce' | 'acknowledgeOpen'> | null): BotNews {
  if (desk === null) return { noticed: async () => {}, won: async () => {}, humanDone: async () => {} }
  return {
    async noticed(tx, bot, notice, now) {
      const content = contentOf(notice)
      if (content === null) return
      const event = `bot:${bot.gen}:${notice.kind}:${now}`
      await desk.announce(tx, { driverId: bot.driverId, event, ...content })
    },
    won: (tx, driverId, win) =>
      desk.announce(tx, { driverId, kind: 'block_won', params: win, event: `block:${win.blockId}` }),
    humanDone: (tx, driverId) => desk.acknowledgeOpen(tx, driverId, 'human_needed'),
  }
}

/** A notice as news; null = told already by another notice of the same step. */
function contentOf(notice: BotNotice): NewsContent | null {
  switch (notice.kind) {
    case 'speed_limit_reached':
      return { kind: 'run_over', params: { startableAt: notice.startableAt } }
    case 'human_needed':
      return { kind: 'human_needed', params: {} }
    case 'failed_to_launch':
      // The call for a person comes with it and says what to do.
      if (notice.reason === 'human_verification') return null
      return { kind: 'bot_failed', params: { reason: notice.reason } }
    case 'stopped_by_platform':
      return { kind: 'bot_stopped', params: { reason: notice.reason } }
    case 'autostart_refused':
      return { kind: 'autostart_missed', params: { refusal: notice.refusal, lateMs: null } }
    case 'autostart_late':
      return { kind: 'autostart_missed', params: { refusal: null, lateMs: notice.lateMs } }
  }
}
