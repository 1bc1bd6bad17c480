import type { Place } from './geo.ts'
import type { Quota } from './quota.ts'
import type { Random } from './random.ts'
import type { Station, Variant } from './stations.ts'

export type OfferKind = 'block' | 'instant' | 'reserved' | 'curbside' | 'shopping' | 'delivery'

/** What an offer promises; it never changes while the offer is listed. Instants are epoch ms. */
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

/** One listing. A block that is listed again is another offer with its own id. */
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
  /** How much later each next wave of drivers is shown it; 0: all at once. */
  waveGapMs: number
  /** The only driver who is shown it. */
  driverId?: string
  /** Whether it goes on after this listing (offers placed by an operator do not). */
  relisted: boolean
  /** As the wire carries it. */
  json: string
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
  /** What the tip turns out to be, and from when that is known. */
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
  /** Which of the waves of a hidden offer reaches this driver. */
  wave: number
  location?: Place
  instant: { enabled: boolean; confirmed: boolean }
  challenge?: Challenge
  challengesAsked: number
  searchesToQuestion: number
  quota: Quota
  /** Set by an operator: the only minutes a day that this driver may hold. */
  dayLimitMinutes?: number
  /** Offers for this driver alone, and shared ones turned down. */
  personal: Map<string, Offer>
  declined: Set<string>
  /** Counts every change of the two above. */
  version: number
  list?: OfferList
  blocks: Block[]
  searches: SearchMinute[]
  faultDice: Random
}

/** How often a driver searched in one minute. */
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

/** A ready answer to a search: the very same object while nothing changes. */
export interface OfferList {
  body: Buffer
  count: number
  /** What it was made of. */
  boardVersion: number
  driverVersion: number
}

/** One sign-in. */
export interface Session {
  driver: Driver
  expiresAt: number
  /** The list that this token was sent last. */
  lastSent?: Buffer
}
