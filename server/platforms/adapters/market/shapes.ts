import { z } from 'zod'
import { instant, latitude, longitude, token } from '../shapes.ts'

/**
 * What the market's cold calls answer, as `docs/platforms/market.md` writes it. Unknown fields are ignored.
 */

const id = z.string().min(1).max(200)
const cents = z.int().nonnegative().max(1_000_000)
const timeZone = z.string().min(1).max(64)

export const session = z.object({
  driverId: id,
  variant: z.enum(['amazon', 'spark']),
  accessToken: token,
  refreshToken: token,
  expiresAt: instant,
})

export const stations = z.object({
  stations: z
    .array(
      z.object({
        id,
        code: z.string().max(20),
        name: z.string().max(200),
        city: z.string().max(100),
        state: z.string().max(50),
        programme: z.enum(['logistics', 'grocery', 'pharmacy']),
        lat: latitude,
        lng: longitude,
        timeZone,
      }),
    )
    .max(5_000),
})

export const stores = z.object({
  stores: z
    .array(
      z.object({
        id,
        name: z.string().max(200),
        address: z.string().max(300),
        city: z.string().max(100),
        state: z.string().max(50),
        lat: latitude,
        lng: longitude,
        timeZone,
      }),
    )
    .max(5_000),
})

export const blocks = z.object({
  blocks: z
    .array(
      z.object({
        blockId: id,
        offerId: id,
        stationId: id,
        kind: z.enum(['block', 'instant', 'reserved', 'curbside', 'shopping', 'delivery']),
        start: instant,
        end: instant,
        payCents: cents,
        tipCents: cents,
        miles: z.number().nonnegative().nullish(),
        stops: z.int().nonnegative().nullish(),
        state: z.enum(['held', 'checked_in', 'done', 'forfeited']),
      }),
    )
    .max(5_000),
})

export const released = z.object({ late: z.boolean() })
export const checkedIn = z.object({ checkedInAt: instant })
export const instantOffers = z.object({
  enabled: z.boolean(),
  confirmation: z.enum(['pending', 'confirmed']),
})
export const verification = z.object({
  challengeId: id.nullable(),
  question: z.string().max(2_000).optional(),
  image: z.string().max(200_000).optional(),
})
export const limits = z.object({
  quota: z.object({ perHour: z.number().nonnegative(), remaining: z.number() }),
})
