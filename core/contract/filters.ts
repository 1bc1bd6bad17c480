import { z } from 'zod'
import { operationsOf } from './access.ts'
import { filter, instant, variant } from './shapes.ts'

const own = operationsOf('driver', 'filters')

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
        /** When a sync deleted the filter that stood before; null when it was not so. Then `filter` is a proposal. */
        removedAt: instant.nullable(),
      }),
    ),
  save: own
    .put('/{variant}', 'Save a filter as the next version')
    .input(z.object({ variant, baseVersion: z.int().nonnegative(), filter }))
    .output(z.object({ version: z.int().positive(), savedAt: instant, filter })),
  restore: own
    .post('/{variant}/restore', 'Bring back the filter that a sync deleted, without stations that are gone')
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
