import type { MissCause, Trouble } from '@madruga/core/events.ts'
import type { IgnoredFor, Verdict } from '@madruga/core/filters.ts'
import type { Offer, Station } from '@madruga/core/offers.ts'
import type { AcceptResult } from '../platforms.ts'
import type { LogWriter } from '../log.ts'
import { loseAsk, putAsk } from './asks.ts'
import { writeIntent } from './fence.ts'
import { refreshHeld } from './held.ts'
import type { BotDeps } from './deps.ts'
import { reconcile } from './reconcile.ts'
import type { Search, SearchHooks } from './search.ts'
import { settleAttempt } from './settle.ts'
import type { Outcome } from './settle.ts'
import { noteShadowed } from './shadow.ts'
import type { Watch } from './watch.ts'

/** What a search needs of its bot besides the search. */
export type SearchContext = {
  platformName: string
  liveLog: boolean
  /** The driver's stations by id. */
  places: ReadonlyMap<string, Pick<Station, 'code' | 'timeZone'>>
  /** Where a search that only watches counts what it sees; null = it accepts. */
  watch: Watch | null
}

/** Why an accept that met this trouble was missed; null = the platform may have taken it all the same. */
export const CAUSES: Record<Trouble, MissCause | null> = {
  rate_limited: 'quota',
  human_needed: 'human_verification',
  sign_in_needed: 'unavailable',
  sign_in_refused: 'unavailable',
  unavailable: null,
  unexpected_reply: null,
}

/** What the hot loop tells us: intents and outcomes at once, the rest into the log's buffer. */
export function createHooks(
  deps: BotDeps,
  log: LogWriter,
  placeOf: (driverId: string) => SearchContext | undefined,
): SearchHooks {
  const asking = new WeakMap<Search, Promise<void>>()
  return {
    async intend(search, offer) {
      const { driverId, gen, epoch, filter, filterVersion } = search
      const platform = placeOf(driverId)?.platformName
      if (platform === undefined) return 'fenced'
      const rules = filter.explain(offer, { now: deps.clock.now(), held: search.held })
      return await writeIntent(deps, { driverId, gen, epoch, platform, offer, rules, filterVersion })
    },
    async settle(search, attemptId, _offer, result, reactionMs) {
      const outcome = findOutcome(result)
      if (outcome === null) {
        // No answer: only the held blocks tell. Their trouble, if any, leaves the attempt to the next
        // searcher.
        const { problem } = await reconcile(deps, search.driverId)
        if (problem !== null) throw new Error(`an open accept cannot be settled now: ${problem.trouble}`)
        // The block may be the driver's all the same.
        await refreshHeld(deps, search)
        return await goesOn(deps, search)
      }
      const stepped = await settleAttempt(deps, search.driverId, attemptId, outcome, reactionMs)
      if (stepped === null) return await goesOn(deps, search)
      return stepped.bot.phase === 'running' && stepped.bot.gen === search.gen ? 'go_on' : 'end'
    },
    asked(search, offer, verdict) {
      const place = placeOf(search.driverId)
      const rules = search.filter.explain(offer, { now: deps.clock.now(), held: search.held })
      // One after the other, so that of many at once no more are asked than may be open.
      const before = asking.get(search) ?? Promise.resolve()
      const mine = before
        .then(() => putAsk(deps, search, place?.platformName ?? '', offer, rules))
        .then((came) => {
          // More questions at once nobody can answer: it counts as left.
          if (came === 'too_many') leave(search, offer, verdict)
        })
        .catch((error: unknown) => deps.logger.warn({ err: error }, 'a driver was not asked'))
      asking.set(search, mine)
    },
    askLost: (search, { askId }, cause) => loseAsk(deps, search.driverId, askId, cause),
    async shadowed(search, offer) {
      const { driverId, gen, epoch, filter, filterVersion } = search
      const place = placeOf(driverId)
      const rules = filter.explain(offer, { now: deps.clock.now(), held: search.held })
      if (!place?.watch) return 'fenced'
      const { runId } = place.watch
      place.watch.see(offer.id, null)
      const { code: stationCode = offer.stationId, timeZone } = place.places.get(offer.stationId) ?? {}
      const shadowed = { driverId, gen, epoch, runId, offer, rules, stationCode, timeZone, filterVersion }
      return (await noteShadowed(deps, shadowed)) === 'fenced' ? 'fenced' : 'noted'
    },
    ignored(search, offer, verdict) {
      placeOf(search.driverId)?.watch?.see(offer.id, ignoredForOf(verdict))
      leave(search, offer, verdict)
    },
    seen(search, fresh, at) {
      const platform = placeOf(search.driverId)?.platformName
      if (platform !== undefined) deps.observations.note(platform, search.filter.filter.variant, fresh, at)
    },
    polled(search) {
      log.requested(search.driverId, deps.clock.now())
    },
  }

  function leave(search: Search, offer: Offer, verdict: Verdict): void {
    const { driverId, filter, filterVersion } = search
    const place = placeOf(driverId)
    const at = deps.clock.now()
    const ignoredFor = ignoredForOf(verdict)
    const hidden = !place?.liveLog || (ignoredFor === 'price' && filter.filter.switches.hideIgnoredByPrice)
    // What was held then: the searcher adds to the search's own list as it wins.
    const held = hidden ? [] : search.held.slice()
    log.decide({
      driverId,
      stationId: offer.stationId,
      at,
      ignoredFor,
      hidden,
      data: () => {
        const { code: stationCode = offer.stationId, timeZone } = place?.places.get(offer.stationId) ?? {}
        const rules = filter.explain(offer, { now: at, held })
        return { offer, stationCode, timeZone, filterVersion, rules, ignoredFor }
      },
    })
  }
}

/** Why an offer was left; one that fits the filter was left for a block in its way. */
function ignoredForOf(verdict: Verdict): IgnoredFor {
  return verdict.ignoredFor ?? 'schedule'
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
