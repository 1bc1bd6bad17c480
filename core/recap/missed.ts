import { estimatePay, replayFilter } from '../filters.ts'
import type { Filter, Geography, HeldSpan } from '../filters.ts'
import type { MissCause } from '../events.ts'
import { pickPay } from '../offers.ts'
import type { Pay } from '../offers.ts'
import type { Observation } from '../observations.ts'
import type { Timestamp } from '../time.ts'
import { causeOfMiss, causeOfState, RECAP_CAUSES } from './causes.ts'
import type { RecapCause } from './causes.ts'
import type { BotSpan, Stretch } from './model.ts'
import { findSpan, wantedOffers } from './spans.ts'
import { addPay, leadSum, mainCurrency } from '../pay-sums.ts'
import type { CurrencySum, PaySum } from '../pay-sums.ts'

/** A filter and the time from which it was in force. */
export type FilterVersion = { from: Timestamp; filter: Filter }

/** An offer that matched the filter of its time and that the bot never tried. */
export type Overlooked = { seenAt: Timestamp; cause: RecapCause; pay: Pay }

/** A time that an accept held while the platform had not decided, from when until when. */
export type Wait = Stretch & Pick<HeldSpan, 'startAt' | 'endAt'>

/**
 * Offers of the shared history that the driver could have had beside what they hold and beside each other,
 * and that the bot never tried, with the cause. Judged by the rules of the search, each by the filter in
 * force when it was seen; before the first version nothing matches. Times when the driver wanted no offers
 * are excluded. `tried` are the offers that the bot did try.
 */
export function findOverlooked({
  history,
  versions,
  spans,
  shadows,
  held,
  waits,
  tried,
  geography,
}: {
  /** In the order of observation. */
  history: readonly Observation[]
  /** In the order of time. */
  versions: readonly FilterVersion[]
  /** In the order of time. */
  spans: readonly BotSpan[]
  /** When the bot only watched. */
  shadows: readonly Stretch[]
  /** Blocks, and accepts that the platform has not decided. */
  held: readonly HeldSpan[]
  /** Accepts that the platform decided against the driver: the bot kept their time free until then. */
  waits: readonly Wait[]
  tried: ReadonlySet<string>
  geography: Geography
}): Overlooked[] {
  const found: Overlooked[] = []
  const taken = [...held]
  const isKeptFree = (offer: Observation): boolean =>
    waits.some(
      ({ from, to, startAt, endAt }) =>
        offer.seenAt >= from && offer.seenAt < to && startAt < offer.endAt && offer.startAt < endAt,
    )
  for (const { filter, seen: all } of byVersion(history, versions)) {
    const seen = all.filter(
      (offer) => !tried.has(offer.id) && wantedOffers(spans, shadows, offer.seenAt) && !isKeptFree(offer),
    )
    for (const place of replayFilter(filter, seen, { geography, held: taken }).places.held) {
      const offer = seen[place]!
      const { startAt, endAt, stationId, seenAt } = offer
      taken.push({ startAt, endAt, stationId })
      const span = findSpan(spans, seenAt)
      const cause = causeOfState(span?.phase ?? 'not_running', span?.reason ?? null)
      found.push({ seenAt, cause, pay: pickPay(estimatePay(offer, filter)) })
    }
  }
  return found
}

/**
 * Offers that did not match the filter in force when they were seen, regardless of held blocks; before the
 * first filter nothing matches.
 */
export function listUnfit(
  history: readonly Observation[],
  versions: readonly FilterVersion[],
  geography: Geography,
): Observation[] {
  const first = versions[0]?.from ?? Infinity
  const unfit = history.filter(({ seenAt }) => seenAt < first)
  for (const { filter, seen } of byVersion(history, versions)) {
    const fit = new Set(replayFilter(filter, seen, { geography }).places.fit)
    unfit.push(...seen.filter((_, place) => !fit.has(place)))
  }
  return unfit
}

function byVersion(
  history: readonly Observation[],
  versions: readonly FilterVersion[],
): { filter: Filter; seen: Observation[] }[] {
  return versions.map(({ from, filter }, index) => {
    const to = versions[index + 1]?.from ?? Infinity
    return { filter, seen: history.filter(({ seenAt }) => seenAt >= from && seenAt < to) }
  })
}

/** The losses of one cause: how many offers, how many of them the bot tried, and their total pay. */
export type CauseSum = PaySum & { cause: RecapCause; count: number; tried: number }

/**
 * All losses by cause, the costliest first, each summed in the currency in which most of them all are paid.
 * `missed` is how many offers the bot tried and missed, by the week's figures, which outlive the log: the
 * causes of the `untold` ones among them are no longer known. The counts of all causes and `untold` together
 * equal `missed` plus the overlooked offers.
 */
export function sumMisses(
  missed: number,
  tried: readonly { cause: MissCause; pay: Pay }[],
  overlooked: readonly Overlooked[],
): { misses: CauseSum[]; untold: number } {
  const all = [
    ...tried.map(({ cause, pay }) => ({ cause: causeOfMiss(cause), pay, wasTried: true })),
    ...overlooked.map(({ cause, pay }) => ({ cause, pay, wasTried: false })),
  ]
  const currency = mainCurrency(all.map(({ pay }) => pay))
  const misses = RECAP_CAUSES.flatMap((cause) => {
    const lost = all.filter((one) => one.cause === cause)
    if (lost.length === 0) return []
    const sums: CurrencySum[] = []
    for (const { pay } of lost) addPay(sums, pay)
    const count = { count: lost.length, tried: lost.filter(({ wasTried }) => wasTried).length }
    return [{ cause, ...count, ...leadSum(sums, currency) }]
  })
  return {
    misses: misses.sort((one, other) => other.payCents - one.payCents),
    untold: Math.max(0, missed - tried.length),
  }
}
