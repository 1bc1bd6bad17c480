import type { Kysely } from 'kysely'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../db.ts'
import type { Clock } from '../../kit/clock.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>

/** What comparing the books needs. */
export type ReconcileDeps = {
  db: Db
  clock: Clock
  /** Clean comparisons are kept for so long; others for good. */
  keepReportsMs: number
  onFault(error: unknown, what: string): void
}

/** What the report of revenue needs. */
export type RevenueDeps = {
  db: Db
  clock: Clock
  /** The service's zone, in which days are counted. */
  timeZone: string
  /** Days until an unpaid invoice suspends: the first age of debts ends there. */
  suspendDays: number
  /** Whether this is a demo, whose accounts count; elsewhere what a former demo left does not. */
  countsDemo: boolean
}

/** Instants between which something is read; `until` is included. */
export type Span = { since: Timestamp; until: Timestamp }
