import { isTooLate } from '@madruga/core/autostart.ts'
import type { TaskOutcome } from '@madruga/core/autostart.ts'
import type { Bot, BotInput } from '@madruga/core/bot.ts'
import type { StartMode, StartRefusal } from '@madruga/core/bot-states.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { isOlder } from '@madruga/core/version.ts'
import { readStartContext } from './store/facts.ts'
import type { BotDeps } from './deps.ts'
import type { Db } from './model.ts'
import { isAtRest, lockBot } from './store/bots.ts'
import type { BotRow } from './store/bots.ts'
import { applyInput, stepInside } from './steps.ts'
import type { Stepped } from './steps.ts'
import type { OpenShadowRun } from './store/shadow.ts'

/** How a driver wants to start. */
export type StartInput = {
  mode: StartMode
  liveLog: boolean
  appVersion?: string | undefined
  /**
   * Only watch for so long; left out = accept. One minute is the live-log test, as long as the settings say.
   */
  shadowMinutes?: number | undefined
}

/** Starts a run with the run schedule of the driver's newest filter. Refuses with `bot.<refusal>`. */
export async function startRun(deps: BotDeps, driverId: string, input: StartInput): Promise<Stepped> {
  const serversRecycling = !(await deps.hasWorkers())
  const stepped = await applyInput(deps, driverId, (bot, tx) =>
    readStart(deps, tx, bot, input, { by: 'driver', lateMs: 0, serversRecycling }),
  )
  if (stepped === null) throw new AppError('accounts.forbidden')
  const { refused } = stepped
  if (refused) throw new AppError(`bot.${refused.refusal}`, { until: refused.until })
  return stepped
}

type Start = Extract<BotInput, { type: 'start' }>

/** Reads the facts of a start for a locked bot; null for a driver who does not exist. */
async function readStart(
  deps: BotDeps,
  tx: Db,
  bot: BotRow,
  { mode, liveLog, appVersion, shadowMinutes }: StartInput,
  { by, lateMs, serversRecycling }: Pick<Start, 'by' | 'lateMs'> & { serversRecycling: boolean },
): Promise<{ bot: Bot; input: Start } | null> {
  const geography = await readStartContext(tx, bot.driverId, deps.clock.now())
  if (geography === null) return null
  const appVersionOk = appVersion === undefined || !isOlder(appVersion, geography.minimumAppVersion)
  const input: Start = {
    type: 'start',
    by,
    lateMs,
    mode,
    liveLog,
    speed: geography.filter?.speed ?? '1X',
    custom: geography.filter?.custom ?? null,
    facts: { ...geography.facts, appVersionOk, serversRecycling },
    shadowUntil:
      shadowMinutes === undefined ? null : deps.clock.now() + shadowMs(deps.settings, shadowMinutes),
  }
  // The variant may have changed since the last run; a bot at work keeps its own.
  return { bot: isAtRest(bot.phase) ? { ...bot, variant: geography.variant } : bot, input }
}

function shadowMs({ shadow }: Settings, minutes: number): number {
  return minutes === 1 ? shadow.testMs : Math.min(minutes * MINUTE_MS, shadow.mostMs)
}

/** Resumes an open shadow run that something else than its driver stopped; null if it may not start now. */
export async function resumeShadow(deps: BotDeps, run: OpenShadowRun): Promise<Stepped | null> {
  const serversRecycling = !(await deps.hasWorkers())
  const stepped = await applyInput(deps, run.driverId, async (bot, tx) => {
    if (!isAtRest(bot.phase) || bot.shadowUntil !== run.endsAt) return null
    const start = await readStart(deps, tx, bot, run, { by: 'driver', lateMs: 0, serversRecycling })
    if (start === null || start.bot.variant !== run.variant) return null
    return { bot: start.bot, input: { ...start.input, shadowUntil: run.endsAt } }
  })
  return stepped?.refused ? null : stepped
}

/** A driver's task, a start or a stop, that is due. */
export type TaskTurn = {
  order: { action: 'start'; mode: StartMode; liveLog: boolean } | { action: 'stop' }
  dueAt: Timestamp
  /** Whether it is still to be done; asked under the bot's lock, in the transaction of `settle`. */
  claim(tx: Db): Promise<boolean>
  /** Stores the outcome, in the transaction that makes it true. */
  settle(tx: Db, came: TaskResult): Promise<void>
}
export type TaskResult = { outcome: TaskOutcome; refusal: StartRefusal | null; lateMs: number }

/**
 * Runs a task in one transaction: the first process to claim it does it, and its outcome is stored with it or
 * not at all. A start of a bot at work and a stop of one at rest change nothing and notify no one; other
 * refusals notify as the bot's own do. Null if it was done before; `stepped` is null if the bot stayed as it
 * was.
 */
export async function runTask(
  deps: BotDeps,
  driverId: string,
  turn: TaskTurn,
): Promise<{ stepped: Stepped | null } | null> {
  const { order, dueAt } = turn
  const serversRecycling = order.action === 'start' && !(await deps.hasWorkers())
  return await deps.db.transaction().execute(async (tx) => {
    const bot = await lockBot(tx, driverId)
    if (bot === null || !(await turn.claim(tx))) return null
    const lateMs = deps.clock.now() - dueAt
    const settle = async (outcome: TaskOutcome, refusal: StartRefusal | null, stepped: Stepped | null) => {
      await turn.settle(tx, { outcome, refusal, lateMs })
      return { stepped }
    }
    const working = !isAtRest(bot.phase) && bot.phase !== 'pending_termination'
    if (order.action === 'stop') {
      if (!working) return await settle('done', null, null)
      if (isTooLate(lateMs, deps.settings)) return await settle('late', null, null)
      return await settle('done', null, await stepInside(deps, tx, bot, { type: 'stop', reason: 'autostop' }))
    }
    if (working) return await settle('refused', 'already_running', null)
    const start = await readStart(deps, tx, bot, order, { by: 'autostart', lateMs, serversRecycling })
    if (start === null) return null
    const stepped = await stepInside(deps, tx, start.bot, start.input)
    return await settle(outcomeOf(stepped), stepped.refused?.refusal ?? null, stepped)
  })
}

function outcomeOf({ ignored, refused }: Stepped): TaskOutcome {
  if (ignored === 'too_late') return 'late'
  return refused === null ? 'done' : 'refused'
}
