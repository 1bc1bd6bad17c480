import { z } from 'zod'
import { NOTIFICATION_KINDS } from '../notify.ts'
import { PLANS } from '../plans.ts'
import { operationsOf } from './access.ts'
import { cents } from './money-shapes.ts'
import { logEntry } from './entry-shape.ts'
import { id, instant, pageBefore, payFacts, variant } from './shapes.ts'

const operator = operationsOf('operator', 'admin')

const number = z.coerce.number().int()
const page = z.object({ id, limit: number.min(1).max(100).default(50), before: number.positive().optional() })
const count = z.int().nonnegative()

/** The sections of a driver's page. That an operator opened it is written to the audit log, once an hour. */
export const driverPage = {
  driverLog: operator
    .get(
      '/drivers/{id}/log',
      'Offers that a driver’s bot judged, with every rule, and its states, newest first',
    )
    .input(page)
    .output(z.object({ entries: z.array(logEntry), next: z.int().positive().nullable() })),
  driverBlocks: operator
    .get('/drivers/{id}/blocks', 'Blocks of a driver, the latest start first')
    .input(page.extend({ before: pageBefore.optional() }))
    .output(
      z.object({
        blocks: z.array(
          z.object({
            id: z.string(),
            station: z.string(),
            stationName: z.string(),
            timeZone: z.string().nullable(),
            startAt: instant,
            endAt: instant,
            payCents: cents,
            tipCents: cents,
            ...payFacts,
            endEstimated: z.boolean().optional(),
            state: z.enum(['held', 'checked_in', 'done', 'forfeited']),
            acceptedAt: instant,
          }),
        ),
        /** Pass it as `before` to continue; null at the end. */
        next: instant.nullable(),
      }),
    ),
  driverNews: operator
    .get('/drivers/{id}/news', 'What a driver was told in the app, newest first; no content')
    .input(page)
    .output(
      z.object({
        news: z.array(
          z.object({
            id: z.int().positive(),
            kind: z.enum(NOTIFICATION_KINDS),
            at: instant,
            readAt: instant.nullable(),
          }),
        ),
        more: z.boolean(),
      }),
    ),
  driverAccess: operator
    .get('/drivers/{id}/access', 'A driver’s sessions, filters and referral credits')
    .input(z.object({ id }))
    .output(
      z.object({
        sessions: z.array(
          z.object({
            userAgent: z.string().nullable(),
            createdAt: instant,
            seenAt: instant,
            expiresAt: instant,
          }),
        ),
        /** Versions, newest first, up to a limit. */
        filters: z.array(
          z.object({
            app: variant,
            version: z.int().positive(),
            plan: z.enum(PLANS).nullable(),
            stations: count.nullable(),
            savedAt: instant,
            removed: z.boolean(),
          }),
        ),
        credits: z.object({ earned: count, used: count, available: count }),
      }),
    ),
}
