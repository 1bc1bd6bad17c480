import type { Watch } from './contention.ts'
import type { Scenario } from '../scenarios.ts'
import type { Place } from './geo.ts'
import type { Quota } from './quota.ts'
import type { Random } from './random.ts'
import type { Station, Variant } from './stations.ts'

export type OfferKind = 'block' | 'instant' | 'reserved' | 'curbside' | 'shopping' | 'delivery'

/** The terms of an offer; they never change while it is listed. Timestamps are epoch ms. */
export interface Terms {
  kind: OfferKind
  start: number
  end: number
  payCents: number
  /** Projected tip. */
  tipCents: number
  miles?: number
  stops?: number
  batched?: boolean
  decision?: 'timer' | 'first_come'
}

/** One listing. A relisted block is another offer with its own id. */
export interface Offer {
  offerId: string
  station: Station
  terms: Terms
  shownAt: number
  expiresAt: number
  /** The block or trip behind its listings, and how many there were before. */
  lineage: string
  round: number
  surge: number
  raisedCents: number
  /** Delay between the waves of drivers; 0 = all at once. */
  waveGapMs: number
  /** The only driver who sees it. */
  driverId?: string
  /** Whether it continues after this listing (placed offers do not). */
  relisted: boolean
  /** In wire format. */
  json: string
  /** The competitor who gets it unless a driver is faster; omitted if no one else wants it. */
  rival?: Rival
}

/** A competitor on the way to an offer, and when they take it (epoch ms). */
export interface Rival {
  takesAt: number
  watch: Watch
  number: number
}

/** One listing of the past. Timestamps are epoch ms. */
export interface PastOffer {
  offer: Offer
  /** From when on no one could take it any more, and from when on it was off the lists. */
  goneAt: number
  hiddenAt: number
  /** The listing before it of the same block or trip. */
  follows?: string
}

/** What a metro's stations of one variant listed in a span, by when it was listed. */
export interface Past {
  scenario: Scenario
  offers: ReadonlyMap<string, PastOffer>
}

/** A block that a driver holds or held. */
export interface Block {
  blockId: string
  offerId: string
  driverId: string
  stationId: string
  terms: Terms
  acceptedAt: number
  releasedAt?: number
  /** Released inside the last 45 minutes. */
  late?: boolean
  checkedInAt?: number
  /** The final tip, and from when it is known. */
  finalTipCents: number
  tipFinalAt: number
}

export type BlockState = 'held' | 'checked_in' | 'done' | 'forfeited'

export interface Driver {
  driverId: string
  email: string
  passwordHash: string
  variant: Variant
  metroId: string
  /** The wave of hidden offers that includes this driver. */
  wave: number
  location?: Place
  instant: { enabled: boolean; confirmed: boolean }
  challenge?: Challenge
  challengesAsked: number
  searchesToQuestion: number
  quota: Quota
  /** Set by an admin: the only minutes per day that this driver may hold. */
  dayLimitMinutes?: number
  /** Offers for this driver alone, and declined shared ones. */
  personal: Map<string, Offer>
  declined: Set<string>
  /** Counts every change of the two above. */
  version: number
  list?: OfferList
  /** Of a courier. */
  skills: readonly string[]
  blocks: Block[]
  searches: SearchMinute[]
  faultDice: Random
}

/** The number of a driver's searches in one minute. */
export interface SearchMinute {
  /** Epoch ms of its beginning. */
  minute: number
  count: number
  refused: number
}

export interface Challenge {
  challengeId: string
  question: string
  image: string
  answer: string
}

/** A prepared answer to a search: the same object while nothing changes. */
export interface OfferList {
  body: Buffer
  count: number
  /** The versions that it was built from. */
  boardVersion: number
  driverVersion: number
}

/** One session. */
export interface Session {
  driver: Driver
  expiresAt: number
  /** The last list sent to this token. */
  lastSent?: Buffer
}
