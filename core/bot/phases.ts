import type { Bot, BotReason } from '../bot.ts'
import type { Settings } from '../settings.ts'
import type { Timestamp } from '../time.ts'
import { dailyStopAt } from './daily-stop.ts'
import type { BotAction, BotNotice, Delivery, Step } from './messages.ts'
import { runScheduleOf, runEndAt } from './speed.ts'

/**
 * Sleeps that end a run window: the speed's own, and the platform's rest, which is longer than any. All
 * others interrupt it: what is left of it is run afterwards, so that "runs 60, sleeps 70" holds whatever
 * happens in between.
 */
const WINDOW_ENDS: readonly (BotReason | null)[] = ['run_window_over', 'aggressive_search']

/**
 * Stops after which a shadow run is over for good: its time, or the driver's own hand. After any other it
 * goes on when it may.
 */
const SHADOW_ENDS: readonly BotReason[] = ['shadow_over', 'driver_stopped', 'autostop']
/** Failed launches that a shadow run gets over by itself: the driver is not called for them. */
const PASSING: readonly BotReason[] = ['platform_unavailable', 'unexpected_reply']

/**
 * A step to `change`. Its actions follow from the difference between the two bots, so that no transition can
 * forget one: searching ends with Running and begins with it, every shown change is recorded, every due time
 * is woken for, every stop is settled. `notices` are told between record and the rest.
 */
export function moveBot(bot: Bot, change: Partial<Bot>, now: Timestamp, notices: BotNotice[] = []): Step {
  const next = { ...bot, ...change }
  const entered = (phase: Bot['phase']) => next.phase === phase && bot.phase !== phase
  const actions: BotAction[] = []
  const { phase, gps, reason, dueAt, mode } = next
  if (
    phase !== bot.phase ||
    gps !== bot.gps ||
    reason !== bot.reason ||
    dueAt !== bot.dueAt ||
    mode !== bot.mode
  ) {
    actions.push({
      type: 'record',
      event: { type: 'bot.state_changed', data: { phase, gps, reason, dueAt, mode } },
    })
  }
  for (const notice of notices) actions.push({ type: 'notify', notice })
  if (bot.phase === 'running' && phase !== 'running') actions.push({ type: 'end_search', gen: bot.gen })
  if (entered('pending_termination')) actions.push({ type: 'settle_open' })
  if (entered('preparing')) actions.push({ type: 'prepare', gen: next.gen, at: now })
  if (entered('running')) actions.push({ type: 'search', gen: next.gen })
  if (dueAt !== null && (dueAt !== bot.dueAt || phase !== bot.phase || next.gen !== bot.gen)) {
    actions.push({ type: 'wake', gen: next.gen, at: dueAt })
  }
  return { bot: next, actions }
}

/** To Sleeping; `until` null = until a human has solved it. A run's end in total cuts the sleep short. */
export function sleepBot(
  bot: Bot,
  reason: BotReason,
  until: Timestamp | null,
  now: Timestamp,
  settings: Settings,
  notices: BotNotice[] = [],
): Step {
  const endAt = runEndAt({ ...bot, phase: 'sleeping' }, settings)
  const dueAt = until === null || endAt === null ? until : Math.min(until, endAt)
  return moveBot(bot, { phase: 'sleeping', reason, dueAt }, now, notices)
}

/** To Pending Termination: a new run number fences the searcher at once. */
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
  // The platform cannot tell whether a search only watches, so its speed's wait is owed all the same; a look
  // of a minute owes none.
  const waived = shadowOver && isTest(bot, settings) && { windowStartedAt: null }
  return moveBot(bot, { ...change, ...(shadowOver && { shadowUntil: null }), ...waived }, now, notices)
}

/** Whether a run is the live-log test, the minute that a newcomer looks before the first start. */
function isTest({ shadowUntil, startedAt }: Bot, settings: Settings): boolean {
  return shadowUntil !== null && startedAt !== null && shadowUntil - startedAt <= settings.shadow.testMs
}

/**
 * How long a driver waits after this run, ms: a speed's own wait (2X15) once the run has searched for real,
 * else the ordinary cooling.
 */
function findCoolingMs(bot: Bot, settings: Settings): number {
  const { waitMs } = runScheduleOf(bot.speed, bot.custom, settings)
  return bot.windowStartedAt === null || waitMs === null ? settings.coolingMs : waitMs
}

/** To Cooling Down, with the reason of the stop. */
export function coolBot(bot: Bot, now: Timestamp, settings: Settings): Step {
  const coolUntil = now + findCoolingMs(bot, settings)
  const change = { coolUntil, dueAt: coolUntil, startedAt: null, windowStartedAt: null, troubles: 0 }
  return moveBot(bot, { ...change, phase: 'cooling_down' }, now)
}

/** To Failed To Launch; the next start waits for the cooling, or as long as the platform asked. */
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
    troubles: 0,
  }
  const goesOn = bot.shadowUntil !== null && PASSING.includes(reason)
  const told: BotNotice[] = goesOn ? notices : [...notices, { kind: 'failed_to_launch', reason }]
  return moveBot(bot, { ...change, phase: 'failed_to_launch' }, now, told)
}

/**
 * Stops a run whose time in total is up: shadow mode is over, or the speed's limit reached; then the driver
 * is told when the next may start.
 */
function stopAtEnd(bot: Bot, now: Timestamp, settings: Settings): Step {
  if (bot.shadowUntil !== null && bot.shadowUntil <= now) {
    return stopBot(bot, 'shadow_over', now, settings, [{ kind: 'shadow_over' }])
  }
  const startableAt = now + findCoolingMs(bot, settings)
  // A shadow run goes on by itself: there is nothing to start.
  const told: BotNotice[] = bot.shadowUntil === null ? [{ kind: 'speed_limit_reached', startableAt }] : []
  return stopBot(bot, 'speed_limit_reached', now, settings, told)
}

/** To Running, in a window that opened at `openedAt`. */
function runBot(bot: Bot, openedAt: Timestamp, now: Timestamp, settings: Settings): Step {
  const windowEndsAt = openedAt + runScheduleOf(bot.speed, bot.custom, settings).runMs
  const endAt = runEndAt(bot, settings)
  const dueAt = endAt === null ? windowEndsAt : Math.min(windowEndsAt, endAt)
  return moveBot(bot, { phase: 'running', reason: null, dueAt, windowStartedAt: openedAt }, now)
}

/** To Preparing, at the driver's start or when a sleep is over that came before anything was prepared. */
export function prepareBot(bot: Bot, change: Partial<Bot>, now: Timestamp, settings: Settings): Step {
  const dueAt = now + settings.preparingMs
  return moveBot(bot, { ...change, phase: 'preparing', reason: null, dueAt, startedAt: now }, now)
}

/**
 * On from Preparing or Sleeping to Running, or to whatever forbids it now: the daily stop, the run's end in
 * total, the platform's rest, a delivery that goes on. After an interruption the rest of the run window is
 * run, and its sleep slept, as if nothing had been.
 */
export function resumeBot(bot: Bot, delivery: Delivery | null, now: Timestamp, settings: Settings): Step {
  if (dailyStopAt(now, settings.dailyStop) !== null) return stopBot(bot, 'daily_stop', now, settings)
  const endAt = runEndAt(bot, settings)
  if (endAt !== null && endAt <= now) return stopAtEnd(bot, now, settings)
  if (bot.restUntil !== null && bot.restUntil > now) {
    return sleepBot(bot, 'aggressive_search', bot.restUntil, now, settings)
  }
  if (delivery !== null && delivery.sleepDuringDelivery && delivery.until > now) {
    return sleepBot(bot, 'delivery', delivery.until, now, settings)
  }
  if (bot.phase === 'sleeping' && bot.windowStartedAt === null) return prepareBot(bot, {}, now, settings)
  if (bot.phase === 'sleeping' && !WINDOW_ENDS.includes(bot.reason) && bot.windowStartedAt !== null) {
    const { runMs, sleepMs } = runScheduleOf(bot.speed, bot.custom, settings)
    const windowEndsAt = bot.windowStartedAt + runMs
    if (now < windowEndsAt) return runBot(bot, bot.windowStartedAt, now, settings)
    if (now < windowEndsAt + sleepMs) {
      return sleepBot(bot, 'run_window_over', windowEndsAt + sleepMs, now, settings)
    }
  }
  return runBot(bot, now, now, settings)
}

/**
 * The end of a run window: the run's end in total, or the sleep of the speed, counted from the moment when it
 * was due.
 */
export function endWindow(bot: Bot, delivery: Delivery | null, now: Timestamp, settings: Settings): Step {
  const endAt = runEndAt(bot, settings)
  if (endAt !== null && endAt <= now) return stopAtEnd(bot, now, settings)
  const sleepsUntil = (bot.dueAt ?? now) + runScheduleOf(bot.speed, bot.custom, settings).sleepMs
  const rested = { ...bot, troubles: 0 }
  if (sleepsUntil <= now) return resumeBot(rested, delivery, now, settings)
  return sleepBot(rested, 'run_window_over', sleepsUntil, now, settings)
}
