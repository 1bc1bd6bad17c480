import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { RequestState } from '@madruga/core/support.ts'
import type { Tables } from '../db.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>

/** A request with what was said, as its driver and the operators see it. */
export type SupportRequest = Outputs['support']['open']
export type Topic = SupportRequest['topic']

/** A request as the inbox shows it: whose it is, too. */
export type InboxRequest = Outputs['admin']['requests']['requests'][number]

/** What an inbox is asked for. */
export type InboxPage = { state?: RequestState | undefined; topic?: Topic | undefined; limit: number }
