import type { Offer, OfferKind, Variant } from '@madruga/core/offers.ts'
import { DEFAULT_SETTINGS } from '@madruga/core/settings.ts'
import { describeVariant } from '@madruga/core/variants.ts'

const KINDS: Record<Variant, ReadonlySet<unknown>> = {
  amazon: new Set(describeVariant('amazon').kinds),
  spark: new Set(describeVariant('spark').kinds),
  courier: new Set(describeVariant('courier').kinds),
}
const MAX_ID_LENGTH = 200
/** Ten thousand dollars: more than that for one trip is a platform's mistake. */
const MAX_CENTS = 1_000_000
/** A block or trip is shorter than this; a longer one is a platform's mistake. */
const MAX_LENGTH_MS = 24 * 3_600_000
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** The octets that mark a list: its start, the start of an offer's id, and its end. */
const LIST_START = Buffer.from('{"offers":[')
const LIST_END = Buffer.from(']}')
const ID_MARK = Buffer.from('{"offerId":"')
const QUOTE = 34
const COMMA = 44
const CLOSE_LIST = 93
const CLOSE_OBJECT = 125

/** Offers that a driver's feed has reported. `isNew` is true once per id. */
export type SeenIds = { isNew(id: string): boolean; forget(id: string): void }

/** New offers of a list. `listed` counts all offers of it, `skipped` those that can not be read. */
export type FreshOffers = { fresh: Offer[]; listed: number; skipped: number }

/**
 * The new offers of a list, parsing only those. `null` when the octets are not laid out as the market writes
 * them (flat objects, id first, no blanks between them): then the whole list must be parsed.
 */
export function scanFreshOffers(body: Buffer, variant: Variant, seen: SeenIds): FreshOffers | null {
  const end = body.length - LIST_END.length
  if (!isList(body, end)) return null
  const found: FreshOffers = { fresh: [], listed: 0, skipped: 0 }
  let at = LIST_START.length
  if (at === end) return found
  while (at >= 0) {
    const mark = body.indexOf(ID_MARK, at)
    if (mark < 0) return found.listed === 0 ? null : found
    // An object of the list follows the bracket or a comma; anything in between means that something else was
    // passed over.
    if (found.listed === 0 ? mark !== LIST_START.length : !isSeparated(body, mark)) return null
    at = scanOffer(body, mark, end, variant, seen, found)
  }
  return null
}

function isList(body: Buffer, end: number): boolean {
  if (end < LIST_START.length || body.compare(LIST_END, 0, LIST_END.length, end) !== 0) return false
  return body.compare(LIST_START, 0, LIST_START.length, 0, LIST_START.length) === 0
}

/** Adds the offer at `mark` if it is new; answers where to continue, -1 for an unknown layout. */
function scanOffer(
  body: Buffer,
  mark: number,
  end: number,
  variant: Variant,
  seen: SeenIds,
  found: FreshOffers,
): number {
  const idStart = mark + ID_MARK.length
  const idEnd = body.indexOf(QUOTE, idStart)
  if (idEnd < 0 || idEnd - idStart > MAX_ID_LENGTH || idEnd === idStart) return -1
  const id = body.toString('latin1', idStart, idEnd)
  if (id.includes('\\')) return -1
  found.listed++
  if (!seen.isNew(id)) return idEnd
  const next = body.indexOf(CLOSE_OBJECT, idEnd) + 1
  const isWhole = next > 0 && (body[next] === COMMA || (body[next] === CLOSE_LIST && next === end))
  if (isWhole && takeOffer(body.toString('utf8', mark, next), id, variant, seen, found)) return next
  undo(found, seen, id)
  return -1
}

function isSeparated(body: Buffer, mark: number): boolean {
  return body[mark - 1] === COMMA && body[mark - 2] === CLOSE_OBJECT
}

/** Offers that a failed scan added are new again. */
function undo(found: FreshOffers, seen: SeenIds, id: string): void {
  seen.forget(id)
  for (const offer of found.fresh) seen.forget(offer.id)
}

/** Offers by their texts: each is listed to many drivers, and parsed once for all of them. */
const PARSED: Record<Variant, Map<string, Offer>> = {
  amazon: new Map(),
  spark: new Map(),
  courier: new Map(),
}
/** So many texts are remembered, then all are forgotten: some two megabytes, and 15 at most. */
const MAX_PARSED = 5_000
/** A longer text is parsed for each driver. */
const MAX_PARSED_LENGTH = 1_000

/** False when the object is not flat JSON with this very id. */
function takeOffer(text: string, id: string, variant: Variant, seen: SeenIds, found: FreshOffers): boolean {
  const offers = PARSED[variant]
  const same = offers.get(text)
  if (same !== undefined) {
    found.fresh.push(same)
    return true
  }
  let value: Record<string, unknown>
  try {
    value = JSON.parse(text) as Record<string, unknown>
  } catch {
    return false
  }
  if (value['offerId'] !== id) return false
  const offer = take(value, variant, seen, found)
  if (offer === null || text.length > MAX_PARSED_LENGTH) return true
  if (offers.size >= MAX_PARSED) offers.clear()
  offers.set(text, Object.freeze(offer))
  return true
}

/** An unreadable offer stays unseen: a later list may have it in order. */
function take(
  value: Record<string, unknown>,
  variant: Variant,
  seen: SeenIds,
  found: FreshOffers,
): Offer | null {
  const offer = readOffer(value, variant)
  if (offer !== null) found.fresh.push(offer)
  else {
    found.skipped++
    if (typeof value['offerId'] === 'string') seen.forget(value['offerId'])
  }
  return offer
}

/** The new offers of any list that is right JSON; `null` when it is not a list of offers at all. */
export function parseFreshOffers(text: string, variant: Variant, seen: SeenIds): FreshOffers | null {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return null
  }
  const offers = isRecord(document) ? document['offers'] : null
  if (!Array.isArray(offers)) return null
  const found: FreshOffers = { fresh: [], listed: offers.length, skipped: 0 }
  for (const value of offers as unknown[]) {
    if (!isRecord(value) || typeof value['offerId'] !== 'string') found.skipped++
    else if (seen.isNew(value['offerId'])) take(value, variant, seen, found)
  }
  return found
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** One offer of the wire as `Offer`; `null` when a type or range is wrong. */
export function readOffer(value: Record<string, unknown>, variant: Variant): Offer | null {
  const { offerId, stationId, kind, payCents, tipCents, batched = false } = value
  const startAt = readInstant(value['start'])
  const endAt = readInstant(value['end'])
  const withdrawnAt = isAbsent(value['expiresAt']) ? null : readInstant(value['expiresAt'])
  const miles = readCount(value['miles'])
  const stops = readStops(value['stops'])
  if (!isId(offerId) || !isId(stationId) || !KINDS[variant].has(kind)) return null
  if (!isSpan(startAt, endAt) || [withdrawnAt, miles, stops].some(Number.isNaN)) return null
  if (!isCents(payCents) || !isCents(tipCents) || typeof batched !== 'boolean') return null
  return {
    id: offerId,
    stationId,
    kind: kind as OfferKind,
    startAt,
    endAt,
    payCents,
    tipCents,
    miles,
    stops,
    batched,
    expiresAt: withdrawnAt,
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH
}

function isCents(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_CENTS
}

function isSpan(startAt: number, endAt: number): boolean {
  return endAt > startAt && endAt - startAt <= MAX_LENGTH_MS
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

/** null where it is absent, NaN when it is no number of miles or stops. */
function readCount(value: unknown): number | null {
  if (isAbsent(value)) return null
  return typeof value === 'number' && value >= 0 && value < 10_000 ? value : Number.NaN
}

function readStops(value: unknown): number | null {
  const stops = readCount(value)
  return stops === null || Number.isInteger(stops) ? stops : Number.NaN
}

/** NaN when it is not an ISO 8601 timestamp in UTC. */
function readInstant(value: unknown): number {
  return typeof value === 'string' && ISO.test(value) ? Date.parse(value) : Number.NaN
}

/** Ids kept beyond the present list, in each of two generations: a few kilobytes a driver. */
const GENERATION = 64

/**
 * Which offers a feed has reported, in bounded memory: ids that were not listed for two generations are
 * forgotten.
 */
export function createSeenIds(
  most = DEFAULT_SETTINGS.flood.idsAFeed,
): SeenIds & { turn(): void; clear(): void } {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    isNew(id) {
      // What is beyond the limit is not looked at: a list of this many is a mistake, or an attack.
      if (young.has(id) || young.size >= most) return false
      young.add(id)
      return !old.has(id)
    },
    forget(id) {
      young.delete(id)
      old.delete(id)
    },
    /** Called before each list: a full generation becomes the old one. Listed ids return to the young one. */
    turn() {
      if (young.size < GENERATION) return
      old = young
      young = new Set()
    },
    clear() {
      young = new Set()
      old = new Set()
    },
  }
}
