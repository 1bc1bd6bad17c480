import { z } from 'zod'
import { currency, instant, token } from '../shapes.ts'

/** What CoopCycle answers, as `docs/platforms/coopcycle.md` writes it. Unknown fields are ignored. */

const name = z.string().min(1).max(200)
/** A shift ends after it starts, says CoopCycle; one that is longer than the readings reach is a mistake. */
const MAX_LENGTH_MS = 42 * 24 * 3_600_000

/** A renewal needs no roles and no user. Whether it brings a refresh token is the instance's setting. */
export const session = z.object({
  token,
  refresh_token: token.optional(),
  roles: z.array(z.string().max(100)).max(100).optional(),
  username: name.optional(),
})

/** The part of a token that says how long it lives, in seconds. */
export const claims = z.object({ iat: z.number(), exp: z.number() })

export const settings = z.object({
  latlng: z.string().regex(/^-?\d{1,2}(\.\d+)?, ?-?\d{1,3}(\.\d+)?$/),
  brand_name: z.string().max(200).nullish(),
  currency_code: currency.nullish(),
  timezone: z.string().min(1).max(64),
})

const entry = z.object({ user: z.object({ username: name }), createdAt: instant.nullish() })

export const shift = z
  .object({
    id: z.int().positive(),
    startsAt: instant,
    endsAt: instant,
    slots: z.int().min(1).max(10_000),
    requiredSkills: z.array(z.object({ name })).max(100).nullish(),
    assignments: z.array(entry).max(10_000),
    waitlist: z.array(entry).max(10_000).nullish(),
  })
  .refine(({ startsAt, endsAt }) => endsAt > startsAt && endsAt - startsAt <= MAX_LENGTH_MS)

/** One place in a shift, or on its wait list. */
export type Entry = z.infer<typeof entry>
export type Shift = z.infer<typeof shift>

export const collection = z.object({ 'hydra:member': z.array(z.unknown()).max(10_000) })

/** Why a call was refused; sign-in says it by `message`. */
export const refusal = z.object({
  'hydra:description': z.string().max(1_000).optional(),
  message: z.string().max(1_000).optional(),
})
