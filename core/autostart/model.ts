import type { StartMode } from '../bot-states.ts'
import type { Timestamp } from '../time.ts'

/** The action of a task: the seed's "Start/Stop Task". */
export const TASK_ACTIONS = ['start', 'stop'] as const
export type TaskAction = (typeof TASK_ACTIONS)[number]

/** A task as its form submits it: texts as typed. */
export type TaskInput = {
  action: TaskAction
  mode: StartMode
  liveLog: boolean
  /** `04:30`. */
  time: string
  /** Once, on `from`; or on the chosen weekdays from `from` to `to`. */
  every: 'once' | 'range'
  from: string
  to: string
  /** Of a range: 1 = Monday, 7 = Sunday. */
  weekdays: number[]
}

/**
 * When a task is due: a minute of its zone's wall clock, on its weekdays (1 = Monday) from `from` to `to`
 * (`2026-11-21`), both inclusive.
 */
export type TaskTimes = { minute: number; from: string; to: string; weekdays: number[]; timeZone: string }

/** The weekdays of a task that is due every day. */
export const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

/** A valid task. */
export type TaskPlan = TaskTimes & { action: TaskAction; mode: StartMode; liveLog: boolean }

/** Whether a task is too late to run; its driver is then notified. */
export function isTooLate(lateMs: number, { autostartLateMs }: { autostartLateMs: number }): boolean {
  return lateMs > autostartLateMs
}

/** The outcome of one day of a task. */
export const TASK_OUTCOMES = ['done', 'refused', 'late'] as const
export type TaskOutcome = (typeof TASK_OUTCOMES)[number]

/** One day of a task and its due time. */
export type Occurrence = { day: string; dueAt: Timestamp }
