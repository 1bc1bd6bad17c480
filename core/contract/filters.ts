import { z } from 'zod'
import { RULES } from '../filters.ts'
import { PLANS } from '../plans.ts'
import { operationsOf } from './access.ts'
import { filter } from './filter-shape.ts'
import { id, instant, otherPay, payFacts, variant } from './shapes.ts'

const own = operationsOf('driver', 'filters')

/** Some 600 settings with their own hours, or 2,000 without. */
const FILTER_BODY = { bodyKb: 512 }

/** Beside `cents`: whether part of it is estimated, and what is paid in other currencies. */
const pay = { payBasis: payFacts.payBasis, others: otherPay }

const tally = z.object({
  count: z.int().nonnegative(),
  cents: z.int(),
  tipCents: z.int(),
  minutes: z.number(),
  ...pay,
})

/** What the driver wants. */
export const filters = {
  get: own
    .get('/{variant}', "The driver's filter; a proposal when none is in force")
    .input(z.object({ variant }))
    .output(
      z.object({
        /** Counts saves and deletions; 0 = there never was a filter. */
        version: z.int().nonnegative(),
        savedAt: instant.nullable(),
        filter,
        /** When a sync deleted the previous filter; null otherwise. `filter` is then a proposal. */
        removedAt: instant.nullable(),
        /**
         * The last version that was more than a change of zone; a draft based on it or on a later version can
         * continue from the current one.
         */
        typedVersion: z.int().nonnegative(),
        /**
         * A filter of a higher plan that the driver has again, saved before this one; `filters.restore`
         * restores it.
         */
        kept: z.object({ savedAt: instant, plan: z.enum(PLANS) }).nullable(),
        /** Stations of the active filter that the platform account no longer has; the bot ignores them. */
        gone: z.array(z.object({ id, code: z.string(), name: z.string() })),
      }),
    ),
  save: own
    .put('/{variant}', 'Save a filter as the next version', FILTER_BODY)
    .input(z.object({ variant, baseVersion: z.int().nonnegative(), filter }))
    .output(z.object({ version: z.int().positive(), savedAt: instant, filter })),
  whatIf: own.whileSuspended
    .post(
      '/{variant}/what-if',
      'What this filter would have taken of the offers seen at the stations of the driver',
      FILTER_BODY,
    )
    .input(
      z.object({
        variant,
        filter,
        /** The number of newest versions to return. */
        offers: z.int().min(1).max(100_000).default(200),
      }),
    )
    .output(
      z.object({
        /** Number of offers examined, and since when. */
        considered: z.int().nonnegative(),
        from: instant.nullable(),
        /** Of all `cents`; null = USD. What is paid in other currencies is counted, and stands apart. */
        currency: z.string().nullable(),
        /** Each offer judged alone, at the time when it was seen. */
        fit: tally,
        /**
         * Of those, what one driver could have held and worked: without overlaps, with time to drive, within
         * the hours of the filter, of the platform and of a week of work; first come, first taken.
         */
        held: tally,
        /** What one driver could have held more without one rule, most pay first; of up to 10,000 offers. */
        blockers: z.array(z.object({ rule: z.enum(RULES), ...tally.shape })),
        /** What was held at each station, of how many. */
        byStation: z.array(
          z.object({ stationId: z.string(), considered: z.int(), count: z.int(), cents: z.int(), ...pay }),
        ),
      }),
    ),
  restore: own
    .post(
      '/{variant}/restore',
      'Bring back the filter that a sync deleted, or that was kept for its plan, without stations that are gone',
    )
    .input(z.object({ variant }))
    .output(
      z.object({
        version: z.int().positive(),
        savedAt: instant,
        filter,
        /** Stations of the old filter that the platform no longer lists. */
        lost: z.int().nonnegative(),
      }),
    ),
}
