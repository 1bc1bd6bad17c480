import { makeId } from '../../market.ts'
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
  createdAt: number
}

const PICTURES = 'https://files.example/'
/** About as long as the pictures in an order: they are most of its size. */
const PICTURE = makeId('iVBORw0KGgo', 'picture').padEnd(570, 'A')
const NOTHING_DEEPER = { custom_field_values: [] }

/** A driver as the wire shows them; `token` only right after a sign-in. */
export function writeDriver(driver: Driver, company: Company, token: string | null): object {
  return {
    id: driver.id,
    user: makeId('user_', driver.id),
    internal_id: makeId('DRV', driver.id),
    company: company.id,
    company_name: company.name,
    name: driver.name,
    email: driver.email,
    phone: driver.phone,
    drivers_license_number: null,
    signup_token_used: null,
    photo_url: `${PICTURES}photo.png`,
    avatar_url: `${PICTURES}avatar.png`,
    vehicle_avatar: `${PICTURES}vehicle.png`,
    ...NOTHING_DEEPER,
    vehicle: null,
    location: writePoint(driver.location ?? { latitude: 0, longitude: 0 }),
    heading: 0,
    altitude: 0,
    speed: 0,
    country: null,
    currency: driver.currency === undefined ? company.currency : driver.currency,
    city: null,
    online: driver.online,
    status: 'available',
    token,
    meta: {},
    updated_at: writeTime(company.createdAt),
    created_at: writeTime(company.createdAt),
  }
}

/** The same where they are read, with the order that they deliver now. */
export function writeDriverAlone(driver: Driver, company: Company, job: Order | null): object {
  return { ...writeDriver(driver, company, null), current_job: job && writeJob(job), vendor: null }
}

export function writeCompany({ id, name, timeZone, currency, country, ...more }: Company): object {
  const at = { updated_at: writeTime(more.createdAt), created_at: writeTime(more.createdAt) }
  return {
    id,
    name,
    description: null,
    phone: null,
    timezone: timeZone,
    country,
    currency,
    logo_url: `${PICTURES}logo.png`,
    backdrop_url: `${PICTURES}backdrop.png`,
    branding: { id: 1, uuid: 1, icon_url: `${PICTURES}icon.png` },
    options: {},
    owner: { id: makeId('user_', id), company: id, timezone: more.ownerTimeZone, meta: {}, ...at },
    slug: makeId('', id),
    status: null,
    ...at,
  }
}

/**
 * The orders of a list. A driver who has several has their running job as well, from the second order on.
 */
export function writeOrders(
  orders: readonly Order[],
  drivers: ReadonlyMap<string, Driver>,
  company: Company,
): object[] {
  const seen = new Set<string>()
  return orders.map((order) => {
    const written = writeOrder(order, drivers, company)
    const { driverId } = order
    if (driverId === null || !seen.has(driverId)) {
      if (driverId !== null) seen.add(driverId)
      return written
    }
    const job = currentJob(orders, driverId)
    const driver = { ...(written['driver_assigned'] as object), current_job: job && writeJob(job) }
    return { ...written, driver_assigned: driver }
  })
}

/** The order that a driver began last and has not delivered. */
export function currentJob(orders: Iterable<Order>, driverId: string): Order | null {
  const running = [...orders].filter((order) => order.driverId === driverId && order.status === 'started')
  return running.toSorted((one, other) => (other.startedAt ?? 0) - (one.startedAt ?? 0))[0] ?? null
}

/** An order as the wire shows it, with all that became of it. */
export function writeOrder(
  order: Order,
  drivers: ReadonlyMap<string, Driver>,
  company: Company,
): Record<string, unknown> {
  const { id, internal_id, order_config, payload, ...more } = writeStarted(order, drivers, company)
  return {
    id,
    internal_id,
    order_config,
    customer: null,
    payload,
    facilitator: null,
    vehicle_assigned: null,
    tracking_statuses: order.history.map((code, each) => ({
      id: makeId('status_', order.id, each),
      status: `Order ${code.toLowerCase()}`,
      details: `Order ${code.toLowerCase()}`,
      code,
      complete: false,
      tracking_number: writeTracking(order),
      city: null,
      province: null,
      postal_code: null,
      country: null,
      location: writePoint({ latitude: 0, longitude: 0 }),
      updated_at: null,
      created_at: writeTime(order.createdAt),
    })),
    ...more,
  }
}

/** The same as a start answers it: without what became of it. */
export function writeStarted(order: Order, drivers: ReadonlyMap<string, Driver>, company: Company) {
  const driver = order.driverId === null ? undefined : drivers.get(order.driverId)
  return {
    ...writeJob(order),
    driver_assigned: driver === undefined ? null : writeDriver(driver, company, null),
  }
}

/** The same as an event has it: what belongs to it by its id alone. */
export function writePinged(order: Order): object {
  const { id, type, status, adhoc, meta, scheduled_at, started_at, created_at } = writeJob(order)
  const of = { driver_assigned: order.driverId, payload: makeId('payload_', id) }
  return { id, ...of, type, status, adhoc, meta, scheduled_at, started_at, created_at }
}

function writeJob(order: Order) {
  const at = writeTime(order.createdAt)
  return {
    id: order.id,
    internal_id: makeId('RR', order.id),
    order_config: makeId('order_config_', 'transport'),
    payload: {
      id: makeId('payload_', order.id),
      current_waypoint: order.pickup.id,
      pickup: writePlace(order.pickup, at),
      dropoff: writePlace(order.dropoff, at),
      return: null,
      waypoints: order.waypoints.map((place) => writePlace(place, at)),
      entities: [],
      cod_amount: null,
      cod_currency: null,
      cod_payment_method: null,
      payment_method: null,
      meta: {},
      updated_at: at,
      created_at: at,
    },
    tracking_number: writeTracking(order),
    ...NOTHING_DEEPER,
    comments: [],
    files: [],
    purchase_rate: null,
    notes: null,
    type: 'transport',
    status: order.status,
    pod_method: null,
    pod_required: false,
    dispatched: order.dispatched,
    started: order.started,
    adhoc: true,
    adhoc_distance: ADHOC_METRES,
    distance: order.distance,
    time: order.time,
    transaction_amount: order.transactionAmount,
    currency: order.currency,
    meta: order.meta,
    dispatched_at: order.dispatched ? at : null,
    started_at: writeTime(order.startedAt),
    scheduled_at: writeTime(order.scheduledAt),
    updated_at: at,
    created_at: at,
  }
}

function writeTracking({ id, history, createdAt }: Order): object {
  const code = history.at(-1) ?? 'CREATED'
  return {
    id: makeId('track_', id),
    tracking_number: makeId('FLB', id),
    subject: id,
    region: 'US',
    status: `Order ${code.toLowerCase()}`,
    status_code: code,
    qr_code: PICTURE,
    barcode: PICTURE,
    url: `${PICTURES}track`,
    type: 'order',
    updated_at: writeTime(createdAt),
    created_at: writeTime(createdAt),
  }
}

/** Whole seconds, with the zeros of microseconds. */
function writeTime(at: number): string
function writeTime(at: number | null): string | null
function writeTime(at: number | null): string | null {
  return at === null ? null : `${new Date(at).toISOString().slice(0, 19)}.000000Z`
}

/** What no one has entered of a place is null. */
function writePlace({ id, name, street, city, ...point }: Place, at: string): object {
  return {
    id,
    name: name || null,
    location: writePoint(point),
    address: street,
    avatar_url: `${PICTURES}place.png`,
    street1: street || null,
    street2: null,
    city: city || null,
    ...NOTHING_DEEPER,
    province: null,
    postal_code: null,
    neighborhood: null,
    district: null,
    building: null,
    security_access_code: null,
    country: null,
    phone: null,
    owner: null,
    type: 'place',
    meta: {},
    updated_at: at,
    created_at: at,
  }
}

function writePoint({ latitude, longitude }: Point): object {
  return { type: 'Point', coordinates: [longitude, latitude] }
}
