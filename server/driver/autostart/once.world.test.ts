import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { EVERY_DAY, occurrencesOf } from '@madruga/core/autostart.ts'
import type { TaskAction, TaskTimes } from '@madruga/core/autostart.ts'
import { AppError } from '@madruga/core/errors.ts'
import { HOUR_MS, MINUTE_MS } from '@madruga/core/time.ts'
import { createAutostart } from '../autostart.ts'
import type { Autostart } from '../autostart.ts'
import type { BotDeps } from '../../bot/deps.ts'
import { runTasks } from '../../bot/life/start.ts'
import { startBotWorld } from '../../bot/testing.ts'
import { createLogger } from '../../kit/logger.ts'
import { readAfter } from '../log.ts'

// Over New York's autumn clock change, 2026-11-01 02:00.
const START = Date.UTC(2026, 9, 30, 12)
const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/Phoenix']

const world = await startBotWorld({ now: START })

const db = () => world.database.kysely

type Planned = { action: TaskAction; minute: number; firstDay: number; days: number }
type Turn = {
  minutes: number
  /** How many processes sweep then, in parallel; 0 = all are down. */
  sweepers: number
  /** The process dies right before committing this many of its turns. */
  dies: number
  /** Other events of the bot meanwhile. */
  botRests: boolean
  removes: boolean
}

const planned: fc.Arbitrary<Planned> = fc.record({
  action: fc.constantFrom<TaskAction>('start', 'stop'),
  minute: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 1439 })),
  firstDay: fc.integer({ min: 0, max: 2 }),
  days: fc.integer({ min: 1, max: 4 }),
})
const turns: fc.Arbitrary<Turn> = fc.record({
  minutes: fc.oneof(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 30 * 60 })),
  sweepers: fc.constantFrom(0, 1, 1, 2, 3),
  dies: fc.constantFrom(0, 0, 0, 1, 2),
  botRests: fc.boolean(),
  removes: fc.constantFrom(false, false, false, false, true),
})

/** Several processes over the same rows, which die on command. */
function openProcesses(deps: BotDeps, fault: { left: number }): Autostart[] {
  const logger = createLogger({ level: 'silent', style: 'plain' })
  const notify = { announce: async () => {} }
  const bots: Parameters<typeof createAutostart>[0]['bots'] = {
    async runTask(driverId, turn) {
      const dying: typeof turn = {
        ...turn,
        async settle(tx, came) {
          await turn.settle(tx, came)
          if (fault.left-- > 0) throw new Error('this process died')
        },
      }
      const [run] = await runTasks(deps, [{ driverId, turn: dying }])
      return run !== null
    },
  }
  const { clock, settings } = deps
  return Array.from({ length: 3 }, () => createAutostart({ db: db(), clock, settings, bots, notify, logger }))
}

async function readRows(driverId: string) {
  const rows = await db()
    .selectFrom('autostart_firings')
    .selectAll()
    .where('driver_id', '=', driverId)
    .execute()
  const lines = await readAfter(db(), driverId, { after: 0, limit: 1_000 })
  const entered = (phase: string) =>
    lines.filter((line) => line.type === 'bot.state_changed' && line.data.phase === phase)
  return { rows, starts: entered('preparing').length, stops: entered('pending_termination').length }
}

const keyOf = (id: string, day: string) => `${id} ${day}`
const dayOf = (days: number) => new Date(START + days * 24 * HOUR_MS).toISOString().slice(0, 10)

test('whatever is down, dies or sweeps twice: each time of a task has one row, none before its time, none started too late', async () => {
  let runs = 0
  const property = fc.asyncProperty(
    fc.constantFrom(...ZONES),
    fc.array(planned, { minLength: 1, maxLength: 4 }),
    fc.array(turns, { minLength: 4, maxLength: 14 }),
    async (timeZone, plans, walk) => {
      const driverId = `walker${runs++}`
      await world.addDriver(driverId)
      await db().updateTable('drivers').set({ time_zone: timeZone }).where('id', '=', driverId).execute()
      let now = START
      const fault = { left: 0 }
      const deps: BotDeps = { ...world.deps, clock: { now: () => now, after: () => () => {} } }
      const processes = openProcesses(deps, fault)
      const tasks = await addTasks(processes[0]!, driverId, timeZone, plans)
      const removedAt = new Map<string, number>()
      for (const turn of [
        ...walk,
        { minutes: 7 * 24 * 60, sweepers: 1, dies: 0, botRests: false, removes: false },
      ]) {
        now += turn.minutes * MINUTE_MS
        if (turn.botRests)
          await sql`update bots set phase = 'not_running', cool_until = null, due_at = null where driver_id = ${driverId}`.execute(
            db(),
          )
        const last = tasks.at(-1)
        if (turn.removes && last && !removedAt.has(last.id)) {
          await processes[0]!.removeTask(driverId, last.id)
          removedAt.set(last.id, now)
        }
        fault.left = turn.dies
        await Promise.all(processes.slice(0, turn.sweepers).map((process) => process.fireDue()))
      }
      fault.left = 0
      await processes[0]!.fireDue()
      const { rows, starts, stops } = await readRows(driverId)

      const due = new Map(
        tasks.flatMap(({ id, times }) =>
          occurrencesOf(times, 0, now).map(({ day, dueAt }) => [keyOf(id, day), dueAt] as const),
        ),
      )
      for (const row of rows) {
        const dueAt = due.get(keyOf(row.task_id, row.day))
        assert.equal(row.due_at, dueAt, 'a time of the task')
        assert.ok(row.fired_at >= row.due_at, 'none before its time')
        const late = row.fired_at - row.due_at > deps.settings.autostartLateMs
        if (row.outcome === 'late') assert.ok(late, 'only a late run is reported as late')
        const action = tasks.find((task) => task.id === row.task_id)?.action
        if (late && action === 'start') assert.notEqual(row.outcome, 'done', 'none started too late')
        const goneAt = removedAt.get(row.task_id)
        if (goneAt !== undefined) assert.ok(row.fired_at <= goneAt, 'a deleted task does nothing')
      }
      const kept = [...due].filter(([key]) => !removedAt.has(key.split(' ')[0]!)).map(([key]) => key)
      const told = rows.filter((row) => !removedAt.has(row.task_id)).map((row) => keyOf(row.task_id, row.day))
      assert.deepEqual(told.toSorted(), kept.toSorted(), 'each time has its one row')
      const done = (action: TaskAction) =>
        rows.filter(
          (row) =>
            row.outcome === 'done' && tasks.some((task) => task.id === row.task_id && task.action === action),
        )
      assert.equal(starts, done('start').length, 'as many runs began as starts are told')
      assert.ok(stops <= done('stop').length, 'no run ended that no stop tells of')
    },
  )
  await fc.assert(property, { numRuns: 40 })
})

/** The accepted tasks of the planned ones; some conflict with each other, or with the daily stop. */
async function addTasks(
  autostart: Autostart,
  driverId: string,
  timeZone: string,
  plans: readonly Planned[],
): Promise<{ id: string; action: TaskAction; times: TaskTimes }[]> {
  const tasks: { id: string; action: TaskAction; times: TaskTimes }[] = []
  for (const { action, minute, firstDay, days } of plans) {
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const [from, to] = [dayOf(firstDay + 1), dayOf(firstDay + days)]
    const weekdays = EVERY_DAY.filter((day) => (minute + day) % 3 > 0)
    try {
      const input = {
        action,
        mode: 'regular',
        liveLog: true,
        time,
        every: 'range',
        from,
        to,
        weekdays,
      } as const
      const { id } = await autostart.createTask(driverId, input)
      tasks.push({ id, action, times: { minute, from, to, weekdays, timeZone } })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return tasks
}
