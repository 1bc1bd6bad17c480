/** A point on the earth. */
export interface Point {
  latitude: number
  longitude: number
}

/** Where an order begins or ends. */
export interface Place extends Point {
  id: string
  name: string
  street: string
  city: string
}

export interface Driver {
  id: string
  name: string
  email: string
  /** With the country's code: `+13055550101`. */
  phone: string
  password: string
  online: boolean
  location: Point | null
  /** In which they are paid; none = the company's, null = no one has set it. */
  currency?: string | null
}

export type OrderStatus = 'created' | 'dispatched' | 'started' | 'completed' | 'canceled'

/** An ad-hoc order: offered to everyone who is near, and assigned to who starts it. */
export interface Order {
  id: string
  pickup: Place
  dropoff: Place
  waypoints: Place[]
  driverId: string | null
  status: OrderStatus
  dispatched: boolean
  started: boolean
  /** Of the trip, in metres. */
  distance: number
  /** Of the trip, in seconds. */
  time: number
  /** What the customer pays, in cents. */
  transactionAmount: number
  currency: string
  scheduledAt: number | null
  createdAt: number
  startedAt: number | null
  /** What became of it, oldest first: the codes of its tracking statuses. */
  history: string[]
  meta: Record<string, unknown>
}

/** What the stand-in wrote down for itself: who did what, and what came of it. */
export interface LedgerEntry {
  at: number
  what:
    | 'signed_in'
    | 'placed'
    | 'dispatched'
    | 'started'
    | 'overwritten'
    | 'refused'
    | 'completed'
    | 'canceled'
  driverId: string | null
  orderId: string | null
}

/** How the stand-in misbehaves; a test or a scenario changes it at any time. */
export interface Levers {
  /** Every call of the wire is answered with 503. */
  unavailable: boolean
  /** Calls that one address may make in a minute. */
  requestsPerMinute: number
  /** How long such a minute lasts. */
  throttleMinutes: number
  /** How long a list is answered as it was, whatever changes; up to 300 s. */
  cacheMs: number
  /** Lists wait until they are no longer held. */
  holdLists: boolean
  /** Starts wait between their check and their write until they are released: both drivers get 200. */
  holdStarts: boolean
  /** The share of starts after which a rival's start, checked before, is written as well: the last wins. */
  raceShare: number
  /** The share of starts that are refused and take effect: their order is dispatched no longer by then. */
  refusedShare: number
  /** Announcements that are lost, of each hundred. */
  pushLostPercent: number
  pushLateMs: number
}

export const LEVERS: Levers = {
  unavailable: false,
  requestsPerMinute: 120,
  throttleMinutes: 1,
  cacheMs: 0,
  holdLists: false,
  holdStarts: false,
  raceShare: 0,
  refusedShare: 0,
  pushLostPercent: 0,
  pushLateMs: 0,
}
