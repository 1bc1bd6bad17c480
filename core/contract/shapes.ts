import { z } from 'zod'
import { BOT_REASONS, PHASES, START_MODES } from '../bot-states.ts'
import { LOSSES } from '../events.ts'
import { RULES } from '../filters.ts'
import { LANGUAGE_CODES } from '../languages.ts'
import { REMINDER_MINUTES } from '../notify.ts'
import { OFFER_KINDS } from '../offers.ts'
import { SPEEDS } from '../settings.ts'
import { PLANS } from '../plans.ts'
import { VARIANTS } from '../variants.ts'

/** The last time that both JavaScript and PostgreSQL can represent as a date. */
const LATEST_INSTANT = 8_640_000_000_000_000

/**
 * Shapes shared by several operations. Timestamps travel as epoch milliseconds in JSON integers named
 * `...At`.
 */
export const variant = z.enum(VARIANTS)
export const language = z.enum(LANGUAGE_CODES)
export const instant = z.int().min(0).max(LATEST_INSTANT)
/** Cursor of a page: continue before this time. */
export const pageBefore = z.coerce.number().int().min(0).max(LATEST_INSTANT)
/** The order of a list by time; a page continues in it. */
export const order = z.enum(['newest', 'oldest']).default('newest')
/** A text that can be stored as it is: PostgreSQL and JSON reject NUL and lone surrogates. */
export const storable = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'))
export const id = storable.min(1).max(100)
/** A text that a person typed; leading and trailing blanks are trimmed. */
export const typedText = (most: number) => storable.trim().min(1).max(most)

/** Octets in base64url. */
export const octets = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)
/** What a passkey answers to a challenge: WebAuthn's assertion. */
export const passkeySignature = z.object({
  id: octets(1_400),
  clientDataJSON: octets(4_000),
  authenticatorData: octets(4_000),
  signature: octets(4_000),
})

/** As a platform sent it; nothing here limits it, since the log must stay readable in every case. */
export const offer = z.object({
  id: z.string(),
  stationId: z.string(),
  kind: z.enum(OFFER_KINDS),
  startAt: z.number(),
  endAt: z.number(),
  payCents: z.number(),
  tipCents: z.number(),
  payBasis: z.enum(['estimated', 'unknown']).nullish(),
  currency: z.string().nullish(),
  endEstimated: z.boolean().optional(),
  skills: z.array(z.string()).readonly().nullish(),
  full: z.boolean().optional(),
  miles: z.number().nullable(),
  stops: z.number().nullable(),
  batched: z.boolean(),
  expiresAt: z.number().nullable(),
})

export const ruleResult = z.object({
  rule: z.enum(RULES),
  passed: z.boolean(),
  value: z.union([z.number(), z.string()]).nullable(),
  limit: z.union([z.number(), z.string()]).nullable(),
  bound: z.enum(['min', 'max', 'is']),
})

export const station = z.object({
  id: z.string(),
  variant,
  code: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  programme: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string(),
  /** ISO 4217: what the platform pays the driver in there; none = USD. */
  currency: z.string().nullish(),
})

/** A bot's phase, and why it is in it. */
export const phase = z.enum(PHASES)
export const reason = z.enum(BOT_REASONS).nullable()

/** A day of the driver's calendar: `2026-11-21`. */
export const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
/** A point on the map, degrees. */
export const place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
const cents = z.int()

/** How a pay is known, beside its cents; mirrors `Pay` of core/offers. Sums of pay have them too. */
export const payFacts = {
  payBasis: z.enum(['estimated', 'unknown']).nullish(),
  currency: z.string().nullish(),
}

/** What is paid in other currencies than a sum's, by currency: it is not in the sum. */
export const otherPay = z.array(
  z.object({ count: z.int().positive(), payCents: cents, tipCents: cents, ...payFacts }),
)

/** A block that the driver holds or held. */
export const block = z.object({
  id: z.string(),
  stationId: z.string(),
  stationCode: z.string(),
  stationName: z.string(),
  /** The station's zone; null = the platform does not list it. */
  timeZone: z.string().nullable(),
  /** Its location; null if the platform's station is unknown to us. */
  place: place.nullable(),
  address: z.string(),
  city: z.string(),
  kind: z.enum(OFFER_KINDS),
  startAt: instant,
  endAt: instant,
  payCents: cents,
  tipCents: cents,
  ...payFacts,
  /** The platform states no end: `endAt` is computed from the distance. */
  endEstimated: z.boolean().optional(),
  miles: z.number().nullable(),
  stops: z.int().nullable(),
  state: z.enum(['held', 'checked_in', 'done', 'forfeited']),
  acceptedAt: instant,
  /** Whether the bot accepted it, or the driver by hand. */
  byBot: z.boolean(),
  checkedInAt: instant.nullable(),
  releasedAt: instant.nullable(),
  /** When the platform last changed it automatically. */
  changedAt: instant.nullable(),
  /** Why it is no longer the driver's although no one gave it back here. */
  loss: z.enum(LOSSES).nullable(),
  /** The driver wants no reminder of this one. */
  reminderSkipped: z.boolean(),
})

/** The signed-in driver, as the app shell needs it (the seed's "logged-in user record"). */
export const driver = z.object({
  id: z.string(),
  email: z.string(),
  language,
  /** By registering in it or later; without it, a device keeps its own. */
  languageChosen: z.boolean(),
  app: variant,
  plan: z.enum(PLANS),
  timeZone: z.string(),
  role: z.enum(['driver', 'operator']),
  /** A suspended driver can read and pay, and do little else. */
  status: z.enum(['active', 'inactive', 'suspended']),
  /** An account of the demo: its weeks were made. */
  isDemo: z.boolean(),
})

/** A driver's bot as the screens show it. */
export const botView = z.object({
  phase,
  gps: z.boolean(),
  mode: z.enum(START_MODES),
  liveLog: z.boolean(),
  reason,
  dueAt: instant.nullable(),
  gen: z.int(),
  speed: z.enum(SPEEDS),
  startedAt: instant.nullable(),
  windowStartedAt: instant.nullable(),
  /** Until when this run only judges and never accepts; null = it accepts. */
  shadowUntil: instant.nullable(),
  /**
   * Until when the platform forbids searching, in any run; null = it never called a search aggressive. A
   * start before then sleeps until then.
   */
  restUntil: instant.nullable(),
  /**
   * The bot prepares or runs by its phase, and waits for a server or has not sent its first request: in about
   * how many ms a server takes it up (whole seconds; 0 = one has it already), null while no server has room.
   * Null = it is at work, at rest, or `silentSince` says more.
   */
  starting: z.object({ aboutMs: z.int().nonnegative().nullable() }).nullable(),
  /** Since when a running bot has sent no request; null = it sends them, or none is due. */
  silentSince: instant.nullable(),
  /** The log line up to which this view is current. */
  seq: z.int().nonnegative(),
  /** The server's clock, so that a phone with a wrong clock still counts down correctly. */
  now: instant,
})

/** Today's figures in the driver's zone, and the platform's request budget. */
export const today = z.object({
  seen: z.int(),
  accepted: z.int(),
  missed: z.int(),
  ignored: z.int(),
  bookedCents: z.int(),
  /** How today's booked pay is known, and what is booked in other currencies. */
  booked: z.object({ ...payFacts, others: otherPay }).optional(),
  /** `shared`: `perHour` is a part of what all drivers of the platform have, and changes with them. */
  requests: z.object({ usedThisHour: z.int(), perHour: z.int(), shared: z.boolean().optional() }),
  /** Run and sleep spans of today, for the run schedule bar; `to` null = still in progress. */
  runSchedule: z.array(z.object({ phase, from: instant, to: instant.nullable() })),
  nextBlock: z
    .object({
      id: z.string(),
      stationCode: z.string(),
      stationName: z.string(),
      /** The station's zone; null = the platform does not list it. */
      timeZone: z.string().nullable(),
      startAt: z.number(),
      endAt: z.number(),
      payCents: z.number(),
      tipCents: z.number(),
      ...payFacts,
      endEstimated: z.boolean().optional(),
    })
    .nullable(),
})

/** How long before a block its reminder comes; null = there is none. */
export const reminderMinutes = z.union(REMINDER_MINUTES.map((minutes) => z.literal(minutes))).nullable()
