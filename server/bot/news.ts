import type { Bot, BotNotice } from '@madruga/core/bot.ts'
import { LOSSES } from '@madruga/core/events.ts'
import type { Loss, Waiting } from '@madruga/core/events.ts'
import type { NewsContent, NotificationParams } from '@madruga/core/notify.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Notify } from '../notify.ts'
import type { Db } from './model.ts'
import type { ShadowFigures } from './store/shadow.ts'

/** The block that an accept brought. */
export type Win = Pay & {
  /** Ours, not the platform's. */
  blockId: string
  station: string
  startAt: Timestamp
  endAt: Timestamp
}

/** An accept that is undecided; `blockId`: of its block, if it is won. */
export type Undecided = Win & { attemptId: string; waiting: Waiting }

/** An accept that was undecided and is lost, and the line of the log that describes it. */
export type Lost = Omit<Win, 'blockId'> & { attemptId: string; waiting: Waiting; loss?: Loss; seq: number }

/** What the platform changed about a block, ours by its id, and when. */
export type BlockNews = NotificationParams['block_changed'] & { id: string; at: Timestamp }

/** Notifications of a bot, written inside the transaction that makes them true. */
export type BotNews = {
  noticed(tx: Db, bot: Bot, notice: Told, now: Timestamp): Promise<void>
  /** One statement, since an accept's settlement waits for it. */
  won(tx: Db, driverId: string, win: Win): Promise<void>
  /** Accepted, and the platform has not decided. */
  undecided(tx: Db, driverId: string, accept: Undecided): Promise<void>
  /** An undecided accept is lost, by a `loss`. */
  lost(tx: Db, driverId: string, accept: Lost): Promise<void>
  /** The platform changed a held block; the reminder of one that is lost is not repeated. */
  changed(tx: Db, driverId: string, block: BlockNews): Promise<void>
  /** The driver is asked about an offer, at once. */
  asked(tx: Db, driverId: string, confirmation: NotificationParams['ask']): Promise<void>
  /** Shadow mode came to its end, and what it would have tried for. */
  shadowOver(tx: Db, driverId: string, figures: ShadowFigures): Promise<void>
  /** The human check is over: its notification is not repeated. */
  humanDone(tx: Db, driverId: string): Promise<void>
}

const nobody = async (): Promise<void> => {}

/** Creates the notifications over the dispatcher; null = none are sent, for tests of the bot alone. */
export function createBotNews(notify: Pick<Notify, 'announce' | 'acknowledgeOpen'> | null): BotNews {
  if (notify === null) {
    return {
      noticed: nobody,
      won: nobody,
      undecided: nobody,
      lost: nobody,
      changed: nobody,
      asked: nobody,
      shadowOver: nobody,
      humanDone: nobody,
    }
  }
  return {
    async noticed(tx, bot, notice, now) {
      const content = contentOf(notice)
      if (content === null) return
      const event = `bot:${bot.gen}:${notice.kind}:${now}`
      await notify.announce(tx, { driverId: bot.driverId, event, ...content })
    },
    won: (tx, driverId, win) =>
      notify.announce(tx, { driverId, kind: 'block_won', params: win, event: `block:${win.blockId}` }),
    undecided: (tx, driverId, { attemptId, ...params }) =>
      notify.announce(tx, {
        driverId,
        kind: 'block_waiting',
        params,
        event: `waiting:${attemptId}:${params.waiting}`,
      }),
    lost: (tx, driverId, { attemptId, ...params }) =>
      notify.announce(tx, { driverId, kind: 'block_taken', params, event: `taken:${attemptId}` }),
    async changed(tx, driverId, { id, at, ...params }) {
      const event = `changed:${id}:${params.change}:${at}`
      await notify.announce(tx, { driverId, kind: 'block_changed', params, event })
      if (LOSSES.includes(params.change as Loss)) await notify.acknowledgeOpen(tx, driverId, 'reminder')
    },
    asked: (tx, driverId, confirmation) =>
      notify.announce(tx, {
        driverId,
        kind: 'ask',
        params: confirmation,
        event: `ask:${confirmation.askId}`,
      }),
    shadowOver: (tx, driverId, figures) =>
      notify.announce(tx, {
        driverId,
        kind: 'shadow_over',
        params: paramsOf(figures),
        event: `shadow:${figures.runId}`,
      }),
    humanDone: (tx, driverId) => notify.acknowledgeOpen(tx, driverId, 'human_needed'),
  }
}

function paramsOf({ runId, seen, count, others, ...pay }: ShadowFigures): NotificationParams['shadow_over'] {
  const { payCents: cents, payBasis, currency } = pay
  const apart = others.reduce((all, other) => all + other.count, 0)
  return {
    runId,
    seen,
    count,
    cents,
    ...(payBasis && { payBasis }),
    ...(currency && { currency }),
    others: apart,
  }
}

type Told = Exclude<BotNotice, { kind: 'shadow_over' }>

/** The notification of a notice; null = another notice of the same step says it. */
function contentOf(notice: Told): NewsContent | null {
  switch (notice.kind) {
    case 'speed_limit_reached':
      return { kind: 'run_over', params: { startableAt: notice.startableAt } }
    case 'human_needed':
      return { kind: 'human_needed', params: {} }
    case 'failed_to_launch':
      // The same step also sends the notification of the human check, which says what to do.
      if (notice.reason === 'human_verification') return null
      return { kind: 'bot_failed', params: { reason: notice.reason } }
    case 'stopped_by_platform':
      return { kind: 'bot_stopped', params: { reason: notice.reason } }
    case 'filter_too_dear':
      return { kind: 'bot_stopped', params: { reason: notice.kind } }
    case 'guard_paused': {
      const { reason, count, until } = notice
      return { kind: 'guard_paused', params: { reason, count, until } }
    }
    case 'goal_reached': {
      const { kind, ...params } = notice
      return { kind, params }
    }
    case 'autostart_refused':
      return { kind: 'autostart_missed', params: { refusal: notice.refusal, lateMs: null } }
    case 'autostart_late':
      return { kind: 'autostart_missed', params: { refusal: null, lateMs: notice.lateMs } }
  }
}
