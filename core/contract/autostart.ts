import { z } from 'zod'
import { EVERY_DAY, TASK_ACTIONS, TASK_OUTCOMES } from '../autostart.ts'
import { START_MODES, START_REFUSALS } from '../bot-states.ts'
import { operationsOf } from './access.ts'
import { day, id, instant, storable } from './shapes.ts'

const weekday = z.int().min(1).max(7)

const own = operationsOf('driver', 'autostart')

const input = z.object({
  action: z.enum(TASK_ACTIONS),
  mode: z.enum(START_MODES),
  liveLog: z.boolean(),
  /** Wall clock of the driver's zone, `04:30`; as typed: errors are reported by field. */
  time: storable.max(20),
  /** Once, on `from`; or on the weekdays from `from` to `to`. */
  every: z.enum(['once', 'range']),
  from: storable.max(20),
  to: storable.max(20),
  /** Of a range: 1 = Monday, 7 = Sunday. */
  weekdays: z
    .array(weekday)
    .max(7)
    .default([...EVERY_DAY]),
})

/** The outcome of one day of a task; `refusal` is the reason why a start was refused. */
const firing = z.object({
  day,
  dueAt: instant,
  firedAt: instant,
  outcome: z.enum(TASK_OUTCOMES),
  refusal: z.enum(START_REFUSALS).nullable(),
})

const task = z.object({
  id,
  action: z.enum(TASK_ACTIONS),
  mode: z.enum(START_MODES),
  liveLog: z.boolean(),
  minute: z.int().min(0).max(1439),
  timeZone: z.string(),
  from: day,
  to: day,
  weekdays: z.array(weekday),
  /** null once every day has passed. */
  nextAt: instant.nullable(),
  /** Its latest outcomes, newest first. */
  firings: z.array(firing),
})

/** Automatic starts and stops. */
export const autostart = {
  list: own.get('', 'The tasks, the next one due first, and what came of the last ones').output(
    z.object({
      tasks: z.array(task),
      /** Outcomes of tasks, newest first, including deleted tasks. */
      past: z.array(firing.extend({ taskId: id, action: z.enum(TASK_ACTIONS) })),
      timeZone: z.string(),
      /** The longest range, in days. */
      mostDays: z.int(),
      /** When every bot stops next; tasks at this time of day are refused. null = never. */
      dailyStop: z.object({ startAt: instant, endAt: instant }).nullable(),
    }),
  ),
  create: own
    .post('', 'Add a task; refuses what is past, malformed, overlapping or inside the daily stop')
    .input(input)
    .output(task),
  remove: own.whileSuspended
    .post('/{id}/remove', 'Delete a task; what it did stays told')
    .input(z.object({ id }))
    .output(z.object({})),
}
