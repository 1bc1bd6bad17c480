import type { Generated } from 'kysely'
import type { LedgerAccount, PostingKind } from '@madruga/core/billing.ts'
import type { DefaultInstant, IdentityColumn, InstantColumn, JsonColumn } from './columns.ts'

/** `driver_id` is null for the house's own, and for those of drivers who are gone. */
export type LedgerAccounts = {
  id: IdentityColumn
  driver_id: string | null
  kind: LedgerAccount['kind']
  balance_cents: Generated<number>
}

/** `reference` names what happened, once. */
export type JournalRows = {
  id: IdentityColumn
  at: InstantColumn
  kind: PostingKind
  reference: string
  driver_id: string | null
  memo: Generated<string>
  entry_count: number
}

export type JournalEntries = { journal_id: number; account_id: number; amount_cents: number }

export type InvoiceCounters = { year: number; last: number }

/** `request_hash` is the SHA-256 of the body. */
export type IdempotencyKeys = {
  scope: string
  driver_id: string
  key: string
  request_hash: Buffer
  answer: JsonColumn<unknown>
  created_at: DefaultInstant
}

export type ReceivedEvents = { id: string; kind: string; at: InstantColumn }
