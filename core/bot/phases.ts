import type { Bot } from './model.ts'
import { TRIED_AGAIN } from '../bot-states.ts'
import type { BotReason, Phase } from '../bot-states.ts'
import type { Settings } from '../settings.ts'
import type { Timestamp } from '../time.ts'
import { dailyStopAt } from './daily-stop.ts'
import type { BotAction, BotNotice, Delivery, Step } from './messages.ts'
import { runScheduleOf, runEndAt } from './speed.ts'

const AT_WORK: readonly Phase[] = ['preparing', 'running', 'sleeping']

/** Whether a bot searches, or will without being started. */
export function isAtWork({ phase }: Pick<Bot, 'phase'>): boolean {
  return AT_WORK.includes(phase)
}

/** Whether a time is still to come; null = there is none. */
export function isAhead(at: Timestamp | null, now: Timestamp): at is Timestamp {
  return at !== null && at > now
}

/**
 * Sleeps that end a run window: the speed's own, and the platform's rest, which is longer than any other. All
 * others interrupt it, and the rest of the window runs afterwards, so that "runs 60, sleeps 70" holds in
 * every case.
 */
const WINDOW_ENDS: readonly (BotReason | null)[] = ['run_window_over', 'aggressive_search']

/**
 * Stops that end a shadow run for good: its time, or the driver. After any other stop it resumes when it may.
 */
const SHADOW_ENDS: readonly BotReason[] = ['shadow_over', 'driver_stopped', 'autostop']

/**
 * A step to `change`. Its actions follow from the difference between the two bots, so that no transition can
 * forget one: every visible change is recorded, every stop resolves the open accept. `notices` go between the
 * two.
 */
export function moveBot(bot: Bot, change: Partial<Bot>, notices: BotNotice[] = []): Step {
  const next = { ...bot, ...change }
  const actions: BotAction[] = []
  const { phase, gps, reason, dueAt, mode } = next
  if (SHOWN.some((key) => next[key] !== bot[key])) {
    actions.push({
      type: 'record',
      event: { type: 'bot.state_changed', data: { phase, gps, reason, dueAt, mode } },
    })
  }
  for (const notice of notices) actions.push({ type: 'notify', notice })
  if (phase === 'pending_termination' && bot.phase !== phase) actions.push({ type: 'settle_open' })
  return { bot: next, actions }
}

/** What the driver sees of a bot's state, and the log records when it changes. */
const SHOWN = ['phase', 'gps', 'reason', 'dueAt', 'mode'] as const

/**
 * To Sleeping; `until` null = until a human has solved it. The end of the run's total time shortens the
 * sleep.
 */
export function sleepBot(
  bot: Bot,
  reason: BotReason,
  until: Timestamp | null,
  settings: Settings,
  notices: BotNotice[] = [],
): Step {
  const endAt = runEndAt({ ...bot, phase: 'sleeping' }, settings)
  const dueAt = until === null || endAt === null ? until : Math.min(until, endAt)
  return moveBot(bot, { phase: 'sleeping', reason, dueAt }, notices)
}

/** To Pending Termination: a new run number fences off the searcher at once. */
export function stopBot(
  bot: Bot,
  reason: BotReason,
  now: Timestamp,
  settings: Settings,
  notices: BotNotice[] = [],
): Step {
  const dueAt = now + settings.settleMs
  const shadowOver = bot.shadowUntil !== null && SHADOW_ENDS.includes(reason)
  const change = { phase: 'pending_termination', gps: false, reason, dueAt, gen: bot.gen + 1 } as const
  // The platform cannot tell that a search only watches, so its speed's wait still applies; a test of a
  // minute needs none.
  const waiver = shadowOver && isTest(bot, settings) && { windowStartedAt: null }
  return moveBot(bot, { ...change, ...(shadowOver && { shadowUntil: null }), ...waiver }, notices)
}

/** Whether a run that only watches is the live-log test, a newcomer's look of a minute before any start. */
function isTest({ shadowUntil, startedAt }: Bot, settings: Settings): boolean {
  return shadowUntil! - startedAt! <= settings.shadow.testMs
}

/**
 * How long a driver waits after this run, ms: the speed's own wait (2X15) once the run has really searched,
 * else the ordinary cooling.
 */
function findCoolingMs(bot: Bot, settings: Settings): number {
  const { waitMs } = runScheduleOf(bot.speed, bot.custom, settings)
  return bot.windowStartedAt === null || waitMs === null ? settings.coolingMs : waitMs
}

/** To Cooling Down, with the reason of the stop. */
export function coolBot(bot: Bot, now: Timestamp, settings: Settings): Step {
  const coolUntil = now + findCoolingMs(bot, settings)
  const change = { coolUntil, dueAt: coolUntil, startedAt: null, windowStartedAt: null }
  return moveBot(bot, { ...change, phase: 'cooling_down' })
}

/** To Failed To Launch; the next start waits for the cooling, or for as long as the platform requested. */
export function failBot(
  bot: Bot,
  reason: BotReason,
  pauseMs: number,
  now: Timestamp,
  settings: Settings,
  notices: BotNotice[] = [],
): Step {
  const change = {
    gps: false,
    reason,
    dueAt: null,
    startedAt: null,
    windowStartedAt: null,
    coolUntil: now + Math.max(pauseMs, settings.coolingMs),
  }
  // The driver is not called for what a shadow run recovers from.
  const goesOn = bot.shadowUntil !== null && TRIED_AGAIN.includes(reason)
  const allNotices: BotNotice[] = goesOn ? notices : [...notices, { kind: 'failed_to_launch', reason }]
  return moveBot(bot, { ...change, phase: 'failed_to_launch' }, allNotices)
}

/**
 * Stops a run whose total time is up: shadow mode is over, or the speed's limit is reached. The driver is
 * then told when the next start is possible.
 */
function stopAtEnd(bot: Bot, now: Timestamp, settings: Settings): Step {
  if (bot.shadowUntil !== null && bot.shadowUntil <= now) {
    return stopBot(bot, 'shadow_over', now, settings, [{ kind: 'shadow_over' }])
  }
  const startableAt = now + findCoolingMs(bot, settings)
  // A shadow run resumes on its own: the driver has nothing to start.
  const notices: BotNotice[] = bot.shadowUntil === null ? [{ kind: 'speed_limit_reached', startableAt }] : []
  return stopBot(bot, 'speed_limit_reached', now, settings, notices)
}

/** To Running, in a window that opened at `openedAt`. */
function runBot(bot: Bot, openedAt: Timestamp, settings: Settings): Step {
  const windowEndsAt = openedAt + runScheduleOf(bot.speed, bot.custom, settings).runMs
  const endAt = runEndAt(bot, settings)
  const dueAt = endAt === null ? windowEndsAt : Math.min(windowEndsAt, endAt)
  return moveBot(bot, { phase: 'running', reason: null, dueAt, windowStartedAt: openedAt })
}

/** To Preparing, at the driver's start or after a sleep that came before any preparation. */
export function prepareBot(bot: Bot, change: Partial<Bot>, now: Timestamp, settings: Settings): Step {
  const dueAt = now + settings.preparingMs
  return moveBot(bot, { ...change, phase: 'preparing', reason: null, dueAt, startedAt: now })
}

/**
 * From when on a preparing bot signs in: its phase lasts from there to its due time, and begins after a pause
 * if the attempt before it failed. Null for a bot that does not prepare.
 */
export function prepareAt(
  { phase, dueAt }: Pick<Bot, 'phase' | 'dueAt'>,
  settings: Settings,
): Timestamp | null {
  return phase === 'preparing' && dueAt !== null ? dueAt - settings.preparingMs : null
}

/**
 * Preparing continues beyond its time, and says so. The attempt is not ended: only its own end counts, or a
 * slow machine would use up all attempts during the first one.
 */
export function waitForAttempt(bot: Bot, now: Timestamp, settings: Settings): Step {
  return moveBot(bot, { reason: bot.reason ?? 'platform_unavailable', dueAt: now + settings.preparingMs })
}

/**
 * From Preparing or Sleeping to Running, or to the state that now forbids it: the daily stop, the end of the
 * run's total time, the platform's rest, a delivery in progress. After an interruption the rest of the run
 * window and its sleep follow as if uninterrupted.
 */
export function resumeBot(bot: Bot, delivery: Delivery | null, now: Timestamp, settings: Settings): Step {
  if (dailyStopAt(now, settings.dailyStop) !== null) return stopBot(bot, 'daily_stop', now, settings)
  const endAt = runEndAt(bot, settings)
  if (endAt !== null && endAt <= now) return stopAtEnd(bot, now, settings)
  if (isAhead(bot.restUntil, now)) return sleepBot(bot, 'aggressive_search', bot.restUntil, settings)
  if (delivery?.sleepDuringDelivery && delivery.until > now)
    return sleepBot(bot, 'delivery', delivery.until, settings)
  return bot.phase === 'sleeping' ? wakeBot(bot, now, settings) : runBot(bot, now, settings)
}

/** On from Sleeping: with the rest of an interrupted run window, or with the next one. */
function wakeBot(bot: Bot, now: Timestamp, settings: Settings): Step {
  const openedAt = bot.windowStartedAt
  if (openedAt === null) return prepareBot(bot, {}, now, settings)
  if (WINDOW_ENDS.includes(bot.reason)) return runBot(bot, now, settings)
  const { runMs, sleepMs } = runScheduleOf(bot.speed, bot.custom, settings)
  const sleepsUntil = openedAt + runMs + sleepMs
  if (now < openedAt + runMs) return runBot(bot, openedAt, settings)
  if (now < sleepsUntil) return sleepBot(bot, 'run_window_over', sleepsUntil, settings)
  return runBot(bot, now, settings)
}

/**
 * The end of a run window: the end of the run's total time, or the speed's sleep, counted from its due time.
 */
export function endWindow(bot: Bot, delivery: Delivery | null, now: Timestamp, settings: Settings): Step {
  const endAt = runEndAt(bot, settings)
  if (endAt !== null && endAt <= now) return stopAtEnd(bot, now, settings)
  const sleepsUntil = (bot.dueAt ?? now) + runScheduleOf(bot.speed, bot.custom, settings).sleepMs
  const next = { ...bot, troubles: 0 }
  if (sleepsUntil <= now) return resumeBot(next, delivery, now, settings)
  return sleepBot(next, 'run_window_over', sleepsUntil, settings)
}
