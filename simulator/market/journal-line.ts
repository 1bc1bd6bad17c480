import type { LedgerEntry } from './ledger.ts'
import type { Block, Driver } from './types.ts'

/** The persistent state of the market: drivers, their tokens, and every line of the ledger with its block. */
export type JournalLine =
  | { driver: Pick<Driver, 'driverId' | 'email' | 'passwordHash' | 'variant' | 'metroId'> }
  | { refreshToken: string; driverId: string }
  | { signedOut: true; driverId: string }
  | { instant: { enabled: boolean; confirmed: boolean }; driverId: string }
  | { location: { lat: number; lng: number }; driverId: string }
  | { entry: LedgerEntry; block?: Block }
