import { isTooLate } from '@madruga/core/autostart.ts'
import type { TaskOutcome } from '@madruga/core/autostart.ts'
import type { Bot, BotInput } from '@madruga/core/bot.ts'
import type { StartMode, StartRefusal } from '@madruga/core/bot-states.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { MINUTE_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import { isOlder } from '@madruga/core/version.ts'
import { readStartContext, readStartContexts } from '../store/facts.ts'
import type { StartContext } from '../store/facts.ts'
import type { BotDeps } from '../deps.ts'
import type { Db } from '../model.ts'
import { isAtRest, lockOrAddBots } from '../store/bots.ts'
import type { BotRow } from '../store/bots.ts'
import { applyInput, stepAll } from './steps.ts'
import type { StepInput, Stepped } from './steps.ts'
import type { OpenShadowRun } from '../store/shadow.ts'

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
  const step = await applyInput(deps, driverId, (bot, tx) =>
    readStart(deps, tx, bot, input, { by: 'driver', lateMs: 0, serversRecycling }),
  )
  if (step === null) throw new AppError('accounts.forbidden')
  const { refused } = step
  if (refused) throw new AppError(`bot.${refused.refusal}`, { until: refused.until })
  return step
}

type Start = Extract<BotInput, { type: 'start' }>

type Cause = Pick<Start, 'by' | 'lateMs'> & { serversRecycling: boolean }

/** Reads the facts of a start for a locked bot; null for a driver who does not exist. */
async function readStart(
  deps: BotDeps,
  tx: Db,
  bot: BotRow,
  input: StartInput,
  cause: Cause,
): Promise<{ bot: Bot; input: Start } | null> {
  const context = await readStartContext(tx, bot.driverId, deps.clock.now())
  return context && planStart(deps, bot, context, input, cause)
}

/** A start of a locked bot by what was read of its driver. */
function planStart(
  deps: BotDeps,
  bot: BotRow,
  geography: StartContext,
  { mode, liveLog, appVersion, shadowMinutes }: StartInput,
  { by, lateMs, serversRecycling }: Cause,
): { bot: Bot; input: Start } {
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
  const step = await applyInput(deps, run.driverId, async (bot, tx) => {
    if (!isAtRest(bot.phase) || bot.shadowUntil !== run.endsAt) return null
    const start = await readStart(deps, tx, bot, run, { by: 'driver', lateMs: 0, serversRecycling })
    if (start === null || start.bot.variant !== run.variant) return null
    return { bot: start.bot, input: { ...start.input, shadowUntil: run.endsAt } }
  })
  return step?.refused ? null : step
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

/** A task of a driver. */
export type DriversTask = { driverId: string; turn: TaskTurn }

/** What became of a task; `stepped` is null if the bot stayed as it was. */
export type TaskRun = { stepped: Stepped | null }

/**
 * Runs tasks of different drivers in one transaction: the first process to claim a task does it, and its
 * outcome is stored with it or not at all. A start of a bot at work and a stop of one at rest change nothing
 * and notify no one; other refusals notify as the bot's own do. Null for a task that was done before.
 */
export async function runTasks(deps: BotDeps, tasks: readonly DriversTask[]): Promise<(TaskRun | null)[]> {
  const starts = tasks.filter(({ turn }) => turn.order.action === 'start')
  const serversRecycling = starts.length > 0 && !(await deps.hasWorkers())
  return await deps.db.transaction().execute(async (tx) => {
    const rows = await lockOrAddBots(
      tx,
      tasks.map(({ driverId }) => driverId),
    )
    const bots = new Map(rows.map((bot) => [bot.driverId, bot]))
    const startIds = starts.map(({ driverId }) => driverId)
    const contexts = await readStartContexts(tx, startIds, deps.clock.now())
    const plans: (TaskPlan | null)[] = []
    for (const { driverId, turn } of tasks) {
      const bot = bots.get(driverId)
      const isOurs = bot !== undefined && (await turn.claim(tx))
      plans.push(isOurs ? planTask(deps, bot, turn, contexts.get(driverId), serversRecycling) : null)
    }
    const steps = (
      await stepAll(
        deps,
        tx,
        plans.flatMap((plan) => plan?.step ?? []),
      )
    ).values()
    const runs: (TaskRun | null)[] = []
    for (const [index, plan] of plans.entries()) {
      const step = plan?.step ? (steps.next().value ?? null) : null
      if (plan) await tasks[index]?.turn.settle(tx, { lateMs: plan.lateMs, ...(plan.came ?? cameOf(step)) })
      runs.push(plan && { stepped: step })
    }
    return runs
  })
}

type Came = Pick<TaskResult, 'outcome' | 'refusal'>

/** What a task does: a step, whose outcome is known before it (`came`) or follows from it. */
type TaskPlan = { lateMs: number; step?: StepInput; came?: Came }

const DONE: Came = { outcome: 'done', refusal: null }

function planTask(
  deps: BotDeps,
  bot: BotRow,
  { order, dueAt }: TaskTurn,
  context: StartContext | undefined,
  serversRecycling: boolean,
): TaskPlan | null {
  const lateMs = deps.clock.now() - dueAt
  const isWorking = !isAtRest(bot.phase) && bot.phase !== 'pending_termination'
  if (order.action === 'stop') {
    if (!isWorking) return { lateMs, came: DONE }
    if (isTooLate(lateMs, deps.settings)) return { lateMs, came: { outcome: 'late', refusal: null } }
    return { lateMs, came: DONE, step: { bot, input: { type: 'stop', reason: 'autostop' } } }
  }
  if (isWorking) return { lateMs, came: { outcome: 'refused', refusal: 'already_running' } }
  if (context === undefined) return null
  return { lateMs, step: planStart(deps, bot, context, order, { by: 'autostart', lateMs, serversRecycling }) }
}

function cameOf(step: Stepped | null): Came {
  if (step === null) return DONE
  return { outcome: outcomeOf(step), refusal: step.refused?.refusal ?? null }
}

function outcomeOf({ ignored, refused }: Stepped): TaskOutcome {
  if (ignored === 'too_late') return 'late'
  return refused === null ? 'done' : 'refused'
}
