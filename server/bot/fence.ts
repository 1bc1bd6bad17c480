import type { Offer } from '@madruga/core/offers.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import type { QueryConfig } from 'pg'
import type { BotDeps } from './deps.ts'

/** What an intent is written from. */
export type Intent = {
  driverId: string
  gen: number
  epoch: number
  platform: string
  offer: Offer
  rules: readonly RuleResult[]
  filterVersion: number
  /** The driver has said yes to this offer, so that a bot at rest between two searches may take it too. */
  byHand?: boolean
}

/**
 * A database that is frozen must not hold an accept longer than it may be sent; a slow one gives up by itself
 * before (`FENCE_STATEMENT_MS`).
 */
const ANSWER_WITHIN_MS = 1_000
/** Statement time-out of the accepts' own connections. */
export const FENCE_STATEMENT_MS = 900

/**
 * Whether a bot may accept at all: it runs, or it rests by the driver's own run schedule and they have just
 * said yes to this offer by hand (`byHand`, a parameter's place). In shadow mode it never does, whatever a
 * searcher believes.
 */
const mayAccept = (
  byHand: string,
) => `shadow_until is null and (phase = 'running' or (${byHand}::boolean and phase = 'sleeping' and reason = any(
  '{run_window_over,sleep_after_award,delivery,guard_misses,guard_releases}')))`

/**
 * One statement: whether this searcher may still accept (run, incarnation and phase, under a share lock that
 * a stop has to wait for), and the intent, durable before the request goes out. `tried`: this offer was tried
 * before, or another accept is open; `fenced`: a newer searcher, a newer run or another phase has the row, or
 * it only watches. Throws when the database does not answer in time.
 */
export async function writeIntent(
  deps: BotDeps,
  intent: Intent,
): Promise<{ attemptId: string } | 'tried' | 'fenced'> {
  const { driverId, gen, epoch } = intent
  const statement: QueryConfig & { query_timeout: number } = {
    name: 'write_intent',
    text: `
      with fence as (
        select driver_id from bots
        where driver_id = $1 and gen = $2 and epoch = $3 and ${mayAccept('$9')} for share
      )
      insert into attempts (driver_id, gen, epoch, platform, offer_id, offer, rules, filter_version)
      select driver_id, $2, $3, $4, $5, $6, $7, $8 from fence
      on conflict do nothing
      returning id::text`,
    values: [
      driverId,
      gen,
      epoch,
      intent.platform,
      intent.offer.id,
      JSON.stringify(intent.offer),
      JSON.stringify(intent.rules),
      intent.filterVersion,
      intent.byHand ?? false,
    ],
    query_timeout: ANSWER_WITHIN_MS,
  }
  const { rows } = await deps.pool.query<{ id: string }>(statement)
  const written = rows[0]
  if (written) return { attemptId: written.id }
  const { rows: now } = await deps.pool.query(
    `select from bots where driver_id = $1 and gen = $2 and epoch = $3 and ${mayAccept('$4')}`,
    [driverId, gen, epoch, intent.byHand ?? false],
  )
  return now.length > 0 ? 'tried' : 'fenced'
}
