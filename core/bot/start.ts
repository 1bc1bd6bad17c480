import type { Bot } from './model.ts'
import type { BotReason, StartMode, StartRefusal } from '../bot-states.ts'
import type { Variant } from '../offers.ts'
import { describeVariant } from '../variants.ts'
import type { Settings } from '../settings.ts'
import type { Timestamp } from '../time.ts'
import { dailyStopAt } from './daily-stop.ts'
import type { BotInput, StartFacts, Step } from './messages.ts'
import { isAhead, isAtWork, moveBot, prepareBot, sleepBot } from './phases.ts'

type StartInput = Extract<BotInput, { type: 'start' }>

/** A refused start: the reason, and the earliest time at which it can succeed if time alone helps. */
export type Refused = { refusal: StartRefusal; until: Timestamp | null }

/** Whether this start makes a run that only watches accept from now on. */
function goesLive(bot: Bot, { by, shadowUntil: next }: Pick<StartInput, 'by' | 'shadowUntil'>) {
  return isAtWork(bot) && bot.shadowUntil !== null && next === null && by === 'driver'
}

/** Refusals by the bot itself, in the order in which a driver can act on them. */
function refuseByBot(bot: Bot, now: Timestamp, settings: Settings): Refused | null {
  if (isAtWork(bot)) return no('already_running')
  const stop = dailyStopAt(now, settings.dailyStop)
  if (stop !== null) return no('daily_stop', stop.endAt)
  if (bot.phase === 'pending_termination') return no('cooling')
  return isAhead(bot.coolUntil, now) ? no('cooling', bot.coolUntil) : null
}

const no = (refusal: StartRefusal, until: Timestamp | null = null): Refused => ({ refusal, until })

/** Whether the bot of a driver of this app can search in this mode: one app makes no instant offers. */
export function hasMode(app: Variant, mode: StartMode): boolean {
  const modes: readonly StartMode[] = describeVariant(app).startModes
  return modes.includes(mode)
}

/** Why this start is refused, the first of all reasons; null if it is allowed. */
export function refuseStart(
  bot: Bot,
  { mode, facts, by, shadowUntil }: Pick<StartInput, 'mode' | 'facts' | 'by' | 'shadowUntil'>,
  now: Timestamp,
  settings: Settings,
): Refused | null {
  const byBot = goesLive(bot, { by, shadowUntil }) ? null : refuseByBot(bot, now, settings)
  if (byBot?.refusal === 'already_running') return byBot
  if (!facts.appVersionOk) return no('old_version')
  if (facts.accountStatus !== 'active') return no(facts.accountStatus)
  if (!facts.subscribed && settings.billing.charges) return no('no_subscription')
  return byBot ?? refuseWhileDown(facts, now, settings) ?? refuseByRun(bot.variant, { mode, facts, by })
}

function refuseWhileDown(facts: StartFacts, now: Timestamp, settings: Settings): Refused | null {
  if (facts.killed || !facts.serverAvailable) return no('server_unavailable')
  return facts.serversRecycling ? no('servers_recycling', now + settings.recyclingMs) : null
}

/** What this very run lacks. */
function refuseByRun(
  variant: Variant,
  { mode, facts, by }: Pick<StartInput, 'mode' | 'facts' | 'by'>,
): Refused | null {
  if (by === 'autostart' && facts.goalReached) return no('goal_reached')
  if (!facts.hasPlatformAccount) return no('no_platform_account')
  if (!facts.hasFilter) return no('no_filter')
  if (!facts.filterFits) return no('filter_too_dear')
  if (!hasMode(variant, mode)) return no('no_instant_offers')
  if (mode !== 'regular' && !facts.hasLocation) return no('no_location')
  if (mode !== 'regular' && !facts.hasDevice) return no('no_device')
  return null
}

/** Facts that make a bot's reason current or outdated. */
export type ReasonFacts = Pick<StartFacts, 'accountStatus' | 'subscribed' | 'killed' | 'filterFits'>

/**
 * The bot's reason as it should be read now: a resolved trouble explains nothing anymore. An inactive account
 * and a filter that exceeds its plan are shown even if no bot was working.
 */
export function reasonNow(
  { phase, reason }: Pick<Bot, 'phase' | 'reason'>,
  facts: ReasonFacts,
): BotReason | null {
  if (!isAtWork({ phase }) && facts.accountStatus !== 'active') return 'suspended'
  const standing = reason !== null && isSettled(reason, facts) ? null : reason
  if (phase !== 'not_running' || facts.filterFits || isOfAccount(standing)) return standing
  return 'filter_too_dear'
}

/** Whether the cause of a stop has been removed. */
function isSettled(
  reason: BotReason,
  { accountStatus, subscribed, killed, filterFits }: ReasonFacts,
): boolean {
  switch (reason) {
    case 'suspended':
      return accountStatus === 'active'
    case 'subscription_ended':
      return subscribed
    case 'kill_switch':
      return !killed
    case 'filter_too_dear':
      return filterFits
    default:
      return false
  }
}

/** Checks before the filter: a driver who may not start at all learns that first. */
function isOfAccount(reason: BotReason | null): boolean {
  return reason === 'suspended' || reason === 'subscription_ended' || reason === 'kill_switch'
}

/**
 * Not Running (or a failed launch, or a finished cooling) -> Preparing under a new run number, or Sleeping
 * for as long as the platform wants rest; or a refusal that changes nothing. A run that only watches accepts
 * from now on.
 */
export function startBot(bot: Bot, input: StartInput, now: Timestamp, settings: Settings): Step {
  if (input.by === 'autostart' && input.lateMs > settings.autostartLateMs) {
    return {
      bot,
      actions: [
        { type: 'ignored', why: 'too_late' },
        { type: 'notify', notice: { kind: 'autostart_late', lateMs: input.lateMs } },
      ],
    }
  }
  const verdict = refuseStart(bot, input, now, settings)
  if (verdict !== null) {
    const { refusal, until } = verdict
    const step: Step = { bot, actions: [{ type: 'refused', refusal, params: { until } }] }
    if (input.by === 'autostart') {
      step.actions.push({ type: 'notify', notice: { kind: 'autostart_refused', refusal } })
    }
    return step
  }
  // Its window and its rests stay: the platform cannot tell that it only watched. The new run number ends the
  // search that watches.
  if (goesLive(bot, input)) return moveBot(bot, { shadowUntil: null, gen: bot.gen + 1 })
  const change: Partial<Bot> = {
    gps: input.mode !== 'regular',
    mode: input.mode,
    liveLog: input.liveLog,
    gen: bot.gen + 1,
    speed: input.speed,
    custom: input.custom,
    shadowUntil: input.shadowUntil,
    startedAt: now,
    windowStartedAt: null,
    coolUntil: null,
    troubles: 0,
  }
  // While the platform wants rest, not even a sign-in is sent: the run sleeps first and prepares then.
  return isAhead(bot.restUntil, now)
    ? sleepBot({ ...bot, ...change }, 'aggressive_search', bot.restUntil, settings)
    : prepareBot(bot, change, now, settings)
}
