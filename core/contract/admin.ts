import { z } from 'zod'
import { BOT_REASONS, PHASES } from '../bot-states.ts'
import { CHANNELS } from '../notify.ts'
import { PLANS } from '../plans.ts'
import { REQUEST_ORDERS, REQUEST_STATES, SUPPORT_TOPICS } from '../support.ts'
import { operationsOf } from './access.ts'
import { driverPage } from './admin-driver.ts'
import { overviewPage } from './admin-overview.ts'
import { day, id, instant, language, order, storable, typedText, variant } from './shapes.ts'
import { supportRequest } from './support.ts'

const operator = operationsOf('operator', 'admin')

const status = z.enum(['active', 'inactive', 'suspended'])
const number = z.coerce.number().int()
const driverId = z.object({ id })

const driverRow = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  app: variant,
  plan: z.enum(PLANS),
  role: z.enum(['driver', 'operator']),
  status,
  statusReason: z.string().nullable(),
  deviceId: z.string().nullable(),
  language,
  createdAt: instant,
  phase: z.enum(PHASES).nullable(),
})

const serviceState = z.object({
  serverAvailable: z.boolean(),
  /** The kill switch: every bot stops and none starts. */
  killed: z.boolean(),
  minimumAppVersion: z.string(),
})

/** How many were tried again; none = they succeeded by then, or are too old. */
const retryCount = z.object({ retried: z.int().nonnegative() })

/** A reason that is written to the audit log and shown to a suspended driver. */
const reason = typedText(500)

/**
 * What an operator sees and does; each change is written to the audit log in the transaction that makes it.
 */
export const admin = {
  ...overviewPage,
  ...driverPage,
  find: operator
    .get(
      '/find',
      'Drivers, invoices and payments by a part of a name, e-mail, phone or number, or by a charge',
    )
    .input(z.object({ text: typedText(100).min(3) }))
    .output(
      z.object({
        hits: z.array(
          z.object({
            kind: z.enum(['driver', 'invoice', 'payment']),
            /** The driver's id, the invoice's number, the payment's reference. */
            key: z.string(),
            title: z.string(),
            text: z.string(),
            /** What of it was found. */
            by: z.enum(['name', 'email', 'phone', 'number', 'charge']),
          }),
        ),
        /** There are others than these. */
        more: z.boolean(),
      }),
    ),
  drivers: operator
    .get('/drivers', 'Drivers by name, e-mail or phone')
    .input(
      z.object({
        text: storable.max(100).optional(),
        status: status.optional(),
        order,
        limit: number.min(1).max(100).default(50),
        /** The `next` of the previous page. */
        after: storable.max(400).optional(),
      }),
    )
    .output(
      z.object({ drivers: z.array(driverRow), next: z.string().nullable(), total: z.int().nonnegative() }),
    ),
  driver: operator
    .get('/drivers/{id}', 'One driver')
    .input(driverId)
    .output(
      driverRow.extend({
        /** Why the bot is in its phase, and until when; null = no bot yet. */
        bot: z
          .object({
            gps: z.boolean(),
            reason: z.enum(BOT_REASONS).nullable(),
            dueAt: instant.nullable(),
            /** It waits for a worker to start it. */
            starting: z.boolean(),
          })
          .nullable(),
        platformState: z.enum(['none', 'connected', 'refused']),
        filterVersion: z.int().nonnegative(),
        sessions: z.int().nonnegative(),
        lastSeenAt: instant.nullable(),
        acceptedThisWeek: z.int().nonnegative(),
        openRequests: z.int().nonnegative(),
      }),
    ),
  setStatus: operator
    .post('/drivers/{id}/status', 'Activate, deactivate or suspend a driver; their bot stops unless active')
    .input(driverId.extend({ status, reason }))
    .output(driverRow),
  setDevice: operator
    .post('/drivers/{id}/device', 'Enable a device id for instant offers, or take it away')
    .input(driverId.extend({ deviceId: storable.trim().max(100).nullable() }))
    .output(driverRow),
  endSessions: operator.withoutStepUp
    .post('/drivers/{id}/end-sessions', 'Sign a driver out everywhere')
    .input(driverId)
    .output(z.object({ ended: z.int().nonnegative() })),
  service: operator.get('/service', 'The fleet and the switches').output(
    z.object({
      state: serviceState,
      version: z.string(),
      /** Node and PostgreSQL, where the installation brings them, and when each was published. */
      runtime: z.array(
        z.object({ name: z.enum(['node', 'postgres']), version: z.string(), publishedOn: day }),
      ),
      platform: z.enum(['available', 'unavailable']),
      drivers: z.int().nonnegative(),
      /**
       * Bots that search nothing, the longest first, up to a limit: `why` their requests bring no list, or
       * null where none goes out.
       */
      silent: z.object({
        count: z.int().nonnegative(),
        bots: z.array(
          z.object({
            driverId: z.string(),
            email: z.string(),
            since: instant,
            platform: z.string().nullable(),
            why: z.enum(BOT_REASONS).nullable(),
          }),
        ),
      }),
      /** Blocks that drivers held at platforms and that were taken over within a day. */
      adopted: z.int().nonnegative(),
      phases: z.record(z.enum(PHASES), z.int().nonnegative()),
      /** Bots at work that wait for a worker to start them. */
      starting: z.int().nonnegative(),
      workers: z.array(
        z.object({
          id: z.string(),
          seenAt: instant,
          bots: z.int().nonnegative(),
          capacity: z.int().nonnegative(),
        }),
      ),
      messages: z.object({ waiting: z.int().nonnegative(), failed: z.int().nonnegative() }),
      openRequests: z.int().nonnegative(),
      /** When each job was last done; how often it has failed in a row since, and its last error. */
      jobs: z.array(
        z.object({
          job: z.string(),
          ranAt: instant.nullable(),
          failures: z.int().nonnegative(),
          failedAt: instant.nullable(),
          lastError: z.string().nullable(),
          /** The next try after a failure; null = by its interval. */
          retryAt: instant.nullable(),
          /** Its interval, ms; null for a job of another release. */
          everyMs: z.int().positive().nullable(),
        }),
      ),
    }),
  ),
  setService: operator
    .put('/service', 'Open or close the servers for starts, and set the oldest app that is served')
    .input(
      z.object({
        serverAvailable: z.boolean(),
        minimumAppVersion: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
        reason,
      }),
    )
    .output(serviceState),
  kill: operator
    .post('/kill', 'The kill switch: on stops every bot, off lets them start again')
    .input(z.object({ killed: z.boolean(), reason }))
    .output(serviceState),
  requests: operator
    .get('/support', 'The support inbox, by default the one due first on top')
    .input(
      z.object({
        state: z.enum(REQUEST_STATES).optional(),
        topic: z.enum(SUPPORT_TOPICS).optional(),
        order: z.enum(REQUEST_ORDERS).default('due'),
        limit: number.min(1).max(100).default(50),
      }),
    )
    .output(
      z.object({
        requests: z.array(supportRequest.extend({ driverId: z.string(), driverEmail: z.string(), language })),
      }),
    ),
  replyToRequest: operator.withoutStepUp
    .post('/support/{id}/replies', 'Answer a request; the driver is told')
    .input(z.object({ id: number.positive(), text: typedText(4_000) }))
    .output(supportRequest),
  closeRequest: operator.withoutStepUp
    .post('/support/{id}/close', 'Nothing more to say')
    .input(z.object({ id: number.positive() }))
    .output(supportRequest),
  messages: operator
    .get('/messages', 'What was to be sent, newest first, and what came of it; no content')
    .input(
      z.object({
        state: z.enum(['waiting', 'sent', 'failed', 'given_up']).optional(),
        limit: number.min(1).max(100).default(50),
        before: number.positive().optional(),
        driverId: id.optional(),
      }),
    )
    .output(
      z.object({
        messages: z.array(
          z.object({
            id: z.int().positive(),
            channel: z.enum(CHANNELS),
            recipient: z.string(),
            template: z.string(),
            state: z.enum(['waiting', 'sent', 'failed', 'given_up']),
            attempts: z.int().nonnegative(),
            error: z.string().nullable(),
            at: instant,
            sentAt: instant.nullable(),
            /** When a text arrived, as its provider says; null = not known. */
            arrivedAt: instant.nullable(),
            canRetry: z.boolean(),
          }),
        ),
        more: z.boolean(),
      }),
    ),
  retryJobs: operator
    .post('/jobs/retry', 'Try a job that fails again now, or all that do')
    .input(z.object({ job: storable.max(100).optional() }))
    .output(retryCount),
  retryMessages: operator
    .post('/messages/retry', 'Try a message that failed again, or all of the last days')
    .input(z.object({ id: number.positive().optional() }))
    .output(retryCount),
  audit: operator
    .get('/audit', 'What operators did')
    .input(
      z.object({
        limit: number.min(1).max(200).default(50),
        order,
        /** The last number of the previous page, in either order. */
        before: number.positive().optional(),
        driverId: id.optional(),
      }),
    )
    .output(
      z.object({
        actions: z.array(
          z.object({
            id: z.int().positive(),
            at: instant,
            /** E-mail of the operator, or `command line`. */
            actor: z.string(),
            /** `drivers.set_status`, `service.kill` … */
            action: z.string(),
            driverId: z.string().nullable(),
            driverEmail: z.string().nullable(),
            details: z.record(z.string(), z.unknown()),
          }),
        ),
        more: z.boolean(),
      }),
    ),
}
