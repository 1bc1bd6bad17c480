import type { StopReason } from '@madruga/core/bot.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { createBatcher } from '../kit/batcher.ts'
import { leaveWaitList } from './accepts/leave-wait-list.ts'
import type { Background } from './background.ts'
import { acceptAtRest, answerConfirmation } from './confirmations/answers.ts'
import { listConfirmations } from './confirmations/requests.ts'
import type { BotDeps } from './deps.ts'
import { announceJudging } from './life/announce.ts'
import { runTasks, startRun } from './life/start.ts'
import type { DriversTask, StartInput, TaskRun, TaskTurn } from './life/start.ts'
import { applyInput } from './life/steps.ts'
import type { Follow } from './life/steps.ts'
import type { Db } from './model.ts'
import { readShadowRun } from './shadow/offers.ts'
import { isAtRest, lockBot } from './store/bots.ts'
import type { ConfirmationView } from './store/confirmations.ts'
import { readDelivery } from './store/facts.ts'
import { hasDoubtful } from './store/next-readings.ts'
import { listShadowRuns } from './store/shadow.ts'
import { readBot, readToday } from './views.ts'
import type { BotView, Today } from './views.ts'
import type { Searches } from './workers/searches.ts'

/** What drivers and other modules do with bots. */
export type BotActions = {
  readBot(driverId: string): Promise<BotView>
  readToday(driverId: string): Promise<Today>
  /**
   * Starts a run. Refuses with `bot.<refusal>`; `until` (epoch ms) is when a start can succeed, if time alone
   * helps.
   */
  startBot(driverId: string, input: StartInput): Promise<BotView>
  /**
   * Stops the bot: once it reads Not Running, it sends no request. Stopping a stopped bot changes nothing.
   */
  stopBot(driverId: string, reason?: StopReason): Promise<BotView>
  /** Open confirmation requests. */
  listConfirmations(driverId: string): Promise<Outputs['bot']['confirmations']>
  /**
   * Stores the driver's answer to a confirmation; the first one counts. Refuses with `bot.confirmation_over`.
   */
  answerConfirmation(driverId: string, answer: { id: string; take: boolean }): Promise<ConfirmationView>
  /** Gives up the driver's place on a wait list; refuses as `leave-wait-list.ts` says. */
  leaveWaitList(driverId: string, job: { id: string }): Promise<Outputs['blocks']['leaveWaitList']>
  listShadowRuns(driverId: string): Promise<Outputs['bot']['shadowRuns']>
  /** Refuses with `bot.shadow_not_found`. */
  readShadowRun(driverId: string, id: string): Promise<Outputs['bot']['shadowRun']>
  /** Runs a driver's task that is due. Answers whether it was still to be done. */
  runTask(driverId: string, turn: TaskTurn): Promise<boolean>
  /** A filter was saved: searches take it at their next poll, in whichever process they are. */
  filterSaved(driverId: string): Promise<void>
  /**
   * Whether a driver's bot is at rest, locked until the transaction ends; true for a driver who does not
   * exist.
   */
  isResting(tx: Db, driverId: string): Promise<boolean>
  /** Whether an accept of theirs at a platform is undecided, or a job without a stated end runs. */
  hasOpenWork(tx: Db, driverId: string, platform: string): Promise<boolean>
  /** A human has solved the platform's verification. */
  humanSolved(driverId: string): Promise<void>
  /** Instant offers were confirmed or switched off: a bot at work starts or stops searching for them. */
  instantChanged(driverId: string, on: boolean): Promise<void>
}

/** Tasks of one transaction. */
const TASKS_AT_ONCE = 64

/** Runs tasks together; each by itself where that fails, so that one of them holds up no other. */
async function runBatch(
  deps: BotDeps,
  follow: Follow,
  batch: readonly DriversTask[],
): Promise<PromiseSettledResult<TaskRun | null>[]> {
  const drivers = new Set(batch.map(({ driverId }) => driverId))
  try {
    if (drivers.size < batch.length) throw new Error('a driver has several tasks at once')
    const runs = await runTasks(deps, batch)
    follow(runs.map((run) => run?.stepped ?? null))
    return runs.map((value) => ({ status: 'fulfilled', value }))
  } catch (error) {
    if (batch.length === 1) return [{ status: 'rejected', reason: error }]
    const alone: PromiseSettledResult<TaskRun | null>[] = []
    for (const task of batch) alone.push(...(await runBatch(deps, follow, [task])))
    return alone
  }
}

function valueOf(run: PromiseSettledResult<TaskRun | null>): TaskRun | null {
  if (run.status === 'rejected') throw run.reason
  return run.value
}

/** Creates the actions; `searches` are those of this process, null where it does not search. */
export function createActions({
  deps,
  follow,
  background,
  searches,
}: {
  deps: BotDeps
  follow: Follow
  background: Background
  searches: Searches | null
}): BotActions {
  const view = (driverId: string): Promise<BotView> => readBot(deps, driverId)
  const tasks = createBatcher((batch: readonly DriversTask[]) => runBatch(deps, follow, batch), TASKS_AT_ONCE)
  return {
    readBot: view,
    readToday: (driverId) => readToday(deps, driverId),
    async startBot(driverId, input) {
      follow([await startRun(deps, driverId, input)])
      return await view(driverId)
    },
    async stopBot(driverId, reason = 'driver_stopped') {
      const step = await applyInput(deps, driverId, { type: 'stop', reason }).catch((error: unknown) => {
        deps.logger.error({ driverId, err: error }, 'a stop was not stored')
        throw new AppError('bot.stop_failed')
      })
      follow([step])
      return await view(driverId)
    },
    listConfirmations: (driverId) => listConfirmations(deps, driverId),
    async answerConfirmation(driverId, answer) {
      const { confirmation, rests } = await answerConfirmation(deps, driverId, answer)
      if (rests) background.start('a yes was not taken', acceptAtRest(deps, driverId).then(follow))
      else if (answer.take) await searches?.takeAnswers(driverId)
      return confirmation
    },
    leaveWaitList: (driverId, job) => leaveWaitList(deps, follow, driverId, job),
    listShadowRuns: (driverId) => listShadowRuns(deps.db, driverId),
    readShadowRun: (driverId, id) => readShadowRun(deps.db, driverId, id),
    runTask: async (driverId, turn) => valueOf(await tasks.load({ driverId, turn })) !== null,
    async filterSaved(driverId) {
      await searches?.rejudge(driverId)
      await announceJudging(deps.db, driverId)
    },
    async isResting(tx, driverId) {
      const bot = await lockBot(tx, driverId)
      return bot === null || isAtRest(bot.phase)
    },
    hasOpenWork: (tx, driverId, platform) => hasDoubtful(tx, driverId, platform, deps.clock.now()),
    async humanSolved(driverId) {
      const step = await applyInput(deps, driverId, async (bot, tx) => ({
        bot,
        input: {
          type: 'human_solved',
          delivery: await readDelivery(tx, driverId, bot.variant, deps.clock.now()),
        },
      }))
      follow([step])
    },
    async instantChanged(driverId, on) {
      const step = await applyInput(deps, driverId, { type: 'instant_changed', on })
      follow([step])
      if (step === null || step.ignored !== null) return
      await searches?.rejudge(driverId)
      await announceJudging(deps.db, driverId)
    },
  }
}
