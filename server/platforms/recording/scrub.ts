import { idPrefixOf, isWireSegment, isWireWord } from './wire-words.ts'
import { isTimeZone } from '@madruga/core/time.ts'

const COORDINATES = new Set(['latitude', 'longitude', 'lat', 'lng', 'coordinates'])
const ID = /^(id|.*_id|.*Id)$/

/**
 * A recording without secrets and persons: every text, number and name of a property is replaced, unless a
 * rule of `kept.ts` says that it stays. The same text becomes the same pseudonym everywhere, so that an
 * adapter still finds a driver among those who hold a shift. `payKey`: the property that holds the driver's
 * pay, as the operator agreed.
 */
export function scrub<T>(recording: T, payKey: string | null): T {
  const rules = createKeptRules(payKey)
  const pseudonymFor = createPseudonyms()

  const text = (value: string, key: string): string => {
    if (isPath(key)) return scrubPath(value, pseudonymFor)
    if (key === 'latlng') return roundPlace(value) ?? pseudonymFor(value)
    if (rules.text(value, key)) return value
    const opening = rules.opening(value, key)
    if (opening === null) return pseudonymFor(value)
    const named = value.slice(opening.length).split(', ')
    return opening + named.map(pseudonymFor).join(', ')
  }
  const number = (value: number, key: string): number => {
    if (COORDINATES.has(key) && Math.abs(value) <= 180) return Math.round(value)
    if (rules.number(value, key)) return value
    const isId = ID.test(key) && Number.isSafeInteger(value) && value > 0
    return isId ? Number(pseudonymFor(String(value))) : 0
  }
  const property = (name: string): string => (rules.property(name) ? name : pseudonymFor(name))

  /** Items of a list stand under its key. */
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return text(value, key)
    if (typeof value === 'number') return number(value, key)
    if (Array.isArray(value)) return value.map((item) => walk(item, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [property(name), walk(item, name)]))
  }
  return walk(recording, '') as T
}

/** An address without its query, each segment that is not the wire's own by its pseudonym. */
function scrubPath(address: string, pseudonymFor: (text: string) => string): string {
  if (/^https?:/.test(address)) return pseudonymFor(address)
  const path = address.split(/[?#{]/, 1)[0]!
  return path.replaceAll(/[^/]+/g, (part) => (isWireSegment(part) ? part : pseudonymFor(decode(part))))
}

/** A place to the degree; null for a text that is none. */
function roundPlace(text: string): string | null {
  const [, north, east] = /^(-?\d{1,2})(?:\.\d+)?, ?(-?\d{1,3})(?:\.\d+)?$/.exec(text) ?? []
  return north === undefined ? null : `${north},${east}`
}

function createPseudonyms(): (text: string) => string {
  const given = new Map([['', '']])
  return (text) => {
    const known = given.get(text)
    if (known !== undefined) return known
    const made = pseudonymOf(text, given.size)
    given.set(text, made)
    return made
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A text of the same shape, so that what reads the original reads it too. */
function pseudonymOf(text: string, number: number): string {
  if (/^\d+$/.test(text)) return String(number)
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return `person-${number}@example.org`
  if (/^https?:/.test(text)) return `https://example.org/${number}`
  if (/^\+[\d ().-]{7,}$/.test(text)) return `+1555${String(number).padStart(7, '0')}`
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return '2000-01-01'
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return '2000-01-01T00:00:00Z'
  const prefix = idPrefixOf(text)
  return prefix === null ? `text-${number}` : `${prefix}_${number}`
}

/** What of a recording stays as it came. Whatever no rule names is replaced. */
type KeptRules = {
  text(text: string, key: string): boolean
  number(value: number, key: string): boolean
  property(name: string): boolean
  /** What a refusal begins with when names follow in it; null if none of these. */
  opening(text: string, key: string): string | null
}

/** A property whose texts are addresses: their segments stay one by one. */
const PATHS = new Set(['path', '@id', '@context', 'hydra:template'])
const REFUSALS = new Set(['error', 'errors', 'message', 'hydra:description', 'hydra:title'])
/** When a shift or an order is, and since when somebody has it; no date of birth. */
const INSTANTS = new Set([
  'startsAt',
  'endsAt',
  'createdAt',
  'updatedAt',
  'scheduled_at',
  'started_at',
  'created_at',
  'updated_at',
])
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
const AMOUNT = /^\d{1,7}(\.\d{1,2})?$/
/** Sizes of a shift or an order. */
const SIZES = new Set([
  'slots',
  'breakMinutes',
  'distance',
  'adhoc_distance',
  'time',
  'totalItems',
  'hydra:totalItems',
])
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const VALUES: Readonly<Record<string, ReadonlySet<string>>> = {
  '@type': new Set([
    'Shift',
    'ShiftAssignment',
    'ShiftWaitlistEntry',
    'Skill',
    'User',
    'hydra:Collection',
    'hydra:Error',
    'hydra:IriTemplate',
    'hydra:PartialCollectionView',
  ]),
  activity: new Set(['delivery']),
  /** Of the tracking statuses of an order. */
  code: new Set(['CREATED', 'DISPATCHED', 'STARTED', 'CANCELED', 'COMPLETED']),
  method: new Set(['GET', 'POST', 'PUT', 'DELETE']),
  roles: new Set([
    'ROLE_USER',
    'ROLE_COURIER',
    'ROLE_DISPATCHER',
    'ROLE_ADMIN',
    'ROLE_STORE',
    'ROLE_RESTAURANT',
  ]),
  status: new Set([
    'active',
    'canceled',
    'cancelled',
    'completed',
    'created',
    'dispatched',
    'expired',
    'inactive',
    'pending',
    'started',
  ]),
  type: new Set(['Point', 'transport']),
}
const SHAPES: Readonly<Record<string, (text: string) => boolean>> = {
  country: (text) => /^[A-Za-z]{2}$/.test(text),
  currency: (text) => CURRENCIES.has(text.toUpperCase()),
  currency_code: (text) => CURRENCIES.has(text.toUpperCase()),
  locale: (text) => /^[a-z]{2}([_-][A-Za-z]{2})?$/.test(text),
  retryAfter: (text) => /^\d{1,6}$/.test(text),
  timezone: isTimeZone,
}

/** Refusals that name no one, as docs/platforms/coopcycle.md and fleetbase.md cite them. */
const PHRASES: ReadonlySet<string> = new Set([
  'Already applied to this shift',
  'An error occurred',
  'Authentication failed using password provided.',
  'Driver resource not found.',
  'Expired JWT Token',
  'Invalid JWT Token',
  'Invalid credentials.',
  'Invalid verification code!',
  'JWT Token not found',
  'No driver with this phone # found.',
  'Not applied to this shift',
  'Order has already started.',
  'Order has not been dispatched yet and cannot be started.',
  'Order resource not found.',
  'The schedule for this week is not published yet',
  'Too many requests.',
  'Unable to verify code.',
  'Oops! No api credentials found with this request',
  'Oops! The api credentials provided were not valid',
  'Server Error',
  'There is nothing to see here.',
])
/** What follows these are names. */
const OPENINGS = ['Missing required skill(s): ']

/** The rules of a recording. `payKey`: the property that holds the driver's pay, as agreed. */
function createKeptRules(payKey: string | null): KeptRules {
  return {
    text(text, key) {
      if (text === '') return true
      if (key === payKey) return AMOUNT.test(text)
      if (INSTANTS.has(key)) return INSTANT.test(text)
      if (REFUSALS.has(key)) return PHRASES.has(text)
      if (Object.hasOwn(SHAPES, key)) return SHAPES[key]!(text)
      return Object.hasOwn(VALUES, key) && VALUES[key]!.has(text)
    },
    number(value, key) {
      if (SIZES.has(key) || key === payKey) return Math.abs(value) < 10_000_000
      return key === 'status' && value >= 100 && value < 600
    },
    property: (name) => name === payKey || isWireWord(name),
    opening: (text, key) =>
      REFUSALS.has(key) ? (OPENINGS.find((opening) => text.startsWith(opening)) ?? null) : null,
  }
}

function isPath(key: string): boolean {
  return PATHS.has(key)
}
