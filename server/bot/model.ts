import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'

/** Connections of the product, or a transaction. */
export type Db = Kysely<Tables>
