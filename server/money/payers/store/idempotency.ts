import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Tables } from '../../../db.ts'

/**
 * A request that may come again: `key` is the caller's own for it, among those of one driver and one `scope`
 * (`billing.buy`).
 */
export type KeyedRequest = { scope: string; driverId: string; key: string; body: unknown }

/** For so long the same key is answered alike. */
const KEPT_MS = 30 * DAY_MS

/**
 * Does `work` once a key: its effect and its answer are one transaction, and the same request again gets the
 * stored answer, read back from JSON like the first. Refuses with `billing.in_progress` while the first is
 * under way, with `billing.key_reused` when the body is another. A `work` that throws changes nothing and
 * leaves the key free. It holds a connection: nothing in it waits for a foreigner.
 */
export async function once<Answer>(
  db: Kysely<Tables>,
  request: KeyedRequest,
  work: (tx: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> {
  const { scope, driverId, key } = request
  return await db.transaction().execute(async (tx) => {
    await claimKey(tx, request)
    const previous = await findAnswer(tx, request)
    if (previous !== null) return previous.answer as Answer
    const answer = JSON.stringify((await work(tx)) ?? null)
    const row = await tx
      .insertInto('idempotency_keys')
      .values({ scope, driver_id: driverId, key, request_hash: digestBody(request.body), answer })
      .returning('answer')
      .executeTakeFirstOrThrow()
    return row.answer as Answer
  })
}

/**
 * What a key was answered before, without doing anything; null when it is new. Refuses with
 * `billing.key_reused` like `once`.
 */
export async function readAnswer<Answer>(db: Kysely<Tables>, request: KeyedRequest): Promise<Answer | null> {
  const previous = await findAnswer(db, request)
  return previous === null ? null : (previous.answer as Answer)
}

async function findAnswer(
  db: Kysely<Tables>,
  { scope, driverId, key, body }: KeyedRequest,
): Promise<{ answer: unknown } | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('scope', '=', scope)
    .where('driver_id', '=', driverId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row === undefined) return null
  if (!row.request_hash.equals(digestBody(body))) throw new AppError('billing.key_reused')
  return row
}

/** Forgets keys that are older than thirty days at `now`, some thousands at a time; answers how many. */
export async function forgetKeys(db: Kysely<Tables>, now: Timestamp, most = 10_000): Promise<number> {
  const done = await sql`
    delete from idempotency_keys where (scope, driver_id, key) in (
      select scope, driver_id, key from idempotency_keys where created_at < ${new Date(now - KEPT_MS)}
      order by created_at limit ${most})`.execute(db)
  return Number(done.numAffectedRows ?? 0)
}

/**
 * Held to the end of the transaction, whose row no one else sees before. Two keys that share a lock are told
 * to come again, no more.
 */
async function claimKey(tx: Transaction<Tables>, { scope, driverId, key }: KeyedRequest): Promise<void> {
  const name = JSON.stringify(['idempotency_keys', scope, driverId, key])
  const { rows } = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed`.execute(tx)
  if (!rows[0]!.claimed) throw new AppError('billing.in_progress')
}

/** The same for the same body, whatever the order in which its fields came. */
function digestBody(body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body, sortFields) ?? '')
    .digest()
}

function sortFields(_name: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
