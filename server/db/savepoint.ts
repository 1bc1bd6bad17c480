import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.gen.ts'

/** A point inside a transaction. It lasts until it is released or the transaction ends. */
export type Savepoint = {
  /** Undoes what the transaction did since, and lets it continue after a statement that failed. */
  rollBack(): Promise<void>
  release(): Promise<void>
}

/** Sets a savepoint in the caller's transaction. Of nested ones, the innermost is rolled back or released. */
export async function setSavepoint(tx: Kysely<Tables>): Promise<Savepoint> {
  await sql`savepoint part`.execute(tx)
  return {
    rollBack: async () => void (await sql`rollback to savepoint part`.execute(tx)),
    release: async () => void (await sql`release savepoint part`.execute(tx)),
  }
}
