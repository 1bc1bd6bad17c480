import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { countPaid, mendFilter, narrowFilter, replayFilter } from '@madruga/core/filters.ts'
import type { Filter, Replay } from '@madruga/core/filters.ts'
import type { Cents } from '@madruga/core/money.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { RecapDeps } from './model.ts'
import { checkOfferTimes } from './offer-times.ts'
import { readHeldAround } from './store.ts'

/** Days of offers that a mend is tried on, and how many of the newest offers of them. */
const TRIED_DAYS = 7
const MOST_TRIED = 15_000

/**
 * How the driver's filter would take an offer that it left, and what it would have taken besides in the last
 * days: each offer alone, and what the driver could have held beside what they hold. For one that the
 * platform refused to the driver: how the filter would leave such offers.
 */
export async function findMend(
  deps: RecapDeps,
  driverId: string,
  { variant, offer, seenAt, lacks }: Inputs['recap']['mend'],
): Promise<Outputs['recap']['mend']> {
  const { db, clock, observations } = deps
  const now = clock.now()
  checkOfferTimes(offer, seenAt, now)
  const span = { from: now - TRIED_DAYS * DAY_MS, to: now }
  const [{ version, filter }, geography, platform, heldSpans] = await Promise.all([
    deps.filters.readFilter(driverId, variant),
    deps.readGeography(driverId),
    deps.readPlatformName(driverId),
    readHeldAround(db, driverId, { from: Math.min(span.from, seenAt), to: now }),
  ])
  const heldThen = heldSpans.filter(({ takenAt }) => takenAt <= seenAt)
  const mend =
    lacks === undefined
      ? mendFilter(filter, offer, { seenAt, geography, held: heldThen })
      : narrowFilter(filter, offer, lacks)
  if (mend === null) return { version, filter, mend: null }
  const all = await observations.read(driverId, { platform, variant }, span)
  const history = all.slice(-MOST_TRIED)
  const replay = (by: Filter) => replayFilter(by, history, { geography, held: heldSpans })
  const [before, after] = [replay(filter), replay(mend.filter)]
  return {
    version,
    filter,
    mend: {
      ...mend,
      more: lessOf(after.fit, before.fit),
      held: {
        ...lessOf(after.held, before.held),
        minutes: after.held.minutes - before.held.minutes,
        ...basisOf(after.held),
      },
      currency: after.currency,
      days: TRIED_DAYS,
    },
  }
}

/** Of what is paid in the replays' currency. */
const lessOf = (after: Replay['fit'], before: Replay['fit']): { count: number; cents: Cents } => ({
  count: countPaid(after) - countPaid(before),
  cents: after.cents - before.cents,
})

/** There only where the pay of what could be held is not stated in full. */
const basisOf = ({ payBasis }: Replay['held']): Pick<Replay['held'], 'payBasis'> =>
  payBasis ? { payBasis } : {}
