import type { Clock } from '../../market.ts'

/** A person of the co-operative. */
export interface Courier {
  id: number
  username: string
  email: string
  password: string
  roles: string[]
  skills: Set<string>
  /** A disabled account signs in all the same. */
  enabled: boolean
  /** Tokens up to this number have ended; the same of refresh tokens. */
  endedTokens: number
  endedRefreshTokens: number
}

/** One courier's place in a shift, or on its wait list. */
export interface Entry {
  id: number
  courier: Courier
  /** Epoch ms. */
  createdAt: number
}

/** One planned shift. Instants are epoch ms. */
export interface Shift {
  id: number
  activity: string
  startsAt: number
  endsAt: number
  slots: number
  breakMinutes: number
  comment: string | null
  requiredSkills: string[]
  assignments: Entry[]
  waitlist: Entry[]
}

/** What an instance says of itself. */
export interface Settings {
  brandName: string
  /** `48.8566,2.3522`. */
  latlng: string
  currencyCode: string
  /** IANA zone. */
  timeZone: string
  /** Of its words at a refused sign-in: `fr` or any other, which is English. */
  locale: string
  /** How long a token lives. */
  tokenSeconds: number
}

/** One request and its outcome, or one change of places. Written once, never changed. */
export interface LedgerEntry {
  seq: number
  /** Epoch ms. */
  at: number
  username: string | null
  action: 'sign_in' | 'refresh' | 'settings' | 'list' | 'mine' | 'apply' | 'unapply' | 'promoted'
  shiftId?: number
  status: number
  /** With a successful `apply`. */
  result?: 'assigned' | 'waitlisted'
}

/** What goes wrong, as shares of the requests from 0 to 1. */
export interface Faults {
  /** Answered with 503 before anything happens. */
  unavailable: number
  /** Answered with 500 after it has happened. */
  brokenAfter: number
  /** The connection ends before, or after, it has happened. */
  dropBefore: number
  dropAfter: number
  slow: number
  slowMs: number
  /** Half of the answer. */
  truncate: number
  /** Lists of shifts: none, each twice, other types. */
  emptyList: number
  doubleList: number
  wrongTypes: number
  /** All but the settings is a page that tells of maintenance. */
  maintenance: boolean
  /** A courier's second application is answered with 500, as where both arrive at once. */
  doubleIs500: boolean
  /** Requests of one token in a span before 429; null = no limit, as published. */
  budget: { requests: number; spanMs: number } | null
}

export const NO_FAULTS: Faults = {
  unavailable: 0,
  brokenAfter: 0,
  dropBefore: 0,
  dropAfter: 0,
  slow: 0,
  slowMs: 2_000,
  truncate: 0,
  emptyList: 0,
  doubleList: 0,
  wrongTypes: 0,
  maintenance: false,
  doubleIs500: false,
  budget: null,
}

/** The whole state of an instance; nothing in it knows of HTTP. */
export interface World {
  readonly seed: string
  readonly clock: Clock
  settings: Settings
  readonly couriers: Map<string, Courier>
  readonly shifts: Map<number, Shift>
  /** The Mondays of published weeks, `2026-06-29`. */
  readonly published: Set<string>
  ledger: LedgerEntry[]
  faults: Faults
  /** Ids and ledger numbers given so far. */
  given: number
  written: number
  /** Called with each line of the ledger. */
  onRecord: (line: LedgerEntry) => void
  /** Called when a published shift has a free place. */
  onFree: (shift: Shift) => void
}
