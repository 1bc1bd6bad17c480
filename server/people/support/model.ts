import type { Kysely } from 'kysely'
import type { Outputs } from '@madruga/core/contract.ts'
import type { RequestState, RequestOrder } from '@madruga/core/support.ts'
import type { Tables } from '../../db.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>

/** A request with its messages, as its driver and the operators see it. */
export type SupportRequest = Outputs['support']['open']
export type Topic = SupportRequest['topic']

/** A request as the inbox shows it, with its driver. */
export type InboxRequest = Outputs['admin']['requests']['requests'][number]

/** The query of an inbox. */
export type InboxPage = {
  state?: RequestState | undefined
  topic?: Topic | undefined
  /** Default: the earliest due first. */
  order?: RequestOrder | undefined
  limit: number
}
