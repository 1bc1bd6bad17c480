import type { Bot } from './model.ts'
import type { Settings } from '../settings.ts'
import { MINUTE_MS, type Timestamp } from '../time.ts'
import type { Variant } from '../offers.ts'
import type { BotInput, BotNotice, IgnoredInput, Step } from './messages.ts'
import {
  coolBot,
  endWindow,
  failBot,
  isAtWork,
  moveBot,
  resumeBot,
  sleepBot,
  stopBot,
  waitForAttempt,
} from './phases.ts'
import { startBot } from './start.ts'
import { meetTrouble } from './meet-trouble.ts'
import { reactionTo } from './trouble.ts'

type Handlers = {
  [T in BotInput['type']]: (
    bot: Bot,
    input: Extract<BotInput, { type: T }>,
    now: Timestamp,
    settings: Settings,
  ) => Step
}

function ignore(bot: Bot, why: IgnoredInput = 'not_expected'): Step {
  return { bot, actions: [{ type: 'ignored', why }] }
}

/** The time of the phase has come. */
function takeDue(
  bot: Bot,
  input: Extract<BotInput, { type: 'due' }>,
  now: Timestamp,
  settings: Settings,
): Step {
  if (bot.dueAt === null) return ignore(bot)
  if (now < bot.dueAt) return ignore(bot, 'not_due')
  switch (bot.phase) {
    case 'preparing':
      return waitForAttempt(bot, now, settings)
    case 'running':
      return endWindow(bot, input.delivery, now, settings)
    case 'sleeping':
      return bot.reason === 'human_verification'
        ? stopBot(bot, bot.reason, now, settings, [{ kind: 'stopped_by_platform', reason: bot.reason }])
        : resumeBot(bot, input.delivery, now, settings)
    case 'pending_termination': {
      const again = moveBot(bot, { dueAt: now + settings.settleMs })
      return { bot: again.bot, actions: [...again.actions, { type: 'settle_open' }] }
    }
    case 'cooling_down':
      return moveBot(bot, { phase: 'not_running', dueAt: null })
    case 'not_running':
    case 'failed_to_launch':
      return ignore(bot)
  }
}

/** The effect of each input, phase by phase; inputs not listed here change nothing. */
const HANDLERS: Handlers = {
  start: startBot,
  stop: (bot, { reason }, now, settings) => {
    // Other stops are reported by their caller, or come from the driver.
    const notices: BotNotice[] = reason === 'filter_too_dear' ? [{ kind: reason }] : []
    if (isAtWork(bot)) return stopBot(bot, reason, now, settings, notices)
    // A shadow run is waiting to resume: the driver's stop ends that too.
    return bot.shadowUntil !== null && reason === 'driver_stopped'
      ? moveBot(bot, { shadowUntil: null })
      : ignore(bot)
  },
  due: takeDue,
  prepared: (bot, { delivery }, now, settings) =>
    bot.phase === 'preparing' ? resumeBot({ ...bot, troubles: 0 }, delivery, now, settings) : ignore(bot),
  preparing_failed: (bot, { reason }, now, settings) =>
    bot.phase === 'preparing' ? failBot(bot, reason, 0, now, settings) : ignore(bot),
  troubled: (bot, input, now, settings) => meetTrouble(bot, input, now, settings),
  recovered: (bot) =>
    bot.phase === 'running' && bot.troubles > 0 ? { bot: { ...bot, troubles: 0 }, actions: [] } : ignore(bot),
  awarded: (bot, { sleepAfterAwardMinutes }, now, settings) => {
    const until = now + sleepAfterAwardMinutes * MINUTE_MS
    if (until <= now) return ignore(bot)
    if (bot.phase === 'running') return sleepBot(bot, 'sleep_after_award', until, settings)
    // An accept was still in flight when the bot fell asleep: it may extend the sleep, never shorten it.
    return bot.phase === 'sleeping' && bot.dueAt !== null && bot.dueAt < until
      ? sleepBot(bot, 'sleep_after_award', until, settings)
      : ignore(bot)
  },
  safety_limit_reached: (bot, { reason, count, pauseMinutes }, now, settings) => {
    const until = now + pauseMinutes * MINUTE_MS
    const mayLengthen = bot.phase === 'sleeping' && bot.dueAt !== null && bot.dueAt < until
    if (until <= now || !(bot.phase === 'running' || mayLengthen)) return ignore(bot)
    return sleepBot(bot, reason, until, settings, [{ kind: 'guard_paused', reason, count, until }])
  },
  goal_reached: (bot, { type: kind, ...booking }, now, settings) =>
    isAtWork(bot) ? stopBot(bot, 'goal_reached', now, settings, [{ kind, ...booking }]) : ignore(bot),
  shadow_over: (bot, _, now, settings) => {
    if (bot.shadowUntil === null || now < bot.shadowUntil) return ignore(bot)
    const notices = [{ kind: 'shadow_over' } as const]
    return isAtWork(bot)
      ? stopBot(bot, 'shadow_over', now, settings, notices)
      : moveBot(bot, { shadowUntil: null }, notices)
  },
  delivery_started: (bot, { delivery: { until, sleepDuringDelivery } }, now, settings) => {
    const sleepsForIt = bot.reason === 'delivery' && bot.dueAt !== until
    return sleepDuringDelivery && until > now && (bot.phase === 'running' || sleepsForIt)
      ? sleepBot(bot, 'delivery', until, settings)
      : ignore(bot)
  },
  delivery_ended: (bot, _, now, settings) =>
    bot.reason === 'delivery' ? resumeBot(bot, null, now, settings) : ignore(bot),
  human_solved: (bot, { delivery }, now, settings) =>
    bot.phase === 'sleeping' && bot.reason === 'human_verification'
      ? resumeBot(bot, delivery, now, settings)
      : ignore(bot),
  instant_changed: (bot, { on }) =>
    (bot.phase === 'running' || bot.phase === 'sleeping') && bot.gps !== on && bot.mode !== 'instant_only'
      ? moveBot(bot, { gps: on, mode: on ? 'regular_and_instant' : 'regular' })
      : ignore(bot),
  settled: (bot, _, now, settings) =>
    bot.phase === 'pending_termination' ? coolBot(bot, now, settings) : ignore(bot),
}

/** The platform's rest belongs to the driver: a late refusal of an old run counts as well. */
function isForEveryRun(input: BotInput, { variant }: Bot): boolean {
  return input.type === 'troubled' && reactionTo(input.trouble, variant).pause === 'aggressive'
}

/**
 * What a bot does next: pure and total. Every phase has an answer to every input; an input without meaning
 * there returns the same bot and an `ignored` action with the reason. A refused start returns the same bot
 * and a `refused` action. `now` comes from the clock of the process that stores the bot; a late `due` works
 * as well as a punctual one.
 */
export function stepBot(bot: Bot, input: BotInput, now: Timestamp, settings: Settings): Step {
  if ('gen' in input && input.gen !== bot.gen && !isForEveryRun(input, bot)) return ignore(bot, 'stale_run')
  const handle = HANDLERS[input.type] as (
    bot: Bot,
    input: BotInput,
    now: Timestamp,
    settings: Settings,
  ) => Step
  return handle(bot, input, now, settings)
}

/** The bot of a driver who has never started one. */
export function newBot(driverId: string, variant: Variant): Bot {
  return {
    driverId,
    variant,
    phase: 'not_running',
    gps: false,
    mode: 'regular',
    liveLog: true,
    reason: null,
    dueAt: null,
    gen: 0,
    speed: '1X',
    custom: null,
    startedAt: null,
    windowStartedAt: null,
    coolUntil: null,
    restUntil: null,
    troubles: 0,
    shadowUntil: null,
  }
}
