import { z } from 'zod'

const instant = z.iso.datetime().describe('ISO 8601, UTC')
const cents = z.int().nonnegative().describe('integer cents')
const share = z
  .union([z.number().min(0).max(1), z.boolean()])
  .transform(Number)
  .describe('0 (never) to 1 (always); true is 1')
const lat = z.number().min(-90).max(90)
const lng = z.number().min(-180).max(180)
const variant = z.enum(['amazon', 'spark', 'courier'])
const kind = z.enum(['block', 'instant', 'reserved', 'curbside', 'shopping', 'delivery'])
const decision = z.enum(['timer', 'first_come'])

export const Credentials = z.object({ email: z.string().max(200), password: z.string().max(200) })
export const SigningIn = Credentials.extend({ signOutOthers: z.boolean().optional() })
export const RefreshToken = z.object({ refreshToken: z.string().max(200) })
export const Location = z.object({ lat, lng })
export const InstantSwitch = z.object({ enabled: z.boolean() })
export const Answer = z.object({ answer: z.string().max(100) })
export const WaitQuery = z.object({ wait: z.coerce.number().int().min(0).max(25_000).optional() })

export const LedgerQuery = z.object({
  since: z.coerce.number().int().min(0).optional(),
  driverId: z.string().optional(),
})
export const Account = z.object({
  email: z.email().max(200),
  password: z.string().min(1).max(200),
  variant,
  metro: z.string(),
  skills: z.array(z.string().max(100)).max(20).optional().describe('of a courier'),
})
export const HourLimit = z
  .object({ minutes: z.int().min(0).nullable().default(0) })
  .describe('minutes a day that the driver may hold; null: as the scenario says')
export const PlacedOffer = z.object({
  stationId: z.string(),
  kind,
  start: instant,
  end: instant,
  payCents: cents,
  tipCents: cents.default(0),
  miles: z.number().min(0).optional(),
  stops: z.int().min(1).optional(),
  batched: z.boolean().optional(),
  decision: decision.optional(),
  expiresAt: instant.optional(),
  forDriver: z.string().optional().describe('driverId: listed to this driver alone'),
  takenAfterMs: z.int().min(0).optional().describe('a competitor takes it then; without it nobody does'),
})
export const FaultSettings = z.object({
  unavailable: share.optional(),
  slowMs: z.number().min(0).max(60_000).optional(),
  slowShare: share.optional(),
  drop: share.optional(),
  truncate: share.optional(),
  empty: share.optional(),
  duplicate: share.optional(),
  wrongTypes: share.optional(),
  huge: share.optional(),
  drip: share.optional(),
  skewMs: z.number().optional(),
  quotaPerHour: z.number().positive().optional(),
})
export const PastSpan = z.object({ from: instant, to: instant }).describe('over, and at most ten weeks long')
export const PastAccept = PastSpan.extend({ offerId: z.string(), at: instant })
export const PastCheckIn = z.object({ blockId: z.string(), at: instant })
export const ClockStep = z.object({ advanceMs: z.int().min(0) })
export const ResetChoice = z.object({
  scenario: z.enum(['demo', 'calm', 'rush', 'hostile', 'quiet', 'courier']).optional(),
  seed: z.string().optional(),
})

export const SignedIn = z.object({
  driverId: z.string(),
  variant,
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: instant,
})
export const Stations = z.object({
  stations: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      city: z.string(),
      state: z.string(),
      programme: z.enum(['logistics', 'grocery', 'pharmacy']),
      lat,
      lng,
      timeZone: z.string(),
    }),
  ),
})
export const Stores = z.object({
  stores: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      address: z.string(),
      city: z.string(),
      state: z.string(),
      lat,
      lng,
      timeZone: z.string(),
    }),
  ),
})
const terms = {
  kind,
  batched: z.boolean().optional(),
  start: instant,
  end: instant,
  payCents: cents,
  tipCents: cents,
  miles: z.number().optional(),
  stops: z.int().optional(),
}
export const Offers = z.object({
  offers: z.array(
    z.object({
      offerId: z.string(),
      stationId: z.string(),
      ...terms,
      decision: decision.optional(),
      expiresAt: instant,
    }),
  ),
})
export const PastOffers = z.object({
  offers: z.array(
    z.object({
      offerId: z.string(),
      stationId: z.string(),
      ...terms,
      decision: decision.optional(),
      expiresAt: instant,
      shownAt: instant.describe('when this driver saw it first'),
      hiddenAt: instant.describe('when it was off the list'),
      follows: z.string().optional().describe('the listing before it of the same block or trip'),
    }),
  ),
})
export const Accepted = z.object({ blockId: z.string(), offerId: z.string() })
export const Blocks = z.object({
  blocks: z.array(
    z.object({
      blockId: z.string(),
      offerId: z.string(),
      stationId: z.string(),
      ...terms,
      tipFinal: z.boolean(),
      state: z.enum(['held', 'checked_in', 'done', 'forfeited']),
    }),
  ),
})
export const Released = z.object({ late: z.boolean() })
export const CheckedIn = z.object({ checkedInAt: instant })
export const InstantState = z.object({ enabled: z.boolean(), confirmation: z.enum(['pending', 'confirmed']) })
export const Verification = z.object({
  challengeId: z.string().nullable(),
  question: z.string().optional(),
  image: z.string().optional().describe('an svg picture'),
})
const hours = z.object({ limitMinutes: z.int(), heldMinutes: z.int() })
export const Limits = z.object({
  day: hours,
  week: hours,
  quota: z.object({ perHour: z.number(), remaining: z.int() }),
})
export const Failure = z.object({ error: z.looseObject({ code: z.string(), message: z.string() }) })
export const Ledger = z.object({
  entries: z.array(
    z.object({
      seq: z.int(),
      at: instant,
      driverId: z.string(),
      action: z.string(),
      offerId: z.string().optional(),
      blockId: z.string().optional(),
      status: z.int(),
      code: z.string().optional(),
    }),
  ),
  searches: z
    .array(z.object({ driverId: z.string(), minute: instant, count: z.int(), refused: z.int() }))
    .describe('searches by driver and minute, the last 180 minutes of each'),
})
export const DriverId = z.object({ driverId: z.string() })
export const OfferId = z.object({ offerId: z.string() })
export const Anything = z.looseObject({})
