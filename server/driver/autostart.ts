import { randomUUID } from 'node:crypto'
import { checkTask, occurrenceAfter } from '@madruga/core/autostart.ts'
import type { TaskFacts, TaskInput } from '@madruga/core/autostart.ts'
import { nextDailyStop } from '@madruga/core/bot.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Settings } from '@madruga/core/settings.ts'
import { SECOND_MS } from '@madruga/core/time.ts'
import type { AutostartView, Db, DueTask, Task } from './autostart/model.ts'
import * as store from './autostart/store.ts'
import type { Bots } from '../bot.ts'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/logger.ts'
import type { Notify } from '../notify.ts'
import { defineModule, own } from '../module.ts'
import { HALF_YEAR_MS } from '../jobs.ts'
import type { Handlers } from '../module.ts'

export { countLateFirings } from './autostart/store.ts'

/** The declaration of autostart. */
export const autostart = defineModule({
  tables: ['autostart_firings', 'autostart_tasks'],
  sections: [
    {
      name: 'autostartTasks',
      from: 'autostart_tasks',
      columns:
        'id, action, mode, live_log, minute, time_zone, from_day, to_day, next_at, created_at, removed_at',
      key: [['id', 'text']],
    },
    {
      name: 'autostartFirings',
      from: 'autostart_firings',
      columns: 'task_id, day, due_at, fired_at, outcome, refusal',
      key: [
        ['task_id', 'text'],
        ['day', 'date'],
      ],
    },
  ],
  create: (parts: AutostartDeps) => ({ autostart: createAutostart(parts) }),
  handlers: ({
    autostart: { readTasks, createTask, removeTask },
  }: {
    autostart: Autostart
  }): Pick<Handlers, 'autostart'> => ({
    autostart: {
      list: own(readTasks),
      create: own(createTask),
      async remove({ driverId }, { id }) {
        await removeTask(driverId, id)
        return {}
      },
    },
  }),
  jobs: ({ autostart: { fireDue } }: { autostart: Pick<Autostart, 'fireDue'> }) => [
    { name: 'autostart.fire_due', everyMs: 5 * SECOND_MS, asksOutside: true, run: fireDue },
  ],
  retention: ({ db, clock }: { db: Db; clock: Clock }) => [
    { tables: 'autostart_firings', forget: () => store.forgetFirings(db, clock.now() - HALF_YEAR_MS) },
  ],
})

/** What autostart needs from other modules. */
export type AutostartDeps = {
  db: Db
  clock: Clock
  settings: Pick<Settings, 'autostart' | 'dailyStop'>
  bots: Pick<Bots, 'runTask'>
  notify: Pick<Notify, 'announce'>
  logger: Logger
}

/** Automatic starts and stops. */
export type Autostart = {
  readTasks(driverId: string): Promise<AutostartView>
  /** Refuses with `autostart.invalid` and the fields, and with `autostart.too_many`. */
  createTask(driverId: string, input: TaskInput): Promise<Task>
  /** Deletes a task; its outcomes stay visible. Refuses with `autostart.not_found`. */
  removeTask(driverId: string, id: string): Promise<void>
  /**
   * Executes everything due and not done, each once, whichever process runs first and however long none did.
   */
  fireDue(): Promise<void>
}

/** Maximum that a screen shows. */
const SHOWN = { over: 20, firings: 5, past: 30 }
/** Drivers whose tasks are read in one statement, and tasks under way at once. */
const DRIVERS_AT_ONCE = 1_000
const AT_ONCE = 8

export function createAutostart(deps: AutostartDeps): Autostart {
  const { db, clock, settings, logger } = deps

  async function driverOf(driverId: string): Promise<Pick<TaskFacts, 'timeZone' | 'app'>> {
    const driver = await store.readDriver(db, driverId)
    if (driver === null) throw new AppError('accounts.forbidden')
    return driver
  }

  return {
    async readTasks(driverId) {
      const { timeZone } = await driverOf(driverId)
      const tasks = await store.readTasks(db, driverId, SHOWN.over, SHOWN.firings)
      const past = await store.readPast(db, driverId, SHOWN.past)
      const dailyStop = nextDailyStop(clock.now(), settings.dailyStop)
      return { tasks, past, timeZone, mostDays: settings.autostart.mostDays, dailyStop }
    },

    async createTask(driverId, input) {
      const driver = await driverOf(driverId)
      return await db.transaction().execute(async (tx) => {
        await store.lockTasks(tx, driverId)
        const now = clock.now()
        const existing = await store.readOpenPlans(tx, driverId)
        const { mostTasks, mostDays } = settings.autostart
        const geography = { ...driver, now, existing, dailyStop: settings.dailyStop, mostDays }
        const { plan, fields } = checkTask(input, geography)
        if (fields) throw new AppError('autostart.invalid', { fields })
        if (existing.length >= mostTasks) throw new AppError('autostart.too_many', { count: mostTasks })
        const next = occurrenceAfter(plan, null)
        if (next === null) throw new Error('a task without a day was taken')
        const task = { ...plan, id: randomUUID() }
        await store.insertTask(tx, driverId, { ...task, next, createdAt: now })
        return { ...task, nextAt: next.dueAt, firings: [] }
      })
    },

    async removeTask(driverId, id) {
      if (!(await store.endTask(db, driverId, id, clock.now()))) throw new AppError('autostart.not_found')
    },

    async fireDue() {
      // Whose task is not done now keeps no one else waiting, and is tried again by the next sweep.
      const besides = new Set<string>()
      const fire = async (task: DueTask): Promise<void> => {
        const { driverId } = task
        const isDone = await fireTask(deps, task).catch((error: unknown) => {
          logger.warn({ driverId, err: error }, 'a task of starting or stopping is not done yet')
          return false
        })
        if (!isDone) besides.add(driverId)
      }
      // A driver's next task comes with the next read: what one day left undone may be due with another.
      let tasks: DueTask[]
      do {
        tasks = await store.readDueTasks(db, {
          now: clock.now(),
          besides: [...besides],
          most: DRIVERS_AT_ONCE,
        })
        const queue = tasks.values()
        const worker = async (): Promise<void> => {
          for (const task of queue) await fire(task)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, worker))
      } while (tasks.length > 0)
    },
  }
}

/** One day of a task; false if another process took it. */
async function fireTask({ bots, clock, notify }: AutostartDeps, task: DueTask): Promise<boolean> {
  const { driverId, day, dueAt, action, mode, liveLog } = task
  return await bots.runTask(driverId, {
    order: action === 'start' ? { action, mode, liveLog } : { action },
    dueAt,
    claim: (tx) => store.claimTask(tx, task),
    async settle(tx, { outcome, refusal, lateMs }) {
      const next = occurrenceAfter(task, day)
      await store.recordFiring(tx, task, { firedAt: clock.now(), outcome, refusal, next })
      // The bot itself reports a late start.
      if (action === 'stop' && outcome === 'late') {
        const params = { action, refusal: null, lateMs }
        const event = `autostart:${task.id}:${day}`
        await notify.announce(tx, { driverId, kind: 'autostart_missed', params, event })
      }
    },
  })
}
