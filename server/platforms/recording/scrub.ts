/** Properties whose texts are the wire's own words and not a person's. */
const KEPT = new Set([
  '@context',
  '@id',
  '@type',
  'activity',
  'country',
  'currency',
  'currency_code',
  'error',
  'errors',
  'event',
  'hydra:description',
  'hydra:template',
  'hydra:title',
  'kind',
  'locale',
  'message',
  'method',
  'path',
  'retryAfter',
  'roles',
  'state',
  'status',
  'timezone',
  'title',
  'type',
])
/** Of these, only whole segments are replaced: a courier named `open` does not rename `/api/shifts/open`. */
const PATHS = new Set(['path', '@id', '@context', 'hydra:template'])
const COORDINATES = new Set(['latitude', 'longitude', 'lat', 'lng', 'coordinates'])
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/
/** An amount, such as a driver's pay. */
const AMOUNT = /^\d{1,5}(\.\d{1,2})?$/
/** Names of properties; anything else may be somebody's name. */
const PROPERTY = /^[@a-zA-Z_][\w:.-]{0,40}$/
/** Shorter texts are too common to be looked for inside others. */
const LEAST_INSIDE = 3
/** Numbers from here on may be a phone's. */
const PHONE = 10_000_000

/**
 * A recording without secrets and persons. The same text becomes the same pseudonym everywhere, so that an
 * adapter still finds a driver among those who hold a shift. A text is kept if it is an instant, or stands
 * under one of the wire's own properties and holds nothing that was replaced elsewhere. Throws if one of
 * `secrets` would still be in it.
 */
export function scrub<T>(recording: T, secrets: readonly string[]): T {
  const names = createPseudonyms(secrets)
  walk(recording, null, { text: names.meet, name: names.meetProperty })
  const clean = walk(recording, null, { text: names.replace, name: names.replaceProperty })
  const written = JSON.stringify(clean)
  const isLeft = (form: string): boolean => written.includes(JSON.stringify(form).slice(1, -1))
  if (secrets.some((secret) => secret.length >= LEAST_INSIDE && formsOf(secret).some(isLeft)))
    throw new Error('a secret is still in the recording: nothing is written')
  return clean as T
}

/** A text as it may stand inside another one: as it is, in an address, in a form, in a header. */
function formsOf(text: string): string[] {
  const inAddress = encodeURIComponent(text)
  return [text, inAddress, inAddress.replaceAll('%20', '+'), Buffer.from(text).toString('base64')]
}

type Change = { text(text: string, key: string | null): string; name(name: string): string }

/** A copy with every text and every name of a property changed; items of a list stand under its key. */
function walk(value: unknown, key: string | null, change: Change): unknown {
  if (typeof value === 'string') return change.text(value, key)
  if (typeof value === 'number') return roundNumber(value, key)
  if (Array.isArray(value)) return value.map((item) => walk(item, key, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, item]) => [change.name(name), walk(item, name, change)]))
}

/** Coordinates to the degree, and no number that may be a phone's. */
function roundNumber(value: number, key: string | null): number {
  if (key !== null && COORDINATES.has(key)) return Math.round(value)
  return Math.abs(value) >= PHONE ? PHONE : value
}

function createPseudonyms(secrets: readonly string[]) {
  const given = new Map<string, string>()
  const rename = (text: string): string => {
    const known = given.get(text)
    if (known !== undefined) return known
    const made = pseudonymOf(text, given.size + 1)
    given.set(text, made)
    return made
  }
  for (const secret of secrets) if (secret !== '') rename(secret)
  const isKept = (text: string, key: string | null): boolean =>
    !given.has(text) &&
    (text === '' || INSTANT.test(text) || AMOUNT.test(text) || (key !== null && KEPT.has(key)))
  const inside = (text: string): string =>
    [...given.keys()]
      .filter((found) => found.length >= LEAST_INSIDE)
      .toSorted((a, b) => b.length - a.length)
      .reduce(withoutForms, text)
  const withoutForms = (rest: string, found: string): string =>
    formsOf(found).reduce((text, form) => text.replaceAll(form, rename(found)), rest)
  const withoutSecrets = (text: string): string =>
    secrets.reduce((rest, secret) => (secret === '' ? rest : withoutForms(rest, secret)), text)
  const segments = (text: string): string =>
    withoutSecrets(text).replaceAll(/[^/?&=#]+/g, (part) => given.get(decode(part)) ?? part)
  const property = (name: string): boolean => PROPERTY.test(name) && !given.has(name)

  return {
    meet(text: string, key: string | null): string {
      if (!isKept(text, key)) rename(text)
      return text
    },
    meetProperty: (name: string): string => (property(name) ? name : (rename(name), name)),
    replace(text: string, key: string | null): string {
      if (!isKept(text, key)) return rename(text)
      if (INSTANT.test(text)) return text
      return key !== null && PATHS.has(key) ? segments(text) : inside(text)
    },
    replaceProperty: (name: string): string => (property(name) ? name : rename(name)),
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
  const [, north, east] = /^(-?\d{1,2})(?:\.\d+)?, ?(-?\d{1,3})(?:\.\d+)?$/.exec(text) ?? []
  if (north !== undefined) return `${north},${east}`
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return `person-${number}@example.org`
  if (/^https?:/.test(text)) return `https://example.org/${number}`
  if (/^\+?[\d ()-]{7,}$/.test(text)) return `+1555${String(number).padStart(7, '0')}`
  const prefix = /^([a-z]{2,20})_[A-Za-z0-9]+$/.exec(text)?.[1]
  return prefix === undefined ? `text-${number}` : `${prefix}_${number}`
}
