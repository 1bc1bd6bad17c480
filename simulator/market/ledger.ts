/** One driver's request and its outcome. Written once, never changed. */
export interface LedgerEntry {
  seq: number
  /** Epoch ms. */
  at: number
  driverId: string
  action:
    | 'sign_in'
    | 'refresh'
    | 'search'
    | 'accept'
    | 'decline'
    | 'release'
    | 'check_in'
    | 'instant'
    | 'verification'
    /** What became of a courier's accept. */
    | 'agreed'
    | 'denied'
    | 'promoted'
    | 'replaced'
    | 'expired'
    | 'finished'
  offerId?: string
  blockId?: string
  status: number
  code?: string
}

/** The market's own record of requests: independent evidence to compare a client's records with. */
export interface Ledger {
  append(entry: Omit<LedgerEntry, 'seq'>): LedgerEntry
  /** Restores an entry that was written before a restart. */
  restore(entry: LedgerEntry): void
  /** Entries after `since`, in order. */
  list(since?: number, driverId?: string): LedgerEntry[]
}

/**
 * Refusals and sign-ins beyond this number are dropped, the oldest first; wins, releases and check-ins stay.
 */
export const PASSING_LIMIT = 200_000

/** An empty ledger. */
export function createLedger(passingLimit = PASSING_LIMIT): Ledger {
  const lasting: LedgerEntry[] = []
  let passing: LedgerEntry[] = []
  let lastSeq = 0
  const keep = (entry: LedgerEntry) => {
    if (lasts(entry)) lasting.push(entry)
    else {
      passing.push(entry)
      if (passing.length > passingLimit * 1.1) passing = passing.slice(-passingLimit)
    }
  }
  return {
    append(draft) {
      const entry = { seq: ++lastSeq, ...draft }
      keep(entry)
      return entry
    },
    restore(entry) {
      lastSeq = Math.max(lastSeq, entry.seq)
      keep(entry)
    },
    list(since = 0, driverId) {
      const wanted = (entry: LedgerEntry) =>
        entry.seq > since && (driverId === undefined || entry.driverId === driverId)
      return [...lasting.filter(wanted), ...passing.filter(wanted)].sort((a, b) => a.seq - b.seq)
    },
  }
}

/** What every client does all the time. */
const PASSING: readonly LedgerEntry['action'][] = [
  'sign_in',
  'refresh',
  'search',
  'decline',
  'instant',
  'verification',
]

function lasts(entry: LedgerEntry): boolean {
  return entry.status === 200 && !PASSING.includes(entry.action)
}
