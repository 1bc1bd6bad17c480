import { z } from 'zod'
import { PHASES } from '../bot-states.ts'
import { INCIDENT_KINDS } from '../incidents.ts'
import { CHANNELS } from '../notify.ts'
import { operationsOf } from './access.ts'
import { cents } from './money-shapes.ts'
import { day, instant } from './shapes.ts'

const operator = operationsOf('operator', 'admin')
const count = z.int().nonnegative()

/** Something that is wrong with the service, or was. */
const incident = z.object({
  id: z.int().positive(),
  kind: z.enum(INCIDENT_KINDS),
  /** The name of a job, otherwise ''. */
  subject: z.string(),
  count: z.int().nonnegative().nullable(),
  /** Since when it is known to be so; null = since it was opened. */
  since: instant.nullable(),
  openedAt: instant,
  toldAt: instant.nullable(),
  overAt: instant.nullable(),
  /** Until it worsens it sends no alerts; by whom is their e-mail, null once the account is gone. */
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  /** It sends no alerts until then, unless it worsens. */
  mutedUntil: instant.nullable(),
  mutedBy: z.string().nullable(),
  /** The operator who looks after it, by their e-mail. */
  owner: z.string().nullable(),
})

/** The console's overview: figures, what is wrong, and what operators do about it. */
export const overviewPage = {
  overview: operator
    .get('/overview', 'How the business and the fleet do, and what is wrong now')
    .input(z.object({ range: z.enum(['day', 'week', 'month']).default('day') }))
    .output(
      z.object({
        at: instant,
        /** Drivers whose bot saw offers within seven days, and within the seven days before. */
        drivers: z.object({ all: count, active: count, activeBefore: count }),
        /**
         * Of the drivers whose bot saw offers in the four weeks before the last four, those whose bot saw
         * none in the last four.
         */
        churn: z.object({ from: count, lost: count }),
        /** Of the last four weeks, by the drivers' own days. */
        wins: z.array(z.object({ day, accepted: count, missed: count })),
        signUps: z.array(z.object({ week: day, count })),
        /** Net revenue by the ledger, and charges that are begun and not over, which it may not contain. */
        revenue: z.object({
          byWeek: z.array(z.object({ week: day, cents })),
          /** What demo accounts come to in these weeks; `counted`: it is part of them. */
          demo: z.object({ netCents: cents, counted: z.boolean() }),
          running: z.object({ count, cents }),
        }),
        /** Bots by state over time, means of every `everyMs`. */
        states: z.object({
          everyMs: z.int().positive(),
          points: z.array(
            z.object({
              at: instant,
              phases: z.record(z.enum(PHASES), z.number().nonnegative()),
              silent: count,
            }),
          ),
        }),
        incidents: z.object({ open: z.array(incident), over: z.array(incident) }),
      }),
    ),
  steerIncident: operator.withoutStepUp
    .post('/incidents/{id}', 'Acknowledge an incident, mute it until a time, take it over, or undo that')
    .input(
      z.object({
        id: z.coerce.number().int().positive(),
        acknowledged: z.boolean().optional(),
        mutedUntil: instant.nullable().optional(),
        /** By the caller; false: by no operator. */
        owned: z.boolean().optional(),
      }),
    )
    .output(incident),
  testAlert: operator.withoutStepUp
    .post('/alerts/test', 'Send yourself an alert about the service, by mail and push')
    .input(z.object({}))
    .output(
      z.object({
        sent: z.array(
          z.object({
            channel: z.enum(CHANNELS),
            state: z.enum(['waiting', 'sent', 'failed', 'given_up', 'missing']),
          }),
        ),
      }),
    ),
}
