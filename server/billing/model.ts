import type { Kysely, Transaction } from 'kysely'
import type { BillingSettings } from '@madruga/core/payments.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Accounts } from '../accounts.ts'
import type { Database, Tables } from '../db.ts'
import type { Clock } from '../kit/clock.ts'
import type { Notify } from '../notify.ts'
import type { Cards } from './cards.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>
/** A transaction, where one is needed. */
export type Tx = Transaction<Tables>

/** A driver, as far as money asks. */
export type Payer = {
  id: string
  email: string
  /** Where e-mail reaches them. */
  mailTo: string
  name: string
  firstName: string
  language: 'en' | 'es'
  variant: Variant
  /** Null = basic. */
  planNumber: PlanNumber
  status: 'active' | 'inactive' | 'suspended'
  statusCause: 'operator' | 'dues'
  timeZone: string
  subscribedUntil: Timestamp | null
  /** 11 digits with the leading 1. */
  phone: string | null
  role: 'driver' | 'operator'
  referralCodeUsed: string | null
  createdAt: Timestamp
}

/** What money needs of the rest of the house. */
export type BillingDeps = {
  database: Database
  db: Db
  clock: Clock
  settings: BillingSettings
  cards: Cards
  accounts: Pick<Accounts, 'setStatus' | 'setPlan'>
  /** Tells drivers, inside the caller's transaction. */
  notify: Pick<Notify, 'announce' | 'sendMessage'>
  /** A driver was suspended for what they owe: their bot stops at once. */
  stopBot(driverId: string): Promise<void>
  /**
   * Sees to it that no bot searches by a filter that the basic plan does not have: refuses with
   * `accounts.bot_running` while one does. The filter itself is kept.
   */
  refusePlanViolationAtWork(tx: Db, driverId: string): Promise<void>
  /** Where browsers reach the app, without a slash at the end. */
  publicUrl: string
  /** What the browser needs to reach the gateway. */
  gateway: Outputs['billing']['account']['gateway']
  /** Under which people who left are known again. */
  identityKey: string
  /** A new id, and a new transaction reference (`P-7K2M9QXW`), among all that there ever were. */
  newId(): string
  newReference(): string
  onFault(error: unknown, what: string): void
}
