import { payPerHourCents } from './money.ts'
import type { Cents } from './money.ts'
import { MINUTE_MS } from './time.ts'
import type { Timestamp } from './time.ts'

/** The delivery app that a driver works with; selects menu, screens and offer kinds. */
export type Variant = 'amazon' | 'spark' | 'courier'

/**
 * amazon offers `block`, `instant` and `reserved`; spark offers `curbside`, `shopping` and `delivery`;
 * courier offers a planned `shift` and an ad-hoc `order`.
 */
export const OFFER_KINDS = [
  'block',
  'instant',
  'reserved',
  'curbside',
  'shopping',
  'delivery',
  'shift',
  'order',
] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

/** The kinds that spark offers. */
export const TRIP_KINDS = ['curbside', 'shopping', 'delivery'] as const satisfies readonly OfferKind[]
export type TripKind = (typeof TRIP_KINDS)[number]

/** The kinds that courier offers. */
export const JOB_KINDS = ['shift', 'order'] as const satisfies readonly OfferKind[]
export type JobKind = (typeof JOB_KINDS)[number]

/** Whether an offer of this kind is a spark trip. */
export function isTrip(kind: OfferKind): kind is TripKind {
  return kind === 'curbside' || kind === 'shopping' || kind === 'delivery'
}

/** Whether an offer of this kind is a courier's job. */
export function isJob(kind: OfferKind): kind is JobKind {
  return kind === 'shift' || kind === 'order'
}

/** The variant whose offers are of this kind. Comparisons, not a table: the hot path asks for every offer. */
export function variantOf(kind: OfferKind): Variant {
  if (isTrip(kind)) return 'spark'
  return isJob(kind) ? 'courier' : 'amazon'
}

/**
 * What an offer, a block or several of them pay. Everything that shows or sums up pay keeps the two apart:
 * the pay is promised, the tip is not.
 */
export type Pay = {
  /** The platform's promised pay, without tips; our estimate where it is estimated, 0 where it is unknown. */
  payCents: Cents
  /** Projected tip; 0 if there is none. */
  tipCents: Cents
  /** None = the platform states the pay. */
  payBasis?: PayBasis | null | undefined
  /**
   * ISO 4217; none = USD. Nothing converts: a filter's amounts are meant in the currency of the place that
   * pays, and an adapter reports pay of any other currency as unknown.
   */
  currency?: string | null | undefined
}

/** Pay that the platform does not state: estimated by the driver's own rate, or known to nobody. */
export type PayBasis = 'estimated' | 'unknown'

/** What an offer or a block pays, without the rest of it. */
export function pickPay({ payCents, tipCents, payBasis, currency }: Pay): Pay {
  return { payCents, tipCents, ...(payBasis && { payBasis }), ...(currency && { currency }) }
}

/** Whether nothing is known of a pay: a sum of nothing but unknown pay is an estimate of nothing. */
export function isUnstated({ payCents, payBasis }: Pick<Pay, 'payCents' | 'payBasis'>): boolean {
  return payBasis === 'unknown' || (Boolean(payBasis) && payCents === 0)
}

/** Whether a pay is in this currency; null = USD. */
export function isPaidIn({ currency }: Pick<Pay, 'currency'>, main: string | null): boolean {
  return (currency ?? 'USD') === (main ?? 'USD')
}

/** One block or trip of a platform's list, in the shape that everything behind an adapter uses. */
export type Offer = Pay & {
  /** The platform's id; a re-listed offer has a new one. */
  id: string
  /** The platform's id of the station (amazon), store (spark) or place (courier). */
  stationId: string
  kind: OfferKind
  startAt: Timestamp
  endAt: Timestamp
  /** The platform states no end: `endAt` is computed from the distance. None = the end is stated. */
  endEstimated?: boolean | undefined
  /** Every place is taken: an accept joins the wait list. None = there is a free one. */
  full?: boolean | undefined
  /** Skills that the platform requires, in its words; none = none. */
  skills?: readonly string[] | null | undefined
  /** Trip miles; null if the platform does not state them. */
  miles: number | null
  /** Customers to visit; null if the platform does not state them. */
  stops: number | null
  /** Several orders in one trip. */
  batched: boolean
  /** When the platform withdraws it; null if it does not say. */
  expiresAt: Timestamp | null
}

/** Where offers come from: a warehouse (amazon), a shop (spark) or a place of work (courier). */
export type Station = {
  id: string
  variant: Variant
  /** What drivers call it: a station's short code, such as VAX2; a store's name. */
  code: string
  name: string
  /** Street address; empty for stations. */
  address: string
  city: string
  state: string
  /** What it delivers: `logistics`, `grocery`, `pharmacy`, `store`, or `place` for a courier's. */
  programme: string
  latitude: number
  longitude: number
  /** IANA zone. */
  timeZone: string
  /** ISO 4217: what the platform pays the driver in there, where it says so; none = USD. */
  currency?: string | null | undefined
}

/**
 * Code and name of a station, each as one visible line. If a platform leaves one of them empty, or fills it
 * with invisible characters, it is replaced by the other one or by the station's id.
 */
export function nameStation<S extends Pick<Station, 'id' | 'code' | 'name'>>(station: S): S {
  const code = oneLine(station.code)
  const name = oneLine(station.name)
  return { ...station, code: code || name || station.id, name: name || code || station.id }
}

/** A text on one line; empty if nothing of it is visible. */
export function oneLine(text: string): string {
  if (!/[^\s\p{C}]/u.test(text)) return ''
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** A place in one line: its code, and its name if that adds something; empty if both are empty. */
export function placeLine(place: Pick<Station, 'code' | 'name'>): string {
  const [code, name] = [oneLine(place.code), oneLine(place.name)]
  return code === '' || name === '' || name === code ? code || name : `${code} ${name}`
}

/**
 * When the start of an offer is over, after which no one can be asked about it any more. Work without a
 * stated end whose start lies behind has none: it begins when it is accepted, however long it is listed.
 */
export function startOver({ startAt, endEstimated }: Offer, now: Timestamp): Timestamp {
  return endEstimated === true && startAt <= now ? Number.POSITIVE_INFINITY : startAt
}

/** Length of an offer in minutes. */
export function offerMinutes(offer: Pick<Offer, 'startAt' | 'endAt'>): number {
  return (offer.endAt - offer.startAt) / MINUTE_MS
}

/** An offer's pay, with or without its projected tip. */
export function payOf(offer: Pay, countTip: boolean): Cents {
  return countTip ? offer.payCents + offer.tipCents : offer.payCents
}

/** An offer's pay per hour in whole cents, with or without its projected tip; 0 if it has no length. */
export function payPerHourOf(offer: Pick<Offer, keyof Pay | 'startAt' | 'endAt'>, countTip: boolean): Cents {
  return payPerHourCents(payOf(offer, countTip), offerMinutes(offer))
}
