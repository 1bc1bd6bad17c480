import type { ActionName } from '@madruga/core/audit.ts'
import type { Kysely, Transaction } from 'kysely'
import type { BillingSettings } from '@madruga/core/settings.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { PlanNumber } from '@madruga/core/plans.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Actor } from '../../console/admin.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Notify } from '../../notify.ts'

export type { Actor } from '../../console/admin.ts'

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
  language: Language
  variant: Variant
  /** Null = basic. */
  planNumber: PlanNumber
  status: 'active' | 'inactive' | 'suspended'
  statusCause: 'operator' | 'dues'
  timeZone: string
  subscribedUntil: Timestamp | null
  /** Digits with the country code first. */
  phone: string | null
  role: 'driver' | 'operator'
  referralCodeUsed: string | null
  createdAt: Timestamp
}

/** What every module of money needs. */
export type PayersDeps = {
  db: Db
  clock: Clock
  settings: BillingSettings
  /** Tells drivers, inside the caller's transaction. */
  notify: Pick<Notify, 'announce' | 'sendMessage'>
  /** Where browsers reach the app, without a slash at the end. */
  publicUrl: string
  /** Under which people who left are known again. */
  identityKey: string
  /** A new id among all that there ever were. */
  newId(): string
  onFault(error: unknown, what: string): void
}

/** The operator's audit log. */
export type Audit = {
  /** Writes one line of it inside the transaction that makes it true. */
  recordAction(
    tx: Db,
    actor: Actor,
    at: Timestamp,
    action: {
      action: ActionName
      driver?: { id: string; email: string } | null
      details?: Record<string, unknown>
    },
  ): Promise<unknown>
}
