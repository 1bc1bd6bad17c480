import { createKeptRules, isPath } from './kept.ts'
import { idPrefixOf, isWireSegment } from './wire-words.ts'

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
