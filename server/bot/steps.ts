import { stepBot } from '@madruga/core/bot.ts'
import type { Bot, BotAction, BotInput, IgnoredInput } from '@madruga/core/bot.ts'
import type { StartRefusal } from '@madruga/core/bot-states.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { recordEntries } from '../log.ts'
import type { NewEntry } from '../log.ts'
import { forgetTokens } from '../platforms.ts'
import type { BotDeps } from './deps.ts'
import type { Db } from './model.ts'
import type { EngineAction } from './placement/model.ts'
import { lockBot, resetLimits, storeBot } from './store/bots.ts'
import type { BotRow } from './store/bots.ts'
import { turnShadow } from './store/shadow.ts'

/** What a step did: the bot as it is now, and what is still to be done once the transaction has committed. */
export type Stepped = {
  bot: Bot
  /** Why nothing changed; null when something did or the start was refused. */
  ignored: IgnoredInput | null
  refused: { refusal: StartRefusal; until: number | null } | null
  /** Settle the open accept, then answer `settled`. */
  settleOpen: boolean
  /** For the engine. */
  engine: EngineAction[]
}

/**
 * Takes one step of a locked bot inside the caller's transaction: row, log lines and notices become true
 * together.
 */
export async function stepInside(deps: BotDeps, tx: Db, bot: Bot, input: BotInput): Promise<Stepped> {
  const now = deps.clock.now()
  const step = stepBot(bot, input, now, deps.settings)
  const stepped: Stepped = { bot: step.bot, ignored: null, refused: null, settleOpen: false, engine: [] }
  const entries: NewEntry[] = []
  if (step.bot !== bot) {
    await storeBot(tx, step.bot, bot.gen)
    if (input.type === 'safety_limit_reached') await resetLimits(tx, bot.driverId, now)
  }
  const ended = step.bot.shadowUntil === bot.shadowUntil ? null : await turnShadow(tx, bot, step.bot, now)
  if (isHumanDone(bot, step.bot, input)) await deps.news.humanDone(tx, bot.driverId)
  for (const action of step.actions) {
    if (action.type === 'record') entries.push({ at: now, ...action.event })
    else if (action.type === 'forget_sign_in')
      await forgetTokens(tx, bot.driverId, bot.variant, { refused: false })
    else if (action.type !== 'notify') leaveToCaller(action, stepped, now)
    else if (action.notice.kind !== 'shadow_over') await deps.news.noticed(tx, step.bot, action.notice, now)
    else if (ended !== null) await deps.news.shadowOver(tx, bot.driverId, ended)
  }
  if (entries.length > 0) await recordEntries(tx, bot.driverId, entries)
  return stepped
}

/** Collects what the caller does once the transaction has committed. */
function leaveToCaller(
  action: Exclude<BotAction, { type: 'record' | 'notify' | 'forget_sign_in' }>,
  stepped: Stepped,
  now: Timestamp,
): void {
  const { driverId } = stepped.bot
  switch (action.type) {
    case 'refused':
      stepped.refused = { refusal: action.refusal, until: action.params.until }
      break
    case 'ignored':
      stepped.ignored = action.why
      break
    case 'settle_open':
      stepped.settleOpen = true
      break
    case 'end_search':
      // The stored row ends it: every process receives the change, and the fence refuses a late one.
      break
    case 'wake':
    case 'prepare':
      stepped.engine.push({ type: action.type, driverId, gen: action.gen, at: action.at })
      break
    case 'search':
      stepped.engine.push({ type: 'search', driverId, gen: action.gen, at: now })
      break
  }
}

function isHumanDone(before: Bot, after: Bot, input: BotInput): boolean {
  return input.type === 'human_solved' || (waitsForHuman(before) && !waitsForHuman(after))
}

/** Whether the bot waits for a person to solve the platform's check. */
function waitsForHuman(bot: Bot): boolean {
  const { phase, reason } = bot
  return (phase === 'sleeping' || phase === 'failed_to_launch') && reason === 'human_verification'
}

/**
 * Applies an input to a driver's bot in a transaction of its own. `input` may look at the locked row first
 * and answer null to do nothing. Null when there is nothing to do or no such driver. What is to be done
 * afterwards is the caller's.
 */
export async function applyInput(
  deps: BotDeps,
  driverId: string,
  input: BotInput | ((bot: BotRow, tx: Db) => Promise<{ bot: Bot; input: BotInput } | null>),
): Promise<Stepped | null> {
  return await deps.db.transaction().execute(async (tx) => {
    const bot = await lockBot(tx, driverId)
    if (bot === null) return null
    if (typeof input !== 'function') return await stepInside(deps, tx, bot, input)
    const chosen = await input(bot, tx)
    return chosen === null ? null : await stepInside(deps, tx, chosen.bot, chosen.input)
  })
}

/** What the engine would have to do for a bot in this state, had it forgotten everything. */
export function pendingActions(bot: Bot, now: number): EngineAction[] {
  const { driverId, gen } = bot
  const actions: EngineAction[] = []
  if (bot.phase === 'preparing') actions.push({ type: 'prepare', driverId, gen, at: now })
  if (bot.phase === 'running') actions.push({ type: 'search', driverId, gen, at: now })
  if (bot.dueAt !== null) actions.push({ type: 'wake', driverId, gen, at: bot.dueAt })
  return actions
}
