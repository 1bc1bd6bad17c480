import type { Bot } from './model.ts'
import type { BotReason } from '../bot-states.ts'
import type { Settings } from '../settings.ts'
import type { Timestamp } from '../time.ts'
import type { BotAction, BotInput, Step } from './messages.ts'
import { failBot, moveBot, sleepBot, stopBot } from './phases.ts'
import { findPauseMs, reactionTo } from './trouble.ts'

type Met = Pick<Extract<BotInput, { type: 'troubled' }>, 'trouble' | 'retryAfterMs' | 'jitter' | 'detail'>

/**
 * The actions of a trouble before those of the transition: its log line, and dropping a sign-in that is no
 * longer valid.
 */
function told({ trouble, detail }: Met, until: Timestamp | null): BotAction[] {
  const line: BotAction = {
    type: 'record',
    event: { type: 'platform.troubled', data: { trouble, until, detail } },
  }
  return trouble === 'sign_in_needed' ? [line, { type: 'forget_sign_in' }] : [line]
}

function whilePreparing(bot: Bot, met: Met, now: Timestamp, settings: Settings): Step {
  const reaction = reactionTo(met.trouble, bot.variant)
  const { preparing, reason } = reaction
  const troubles = bot.troubles + (preparing === 'wait' ? 0 : 1)
  const pauseMs = findPauseMs(reaction, Math.max(1, troubles), met.retryAfterMs, met.jitter, settings) ?? 0
  if (preparing === 'fail' || troubles >= settings.preparingAttempts) {
    const step = failBot(bot, reason, pauseMs, now, settings)
    if (met.trouble === 'human_needed')
      step.actions.push({ type: 'notify', notice: { kind: 'human_needed' } })
    return { bot: step.bot, actions: [...told(met, step.bot.coolUntil), ...step.actions] }
  }
  const at = now + pauseMs
  const step = moveBot(bot, { troubles, reason, dueAt: at + settings.preparingMs })
  return { bot: step.bot, actions: [...told(met, at), ...step.actions] }
}

function whileRunning(bot: Bot, met: Met, now: Timestamp, settings: Settings): Step {
  const reaction = reactionTo(met.trouble, bot.variant)
  const { running, reason } = reaction
  const next = { ...bot, troubles: bot.troubles + 1 }
  const pauseMs = findPauseMs(reaction, next.troubles, met.retryAfterMs, met.jitter, settings)
  if (running === 'sign_in_again' && bot.troubles === 0) {
    return { bot: next, actions: told(met, null) }
  }
  if (running === 'stop') {
    const step = stopBot(next, reason, now, settings, [{ kind: 'stopped_by_platform', reason }])
    return { bot: step.bot, actions: [...told(met, null), ...step.actions] }
  }
  const until = pauseMs === null ? null : now + pauseMs
  const notices = running === 'wait_for_human' ? [{ kind: 'human_needed' } as const] : []
  const step = sleepBot(next, reason, until, settings, notices)
  return { bot: step.bot, actions: [...told(met, step.bot.dueAt), ...step.actions] }
}

/**
 * Sleeps that end, or may end, by something else than time: their reason stays, and the platform's rest is
 * stored behind them.
 */
const OPEN_ENDED: readonly (BotReason | null)[] = ['human_verification', 'delivery']

/**
 * The platform called the search aggressive. The seed's 70 minutes, or more if the platform asks for more,
 * are stored with the driver. A working bot sleeps until they are over; no sleep gets shorter.
 */
function rest(bot: Bot, met: Met, now: Timestamp, settings: Settings): Step {
  const reaction = reactionTo(met.trouble, bot.variant)
  const pauseMs = findPauseMs(reaction, 1, met.retryAfterMs, met.jitter, settings) ?? 0
  const restUntil = Math.max(bot.restUntil ?? 0, now + pauseMs)
  const { reason } = reaction
  const searches = bot.phase === 'preparing' || bot.phase === 'running'
  const sleepsShorter =
    bot.phase === 'sleeping' &&
    !OPEN_ENDED.includes(bot.reason) &&
    bot.dueAt !== null &&
    bot.dueAt < restUntil
  const resting = { ...bot, restUntil, troubles: bot.troubles + (searches ? 1 : 0) }
  const step: Step =
    searches || sleepsShorter ? sleepBot(resting, reason, restUntil, settings) : { bot: resting, actions: [] }
  return { bot: step.bot, actions: [...told(met, restUntil), ...step.actions] }
}

/** The reaction of the table to a trouble, in the present phase. */
export function meetTrouble(bot: Bot, met: Met, now: Timestamp, settings: Settings): Step {
  if (reactionTo(met.trouble, bot.variant).pause === 'aggressive') return rest(bot, met, now, settings)
  if (bot.phase === 'preparing') return whilePreparing(bot, met, now, settings)
  if (bot.phase === 'running') return whileRunning(bot, met, now, settings)
  return { bot, actions: [{ type: 'ignored', why: 'not_expected' }] }
}
