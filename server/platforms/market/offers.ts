import type { Offer, OfferKind, Variant } from '@madruga/core/offers.ts'

const KINDS: Record<Variant, ReadonlySet<unknown>> = {
  amazon: new Set<OfferKind>(['block', 'instant', 'reserved']),
  spark: new Set<OfferKind>(['curbside', 'shopping', 'delivery']),
}
const MAX_ID_LENGTH = 200
/** Ten thousand dollars: more than that for one trip is a platform's mistake. */
const MAX_CENTS = 1_000_000
/** A block or trip is shorter than this; a longer one is a platform's mistake. */
const MAX_LENGTH_MS = 24 * 3_600_000
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** Tells the octets of a list apart: where they start, where an offer's id does, and how they end. */
const LIST_START = Buffer.from('{"offers":[')
const LIST_END = Buffer.from(']}')
const ID_MARK = Buffer.from('{"offerId":"')
const QUOTE = 34
const COMMA = 44
const CLOSE_LIST = 93
const CLOSE_OBJECT = 125

/** What a driver has been shown. `isNew` says it once per id. */
export type SeenIds = { isNew(id: string): boolean; forget(id: string): void }

/** New offers of a list. `listed` counts all offers of it, `skipped` those that can not be read. */
export type FreshOffers = { fresh: Offer[]; listed: number; skipped: number }

/**
 * The new offers of a list, parsing only those. `null` when the octets are not laid out as the market writes
 * them (flat objects, id first, no blanks between them): then the whole list must be parsed.
 */
export function scanFreshOffers(body: Buffer, variant: Variant, seen: SeenIds): FreshOffers | null {
  const end = body.length - LIST_END.length
  if (end < LIST_START.length || body.compare(LIST_START, 0, LIST_START.length, 0, LIST_START.length) !== 0) {
    return null
  }
  if (body.compare(LIST_END, 0, LIST_END.length, end) !== 0) return null
  const found: FreshOffers = { fresh: [], listed: 0, skipped: 0 }
  let at = LIST_START.length
  if (at === end) return found
  while (at >= 0) {
    const mark = body.indexOf(ID_MARK, at)
    if (mark < 0) break
    // An object of the list follows the bracket or a comma; anything in between means that something else was
    // passed over.
    if (found.listed === 0 ? mark !== LIST_START.length : !isSeparated(body, mark)) return null
    const idStart = mark + ID_MARK.length
    const idEnd = body.indexOf(QUOTE, idStart)
    if (idEnd < 0 || idEnd - idStart > MAX_ID_LENGTH || idEnd === idStart) return null
    const id = body.toString('latin1', idStart, idEnd)
    if (id.includes('\\')) return null
    found.listed++
    if (seen.isNew(id)) {
      const close = body.indexOf(CLOSE_OBJECT, idEnd)
      if (close < 0 || !takeOffer(body.toString('utf8', mark, close + 1), id, variant, seen, found)) {
        undo(found, seen, id)
        return null
      }
      if (body[close + 1] !== COMMA && !(body[close + 1] === CLOSE_LIST && close + 1 === end)) {
        undo(found, seen, id)
        return null
      }
      at = close + 1
    } else at = idEnd
  }
  return found.listed === 0 ? null : found
}

function isSeparated(body: Buffer, mark: number): boolean {
  return body[mark - 1] === COMMA && body[mark - 2] === CLOSE_OBJECT
}

/** What a scan took in before it gave up is new again. */
function undo(found: FreshOffers, seen: SeenIds, id: string): void {
  seen.forget(id)
  for (const offer of found.fresh) seen.forget(offer.id)
}

/** False when the object is not flat JSON with this very id. */
function takeOffer(text: string, id: string, variant: Variant, seen: SeenIds, found: FreshOffers): boolean {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(text) as Record<string, unknown>
  } catch {
    return false
  }
  if (value['offerId'] !== id) return false
  take(value, variant, seen, found)
  return true
}

/** An offer that can not be read stays unseen: it may come right. */
function take(value: Record<string, unknown>, variant: Variant, seen: SeenIds, found: FreshOffers): void {
  const offer = readOffer(value, variant)
  if (offer !== null) found.fresh.push(offer)
  else {
    found.skipped++
    if (typeof value['offerId'] === 'string') seen.forget(value['offerId'])
  }
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

/** One offer of the wire as the house knows it; `null` when a type or range is wrong. */
export function readOffer(value: Record<string, unknown>, variant: Variant): Offer | null {
  const { offerId, stationId, kind, payCents, tipCents, miles, stops, batched, expiresAt } = value
  const startAt = readInstant(value['start'])
  const endAt = readInstant(value['end'])
  const withdrawnAt = expiresAt === undefined || expiresAt === null ? null : readInstant(expiresAt)
  if (!isId(offerId) || !isId(stationId) || !KINDS[variant].has(kind)) return null
  if (!(endAt > startAt && endAt - startAt <= MAX_LENGTH_MS) || Number.isNaN(withdrawnAt)) return null
  if (!isCents(payCents) || !isCents(tipCents)) return null
  if (!isAbsentOr(miles, (n) => n >= 0 && n < 10_000)) return null
  if (!isAbsentOr(stops, (n) => Number.isInteger(n) && n >= 0 && n < 10_000)) return null
  if (batched !== undefined && typeof batched !== 'boolean') return null
  return {
    id: offerId,
    stationId,
    kind: kind as OfferKind,
    startAt,
    endAt,
    payCents,
    tipCents,
    miles: typeof miles === 'number' ? miles : null,
    stops: typeof stops === 'number' ? stops : null,
    batched: batched ?? false,
    expiresAt: withdrawnAt,
  }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH
}

function isCents(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_CENTS
}

function isAbsentOr(value: unknown, holds: (n: number) => boolean): boolean {
  return value === undefined || value === null || (typeof value === 'number' && holds(value))
}

/** NaN when it is not an ISO 8601 instant in UTC. */
function readInstant(value: unknown): number {
  return typeof value === 'string' && ISO.test(value) ? Date.parse(value) : Number.NaN
}
