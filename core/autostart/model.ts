import type { StartMode } from '../bot.ts'
import type { Timestamp } from '../time.ts'

/** What a task does when its time comes: the seed's "Start/Stop Task". */
export const TASK_ACTIONS = ['start', 'stop'] as const
export type TaskAction = (typeof TASK_ACTIONS)[number]

/** A task as its form sends it: texts as they were typed. */
export type TaskWish = {
  action: TaskAction
  mode: StartMode
  liveLog: boolean
  /** `04:30`. */
  time: string
  /** Once, on `from`; or every day from `from` to `to`. */
  every: 'once' | 'range'
  from: string
  to: string
}

/**
 * When a task is due: a minute of the wall clock of its zone, on every day from `from` to `to`
 * (`2026-11-21`), both included.
 */
export type TaskTimes = { minute: number; from: string; to: string; timeZone: string }

/** A sound task. */
export type TaskPlan = TaskTimes & { action: TaskAction; mode: StartMode; liveLog: boolean }

/** Whether a task that comes so late does nothing any more; its driver is told. */
export function isTooLate(lateMs: number, { autostartLateMs }: { autostartLateMs: number }): boolean {
  return lateMs > autostartLateMs
}

/** Two tasks closer together than this are at the same time. */
export const SAME_TIME_MS = 60_000

/** What came of one day of a task. */
export const TASK_OUTCOMES = ['done', 'refused', 'late'] as const
export type TaskOutcome = (typeof TASK_OUTCOMES)[number]

/** One day of a task and its instant. */
export type Occurrence = { day: string; dueAt: Timestamp }
