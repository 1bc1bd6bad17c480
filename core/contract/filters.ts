import { z } from 'zod'
import { EDITIONS, RULES } from '../filters.ts'
import { operationsOf } from './access.ts'
import { filter } from './filter-shape.ts'
import { id, instant, variant } from './shapes.ts'

const own = operationsOf('driver', 'filters')

/** Some 600 settings with hours of their own, or 2,000 without. */
const FILTER_BODY = { bodyKb: 512 }

/** What the driver wishes for. */
export const filters = {
  get: own
    .get('/{variant}', "The driver's filter; a proposal when none is in force")
    .input(z.object({ variant }))
    .output(
      z.object({
        /** Counts saves and removals; 0 = there never was one. */
        version: z.int().nonnegative(),
        savedAt: instant.nullable(),
        filter,
        /**
         * When a sync deleted the filter that stood before; null when it was not so. Then `filter` is a
         * proposal.
         */
        removedAt: instant.nullable(),
        /**
         * The last version that was more than a move to another zone; typing that began from it or a later
         * one goes on from this one.
         */
        typedVersion: z.int().nonnegative(),
        /**
         * A filter of a dearer edition that the driver has again, saved before this one; `filters.restore`
         * brings it back.
         */
        kept: z.object({ savedAt: instant, edition: z.enum(EDITIONS) }).nullable(),
        /**
         * Stations of the filter in force that the platform account no longer has; the bot leaves them alone.
         */
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
        /** So many of the newest. */
        offers: z.int().min(1).max(100_000).default(200),
      }),
    )
    .output(
      z.object({
        /** Offers looked at, and since when. */
        considered: z.int().nonnegative(),
        from: instant.nullable(),
        /** Each offer judged alone, at the moment when it was seen. */
        fit: z.object({ count: z.int().nonnegative(), cents: z.int() }),
        /**
         * Of those, what one driver could have held: none overlapping, limits of hours kept, first come first
         * taken.
         */
        held: z.object({ count: z.int().nonnegative(), cents: z.int() }),
        /** Offers that failed one rule alone, and this one: where a change brings most. */
        blockers: z.array(z.object({ rule: z.enum(RULES), count: z.int().positive(), cents: z.int() })),
        byStation: z.array(
          z.object({ stationId: z.string(), considered: z.int(), fit: z.int(), cents: z.int() }),
        ),
      }),
    ),
  restore: own
    .post(
      '/{variant}/restore',
      'Bring back the filter that a sync deleted, or that was kept for its edition, without stations that are gone',
    )
    .input(z.object({ variant }))
    .output(
      z.object({
        version: z.int().positive(),
        savedAt: instant,
        filter,
        /** Stations of the old filter that the platform no longer has. */
        lost: z.int().nonnegative(),
      }),
    ),
}
