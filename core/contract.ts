import { eventIterator, oc } from '@orpc/contract'
import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import { z } from 'zod'
import { START_MODES } from './bot.ts'
import {
  botView,
  driver,
  filter,
  instant,
  language,
  logEntry,
  station,
  today,
  variant,
} from './contract/shapes.ts'

/** Who may call an operation: a signed-in driver for their own things, or anyone. */
export type Access = { access: 'driver' | 'anyone' }

const own = oc.$meta<Access>({ access: 'driver' })
const open = oc.$meta<Access>({ access: 'anyone' })

/** Every HTTP operation, stated once: the server implements it, the browser's client is typed by it, OpenAPI comes out of it. */
export const contract = {
  health: open
    .route({ method: 'GET', path: '/health', summary: 'Whether this process can serve', tags: ['service'] })
    .output(
      z.object({
        status: z.enum(['ok', 'degraded']),
        database: z.boolean(),
        engine: z.boolean(),
        version: z.string(),
      }),
    ),
  accounts: {
    signIn: open
      .route({
        method: 'POST',
        path: '/accounts/sign-in',
        summary: 'Sign in with e-mail and password',
        tags: ['accounts'],
      })
      .input(z.object({ email: z.string().min(1).max(254), password: z.string().min(1).max(200) }))
      .output(z.object({ driver })),
    signOut: open
      .route({ method: 'POST', path: '/accounts/sign-out', summary: 'End this session', tags: ['accounts'] })
      .output(z.object({})),
    session: open
      .route({
        method: 'GET',
        path: '/accounts/session',
        summary: 'Who is signed in, if anyone',
        tags: ['accounts'],
      })
      .output(z.object({ driver: driver.nullable() })),
    setLanguage: own
      .route({
        method: 'PUT',
        path: '/accounts/language',
        summary: 'Choose the language of screens and messages',
        tags: ['accounts'],
      })
      .input(z.object({ language }))
      .output(z.object({ driver })),
  },
  platforms: {
    stations: own
      .route({
        method: 'GET',
        path: '/platforms/stations',
        summary: "The stations or stores of the driver's platform account",
        tags: ['platforms'],
      })
      .output(z.object({ stations: z.array(station) })),
    status: own
      .route({
        method: 'GET',
        path: '/platforms/status',
        summary: 'Whether the bot servers and the platform answer',
        tags: ['platforms'],
      })
      .output(
        z.object({
          server: z.enum(['available', 'unavailable']),
          platform: z.enum(['available', 'unavailable']),
        }),
      ),
  },
  filters: {
    get: own
      .route({
        method: 'GET',
        path: '/filters/{variant}',
        summary: "The driver's filter; version 0 and a proposal when none was saved",
        tags: ['filters'],
      })
      .input(z.object({ variant }))
      .output(z.object({ version: z.int().nonnegative(), savedAt: instant.nullable(), filter })),
    save: own
      .route({
        method: 'PUT',
        path: '/filters/{variant}',
        summary: 'Save a filter as the next version',
        tags: ['filters'],
      })
      .input(z.object({ variant, baseVersion: z.int().nonnegative(), filter }))
      .output(z.object({ version: z.int().positive(), savedAt: instant, filter })),
  },
  bot: {
    get: own
      .route({ method: 'GET', path: '/bot', summary: "The driver's bot now", tags: ['bot'] })
      .output(botView),
    start: own
      .route({ method: 'POST', path: '/bot/start', summary: 'Start the bot', tags: ['bot'] })
      .input(z.object({ mode: z.enum(START_MODES), liveLog: z.boolean() }))
      .output(botView),
    stop: own
      .route({ method: 'POST', path: '/bot/stop', summary: 'Stop the bot for good', tags: ['bot'] })
      .output(botView),
    today: own
      .route({
        method: 'GET',
        path: '/bot/today',
        summary: "Today's figures and the request budget",
        tags: ['bot'],
      })
      .output(today),
  },
  log: {
    latest: own
      .route({
        method: 'GET',
        path: '/log',
        summary: 'The newest lines of the log, newest first',
        tags: ['log'],
      })
      .input(
        z.object({
          limit: z.coerce.number().int().min(1).max(200).default(50),
          before: z.coerce.number().int().positive().optional(),
        }),
      )
      .output(z.object({ entries: z.array(logEntry), lastSeq: z.int().nonnegative() })),
    live: own
      .route({
        method: 'GET',
        path: '/log/live',
        summary: 'Lines as they are written, over SSE; resumes after Last-Event-ID or `after`',
        tags: ['log'],
      })
      .input(z.object({ after: z.coerce.number().int().nonnegative().optional() }))
      .output(eventIterator(logEntry)),
  },
}

/** What each operation takes and gives, by its path in the contract: `Outputs['bot']['get']`. */
export type Inputs = InferContractRouterInputs<typeof contract>
export type Outputs = InferContractRouterOutputs<typeof contract>

/** A driver's bot as the screens show it. */
export type BotView = Outputs['bot']['get']
/** Today's figures of a driver. */
export type Today = Outputs['bot']['today']
