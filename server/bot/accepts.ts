import type { MissCause, Trouble } from '@madruga/core/events.ts'
import type { RuleResult } from '@madruga/core/filters.ts'
import type { Offer } from '@madruga/core/offers.ts'
import type { QueryConfig } from 'pg'
import type { AcceptResult } from '../platforms.ts'
import type { BotDeps } from './deps.ts'
import { refreshHeld } from './held.ts'
import { reconcile } from './reconcile.ts'
import type { SearchHooks } from './search.ts'
import { settleAttempt } from './settle.ts'
import type { Outcome } from './settle.ts'

/** What the hot loop does before and after each accept: the intent through the fence, then the outcome. */
export function createAccepts(deps: BotDeps): Pick<SearchHooks, 'intend' | 'settle'> {
  return {
    intend({ driverId, gen, epoch, platform, filterVersion }, offer, verdict) {
      const { rules } = verdict.explain()
      return writeIntent(deps, { driverId, gen, epoch, platform, offer, rules, filterVersion })
    },
    async settle(search, attemptId, result, reactionMs) {
      const outcome = findOutcome(result)
      if (outcome === null) {
        // No answer: only the held blocks tell. Their trouble, if any, leaves the attempt to the next
        // searcher.
        const { problem } = await reconcile(deps, search.driverId)
        if (problem !== null) throw new Error(`an open accept cannot be settled now: ${problem.trouble}`)
        // The block may be the driver's anyway.
        await refreshHeld(deps, search)
        return await goesOn(deps, search)
      }
      const stepped = await settleAttempt(deps, search.driverId, attemptId, outcome, reactionMs)
      if (stepped === null) return await goesOn(deps, search)
      return stepped.bot.phase === 'running' && stepped.bot.gen === search.gen ? 'go_on' : 'end'
    },
  }
}

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

/** Why an accept that met this trouble was missed; null = the platform may have taken it anyway. */
export const CAUSES: Record<Trouble, MissCause | null> = {
  rate_limited: 'quota',
  human_needed: 'human_verification',
  sign_in_needed: 'unavailable',
  sign_in_refused: 'unavailable',
  unavailable: null,
  unexpected_reply: null,
}

/**
 * What an answer to an accept means; null = nobody knows: the request went out and no answer came that can be
 * relied on.
 */
export function findOutcome(result: AcceptResult): Outcome | null {
  const cause = result.outcome === 'troubled' ? CAUSES[result.problem.trouble] : null
  switch (result.outcome) {
    case 'accepted':
      return { won: true, blockId: result.blockId }
    case 'refused':
      return { won: false, cause: result.cause }
    case 'troubled':
      return cause === null ? null : { won: false, cause }
    case 'not_sent':
      return { won: false, cause: result.cause === 'stopped' ? 'stopped' : 'no_answer' }
    case 'unknown':
      return null
  }
}

async function goesOn(deps: BotDeps, search: { driverId: string; gen: number }): Promise<'go_on' | 'end'> {
  const row = await deps.db
    .selectFrom('bots')
    .select(['gen', 'phase'])
    .where('driver_id', '=', search.driverId)
    .executeTakeFirst()
  return row?.gen === search.gen && row.phase === 'running' ? 'go_on' : 'end'
}
