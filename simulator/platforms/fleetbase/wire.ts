import type { Driver, Order, Place, Point } from './model.ts'
import { ADHOC_METRES } from './world.ts'

/** Whom the drivers drive for. */
export interface Company {
  id: string
  name: string
  /** Null until somebody sets them. */
  timeZone: string | null
  currency: string | null
  country: string | null
  ownerTimeZone: string
}

/** A driver as the wire shows them; `token` only right after a sign-in. */
export function writeDriver(driver: Driver, company: Company, token: string | null): object {
  return {
    id: driver.id,
    company: company.id,
    company_name: company.name,
    name: driver.name,
    email: driver.email,
    phone: driver.phone,
    location: writePoint(driver.location ?? { latitude: 0, longitude: 0 }),
    heading: 0,
    country: company.country,
    currency: company.currency,
    online: driver.online,
    status: 'active',
    token,
    meta: [],
  }
}

export function writeCompany({ id, name, timeZone, currency, country, ownerTimeZone }: Company): object {
  return {
    id,
    name,
    description: null,
    phone: null,
    timezone: timeZone,
    country,
    currency,
    owner: { timezone: ownerTimeZone },
    status: 'active',
  }
}

/** An order as the wire shows it. */
export function writeOrder(order: Order, drivers: ReadonlyMap<string, Driver>): object {
  return { ...writeStarted(order, drivers), tracking_statuses: order.history.map((code) => ({ code })) }
}

/** The same as a start answers it, without history. An empty `meta` is an empty list, as PHP writes it. */
export function writeStarted(order: Order, drivers: ReadonlyMap<string, Driver>): object {
  const driver = order.driverId === null ? undefined : drivers.get(order.driverId)
  return {
    id: order.id,
    internal_id: null,
    payload: {
      pickup: writePlace(order.pickup),
      dropoff: writePlace(order.dropoff),
      waypoints: order.waypoints.map(writePlace),
    },
    driver_assigned:
      driver === undefined ? null : { id: driver.id, name: driver.name, online: driver.online },
    type: 'transport',
    status: order.status,
    adhoc: true,
    adhoc_distance: ADHOC_METRES,
    dispatched: order.dispatched,
    started: order.started,
    distance: order.distance,
    time: order.time,
    transaction_amount: order.transactionAmount,
    currency: order.currency,
    meta: Object.keys(order.meta).length === 0 ? [] : order.meta,
    scheduled_at: writeTime(order.scheduledAt),
    started_at: writeTime(order.startedAt),
    created_at: writeTime(order.createdAt),
  }
}

/** With microseconds, as the wire has it. */
export function writeTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().replace('Z', '000Z')
}

function writePlace({ id, name, street, city, ...point }: Place): object {
  return { id, name, street1: street, city, country: 'US', location: writePoint(point) }
}

function writePoint({ latitude, longitude }: Point): object {
  return { type: 'Point', coordinates: [longitude, latitude] }
}
