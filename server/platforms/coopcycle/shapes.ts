import { z } from 'zod'

/** What CoopCycle answers, as `docs/platforms/coopcycle.md` writes it. Unknown fields are ignored. */

/** With an offset: `2026-06-29T09:00:00+02:00`. */
const instant = z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso))
/** Visible ASCII without blanks: it goes into a header. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(8_192)
const name = z.string().min(1).max(200)
/** A shift ends after it starts, says CoopCycle; one that is longer than the readings reach is a mistake. */
const MAX_LENGTH_MS = 42 * 24 * 3_600_000

export const signedIn = z.object({
  token,
  refresh_token: token,
  roles: z.array(z.string().max(100)).max(100),
  username: name,
})

/** Whether the token that renews comes along is the instance's setting. */
export const renewed = z.object({ token, refresh_token: token.optional() })

/** The part of a token that says how long it lives, in seconds. */
export const claims = z.object({ iat: z.number(), exp: z.number() })

export const settings = z.object({
  latlng: z.string().regex(/^-?\d{1,2}(\.\d+)?, ?-?\d{1,3}(\.\d+)?$/),
  brand_name: z.string().max(200).nullish(),
  currency_code: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .nullish(),
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

/** A list; each shift is read by itself, so that a wrong one costs no other. */
export const collection = z.object({ 'hydra:member': z.array(z.unknown()).max(10_000) })

/** Why a call was refused; sign-in says it by `message`. */
export const refusal = z.object({
  'hydra:description': z.string().max(1_000).optional(),
  message: z.string().max(1_000).optional(),
})
