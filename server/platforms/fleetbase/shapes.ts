import { z } from 'zod'

/**
 * What Fleetbase answers, as docs/platforms/fleetbase.md writes it. Unknown fields are ignored, and so is
 * what is not needed and cannot be read.
 */

const id = z
  .string()
  .regex(/^[\w-]+$/)
  .max(100)
/** Visible ASCII without blanks: it goes into a header. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(4_096)
const text = z.string().max(300).nullish().catch(null)
const latitude = z.number().min(-90).max(90)
const longitude = z.number().min(-180).max(180)

/** Documented as latitude and longitude, and sent as a GeoJSON point. */
const point = z
  .union([
    z
      .object({ type: z.literal('Point'), coordinates: z.tuple([longitude, latitude]) })
      .transform(({ coordinates: [east, north] }) => ({ latitude: north, longitude: east })),
    z.object({ latitude, longitude }),
  ])
  .nullish()
  .catch(null)

const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toUpperCase())
  .nullish()
  .catch(null)
const instant = z
  .string()
  .max(40)
  .transform((iso, context) => {
    const at = Date.parse(iso)
    if (Number.isNaN(at)) context.addIssue({ code: 'custom', message: 'no time' })
    return at
  })
  .nullish()

export const session = z.object({ id, token, online: z.boolean().nullish().catch(null) })
export const driver = z.object({
  id,
  online: z.boolean(),
  company_name: text,
  city: text,
  location: point,
  currency,
})
export type FleetbaseDriver = z.infer<typeof driver>
/** The same driver, as far as offers go. */
export const payee = z.object({ currency, company_name: text, location: point })
export const company = z.object({
  name: text,
  timezone: text,
  currency,
  owner: z.object({ timezone: text }).nullish().catch(null),
})
export type FleetbaseCompany = z.infer<typeof company>

const stop = z.object({ id: text }).nullish().catch(null)

/** One order. A list is read order by order: one that cannot be read does not hide the others. */
export const order = z.object({
  id,
  payload: z
    .object({ dropoff: stop, waypoints: z.array(z.unknown()).max(1_000).nullish().catch(null) })
    .nullish()
    .catch(null),
  /** PHP writes an absent object as an empty list. */
  driver_assigned: z.union([z.object({ id }), z.array(z.unknown()).max(0), z.null()]).optional(),
  adhoc: z.boolean().nullish(),
  dispatched: z.boolean().nullish(),
  started: z.boolean().nullish(),
  status: z.string().max(100).nullish(),
  distance: z.number().nonnegative().max(10_000_000).nullish().catch(null),
  time: z.number().nonnegative().max(86_400).nullish().catch(null),
  transaction_amount: z.number().nullish().catch(null),
  currency,
  scheduled_at: instant,
  started_at: instant,
  created_at: instant,
  meta: z.unknown().optional(),
  tracking_statuses: z
    .array(z.object({ code: text }))
    .max(1_000)
    .optional()
    .catch([]),
})
export type FleetbaseOrder = z.infer<typeof order>

export const list = z.array(z.unknown()).max(5_000)

/** The entries of a list as it came; null for a text that is none. */
export function listIn(body: string): unknown[] | null {
  try {
    return list.parse(JSON.parse(body))
  } catch {
    return null
  }
}

/** What a refusal says: `{error}`, or `{errors: [...]}` of the framework. */
const refusal = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ errors: z.array(z.unknown()) }).transform(({ errors }) => String(errors[0] ?? '')),
])

/** A refusal's words, cut to a line; empty where it says nothing. */
export function wordsOf(said: unknown): string {
  const read = refusal.safeParse(said)
  return read.success ? read.data.slice(0, 200) : ''
}

/** Whether a refusal is about what was asked for, and not the framework's. */
export function isOfPlatform(said: unknown): boolean {
  return typeof said === 'object' && said !== null && 'error' in said
}

/** An event that names an order; each comes several times under one id. */
const event = z.object({
  id: z.string().max(100).nullish().catch(null),
  event: z.string().max(100),
  data: z.object({ id: id.startsWith('order_') }),
})

/** The order that an event is about, and the event's own id; null for any other event. */
export function orderOfEvent(data: unknown): { orderId: string; eventId: string | null } | null {
  const read = event.safeParse(data)
  return read.success ? { orderId: read.data.data.id, eventId: read.data.id ?? null } : null
}
