import type { Unasked } from '@madruga/core/events.ts'
import type { IgnoredFor, Verdict } from '@madruga/core/filters.ts'
import type { Offer, Station } from '@madruga/core/offers.ts'
import type { LogWriter } from '../../driver/log.ts'
import { createAccepts } from '../accepts/fence.ts'
import { loseConfirmation, requestConfirmation } from '../confirmations/requests.ts'
import type { BotDeps } from '../deps.ts'
import type { Search, SearchHooks } from './loop.ts'
import { noteShadowed } from '../shadow/offers.ts'
import { passAward } from '../store/awards.ts'
import { pickClaim } from '../store/bots.ts'
import type { Watch } from '../shadow/watch.ts'

/** What the hooks know of a search's bot. */
export type SearchContext = {
  liveLog: boolean
  /** The driver's stations by id. */
  places: ReadonlyMap<string, Pick<Station, 'code' | 'timeZone'>>
  /** Counts offers seen in shadow mode; null = the search accepts. */
  watch: Watch | null
}

/** The hooks of the hot loop: accepts are written at once, the rest goes into the log's buffer. */
export function createHooks(
  deps: BotDeps,
  log: LogWriter,
  placeOf: (driverId: string) => SearchContext | undefined,
): SearchHooks {
  const asking = new WeakMap<Search, Promise<void>>()
  return {
    ...createAccepts(deps),
    asked(search, offer, verdict) {
      // In sequence, so that many offers at once never exceed the limit of open confirmations.
      const before = asking.get(search) ?? Promise.resolve()
      const mine = before
        .then(() => requestConfirmation(deps, search, offer, verdict.explain().rules))
        .then((came) => {
          if (came === 'over' || came === 'too_many') leave(search, offer, verdict, came)
        })
        .catch((error: unknown) => deps.logger.warn({ err: error }, 'a driver was not asked'))
      asking.set(search, mine)
    },
    agreedLost: (search, agreed, cause) =>
      'awardId' in agreed
        ? passAward(deps.db, agreed.awardId, deps.clock.now())
        : loseConfirmation(deps, search.driverId, agreed.confirmationId, cause, search),
    async shadowed(search, offer, verdict) {
      const { driverId, filterVersion } = search
      const { rules } = verdict.explain()
      const place = placeOf(driverId)
      if (!place?.watch) return 'fenced'
      const { runId } = place.watch
      place.watch.see(offer.id, null)
      const { code: stationCode = offer.stationId, timeZone } = place.places.get(offer.stationId) ?? {}
      const shadowed = { ...pickClaim(search), runId, offer, rules, stationCode, timeZone, filterVersion }
      return (await noteShadowed(deps, shadowed)) === 'fenced' ? 'fenced' : 'noted'
    },
    ignored(search, offer, verdict) {
      placeOf(search.driverId)?.watch?.see(offer.id, ignoredForOf(verdict))
      leave(search, offer, verdict)
    },
    seen(search, fresh, at) {
      deps.observations.note(search.platform, search.filter.filter.variant, fresh, at)
    },
    flooded({ driverId, platform }, count) {
      log.skip(driverId, count)
      deps.logger.warn({ driverId, platform, count }, 'a platform floods a search: offers are left out')
    },
    polled(search) {
      log.requested(search.driverId, deps.clock.now())
    },
  }

  function leave(search: Search, offer: Offer, verdict: Verdict, unasked?: Unasked): void {
    const { driverId, filter, filterVersion } = search
    const place = placeOf(driverId)
    const at = deps.clock.now()
    const ignoredFor = ignoredForOf(verdict)
    const hidden = !place?.liveLog || (ignoredFor === 'price' && filter.filter.switches.hideIgnoredByPrice)
    log.decide({
      driverId,
      stationId: offer.stationId,
      at,
      ignoredFor,
      hidden,
      data: () => {
        const { code: stationCode = offer.stationId, timeZone } = place?.places.get(offer.stationId) ?? {}
        const { rules } = verdict.explain()
        const judged = { offer, stationCode, timeZone, filterVersion, rules, ignoredFor }
        return unasked ? { ...judged, unasked } : judged
      },
    })
  }
}

/** Why an offer was left; one that fits the filter was left for a block in its way. */
function ignoredForOf(verdict: Verdict): IgnoredFor {
  return verdict.explain().ignoredFor ?? 'schedule'
}
