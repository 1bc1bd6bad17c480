import { z } from 'zod'
import { currency, instant, latitude, longitude, needless, token } from '../shapes.ts'

/**
 * What Fleetbase answers, as docs/platforms/fleetbase.md writes it. Unknown fields are ignored, and so is
 * what is not needed and cannot be read.
 */

const id = z
  .string()
  .regex(/^[\w-]+$/)
  .max(100)
const text = needless(z.string().max(300))

/** Documented as latitude and longitude, and sent as a GeoJSON point. */
const point = z.union([
  z
    .object({ type: z.literal('Point'), coordinates: z.tuple([longitude, latitude]) })
    .transform(({ coordinates: [east, north] }) => ({ latitude: north, longitude: east })),
  z.object({ latitude, longitude }),
])

export const session = z.object({ id, token })
/** A driver as far as offers go. */
export const payee = z.object({ currency: needless(currency), company_name: text, location: needless(point) })
export const driver = payee.extend({ online: z.boolean(), city: text })
export type FleetbaseDriver = z.infer<typeof driver>
export const company = z.object({
  name: text,
  timezone: text,
  currency: needless(currency),
  owner: needless(z.object({ timezone: text })),
})
export type FleetbaseCompany = z.infer<typeof company>

const flag = z.boolean().nullish()

/** One order. A list is read order by order: one that cannot be read does not hide the others. */
export const order = z.object({
  id,
  payload: needless(
    z.object({
      dropoff: needless(z.object({ id: text })),
      waypoints: needless(z.array(z.unknown()).max(1_000)),
    }),
  ),
  /** PHP writes an absent object as an empty list. */
  driver_assigned: z.union([z.object({ id }), z.array(z.unknown()).max(0), z.null()]).optional(),
  adhoc: flag,
  dispatched: flag,
  started: flag,
  status: z.string().max(100).nullish(),
  /** Metres. */
  distance: needless(z.number().nonnegative().max(10_000_000)),
  /** Seconds. */
  time: needless(z.number().nonnegative().max(86_400)),
  transaction_amount: needless(z.number()),
  currency: needless(currency),
  scheduled_at: instant.nullish(),
  started_at: instant.nullish(),
  created_at: instant.nullish(),
  meta: z.unknown().optional(),
  tracking_statuses: needless(z.array(z.object({ code: text })).max(1_000)),
})
export type FleetbaseOrder = z.infer<typeof order>

export const list = z.array(z.unknown()).max(5_000)

/** What a refusal says: `{error}`, or `{errors: [...]}` of the framework. */
const refusal = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ errors: z.array(z.unknown()) }).transform(({ errors }) => String(errors[0] ?? '')),
])

/** A refusal's words, cut to a line; empty where it says nothing. */
export function wordsOf(said: unknown): string {
  return refusal.safeParse(said).data?.slice(0, 200) ?? ''
}

/** Whether a refusal is about what was asked for, and not the framework's. */
export function isOfPlatform(said: unknown): boolean {
  return z.object({ error: z.unknown() }).safeParse(said).success
}

/** An event that names an order; each comes several times under one id. */
const event = z.object({
  id: needless(z.string().max(100)),
  event: z.string().max(100),
  data: z.object({ id: id.startsWith('order_') }),
})

/** The order that an event is about, and the event's own id; null for any other event. */
export function orderOfEvent(said: unknown): { orderId: string; eventId: string | null } | null {
  const { data } = event.safeParse(said)
  return data ? { orderId: data.data.id, eventId: data.id ?? null } : null
}
