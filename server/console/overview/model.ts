import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>
