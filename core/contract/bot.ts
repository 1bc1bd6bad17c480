import { z } from 'zod'
import { START_MODES } from '../bot-states.ts'
import { WAITINGS } from '../events.ts'
import { operationsOf } from './access.ts'
import { botView, id, instant, offer, otherPay, payFacts, ruleResult, storable, today } from './shapes.ts'

const own = operationsOf('driver', 'bot')

const confirmation = z.object({
  id,
  offer,
  stationCode: z.string(),
  stationName: z.string(),
  /** The station's zone; null = the platform does not list it. */
  timeZone: z.string().nullable(),
  /** The rules of the filter that it fails. */
  rules: z.array(ruleResult),
  /** `waiting`: the driver said yes, and the platform has not decided the accept. */
  state: z.enum(['open', 'yes', 'waiting', 'no', 'accepted', 'missed', 'expired']),
  /** What it waits for, if it does. */
  waiting: z.enum(WAITINGS).nullable(),
  askedAt: instant,
  expiresAt: instant,
})

const shadowRun = z.object({
  id,
  startedAt: instant,
  endsAt: instant,
  /** null = it is still running. */
  endedAt: instant.nullable(),
  seen: z.int().nonnegative(),
  /** What it would have tried, without overlaps and as far as one person can work it; how long that takes. */
  count: z.int().nonnegative(),
  minutes: z.int().nonnegative(),
  payCents: z.int(),
  tipCents: z.int(),
  ...payFacts,
  others: otherPay,
  /** Ignored offers, by their last reason. */
  ignoredFor: z.object({
    time: z.int().nonnegative(),
    price: z.int().nonnegative(),
    schedule: z.int().nonnegative(),
  }),
})

/** The driver's search. */
export const bot = {
  get: own.get('', "The driver's bot now").output(botView),
  // The bot itself refuses a start with its reason, which its screens handle.
  start: own.whileSuspended
    .post('/start', 'Start the bot')
    .input(
      z.object({
        mode: z.enum(START_MODES),
        liveLog: z.boolean(),
        /** The calling app's version, such as `0.2.0`; an outdated one is refused. Other programs omit it. */
        appVersion: storable.max(40).optional(),
        /**
         * Judge for so long and never accept (shadow mode), from a minute (the live-log test) to a week;
         * omitted = accept.
         */
        shadowMinutes: z.int().min(1).max(10_080).optional(),
      }),
    )
    .output(botView),
  stop: own.whileSuspended.post('/stop', 'Stop the bot for good').output(botView),
  today: own.get('/today', "Today's figures and the request budget").output(today),
  confirmations: own
    .get('/confirmations', 'Offers that the driver is asked about now')
    .output(z.object({ confirmations: z.array(confirmation), now: instant })),
  answerConfirmation: own
    .post(
      '/confirmations/{id}',
      'Take the offer or leave it; answers at once, and what came of it is told by the live log',
    )
    .input(z.object({ id, take: z.boolean() }))
    .output(confirmation),
  shadowRuns: own
    .get('/shadow', 'Shadow runs, newest first')
    .output(z.object({ runs: z.array(shadowRun).max(20) })),
  shadowRun: own
    .get('/shadow/{id}', 'What a shadow run would have won')
    .input(z.object({ id }))
    .output(
      z.object({
        run: shadowRun,
        offers: z
          .array(
            z.object({
              offer,
              stationCode: z.string(),
              /** The station's zone; null = the platform does not list it. */
              timeZone: z.string().nullable(),
              filterVersion: z.int(),
              rules: z.array(ruleResult),
              seenAt: instant,
            }),
          )
          .max(500),
      }),
    ),
}
