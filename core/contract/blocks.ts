import { z } from 'zod'
import { WAITINGS } from '../events.ts'
import { operationsOf } from './access.ts'
import { payCosts } from './recap.ts'
import { block, day, id, instant, place, storable } from './shapes.ts'

const own = operationsOf('driver', 'blocks')

/** Calendars read a driver's blocks under this path: the secret and `.ics` follow, without a sign-in. */
export const CALENDAR_FEED_PATH = '/api/calendar/'

/**
 * An accept that the platform has not decided: no block yet, and no pay. It keeps its id as a block if it is
 * won.
 */
const waitingJob = block
  .omit({
    state: true,
    byBot: true,
    checkedInAt: true,
    releasedAt: true,
    changedAt: true,
    loss: true,
    reminderSkipped: true,
  })
  .extend({ state: z.literal('waiting'), waiting: z.enum(WAITINGS) })

/** The block that a file is for. */
export const blockQuery = z.object({ id })

const link = z.object({
  /** Path of the calendar feed with its secret, such as `/api/calendar/x…y.ics`; null = none. */
  path: z.string().nullable(),
  createdAt: instant.nullable(),
  /** When a calendar last read it. */
  readAt: instant.nullable(),
})

/** Blocks that a driver holds or held, and the actions around them. */
export const blocks = {
  list: own
    .get('', 'Blocks that start on these days (both included) of the driver, by start')
    .input(z.object({ from: day, to: day }))
    .output(
      z.object({
        blocks: z.array(block),
        /** Accepts on these days that the platform has not decided, by start; no sum has them. */
        waiting: z.array(waitingJob),
        /** What each of them costs its driver, by its id. */
        costs: z.record(z.string(), payCosts),
        timeZone: z.string(),
        /** Minutes before a block at which the driver is reminded; null = never. */
        reminderMinutes: z.int().nullable(),
        /** A release less than this before the start is late. */
        lateMs: z.int().positive(),
        /** Whether the platform supports releases through us. */
        canRelease: z.boolean(),
      }),
    ),
  arrivals: own.get('/arrivals', 'Blocks at which one may check in now or soon, and the fee rule').output(
    z.object({
      blocks: z.array(block.extend({ opensAt: instant, closesAt: instant })),
      /** The current price of a check-in: nothing once a block was won this week. */
      fee: z.object({
        cents: z.int().nonnegative(),
        applies: z.boolean(),
        awardsThisWeek: z.int().nonnegative(),
      }),
      opensMs: z.int().positive(),
      /** Check-in is for active users. */
      accountActive: z.boolean(),
      /** Whether the platform supports check-ins through us. */
      canCheckIn: z.boolean(),
      timeZone: z.string(),
    }),
  ),
  checkIn: own
    .post('/check-in', 'Mark the arrival at a block; the platform looks where the driver is')
    .input(z.object({ blockId: storable.max(100), place }))
    .output(z.object({ block, feeCents: z.int().nonnegative() })),
  release: own.whileSuspended
    .post('/{id}/release', 'Give a block back; `confirmedLate` once the driver has read the warning')
    .input(z.object({ id, confirmedLate: z.boolean() }))
    .output(z.object({ block, late: z.boolean() })),
  leaveWaitList: own.whileSuspended
    .post('/{id}/leave-wait-list', 'Give up a place on a wait list; what was decided before is not given up')
    .input(z.object({ id }))
    .output(
      z.object({
        /** `won`: the platform had given it to the driver before. `taken`: their place was lost before. */
        outcome: z.enum(['left', 'won', 'taken']),
      }),
    ),
  skipReminder: own
    .post('/{id}/skip-reminder', 'No reminder for this block; or one after all')
    .input(z.object({ id, skip: z.boolean() }))
    .output(z.object({ block })),
  calendarLink: own.get('/calendar-link', 'The address of the calendar feed').output(link),
  makeCalendarLink: own.post('/calendar-link', 'Make a new address; the one before ends').output(link),
  removeCalendarLink: own.whileSuspended.post('/calendar-link/remove', 'End the address').output(link),
}
