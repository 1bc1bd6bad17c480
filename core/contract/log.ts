import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { OUTCOMES } from '../events.ts'
import { operationsOf } from './access.ts'
import { logEntry } from './entry-shape.ts'
import { day, id, instant, storable, variant } from './shapes.ts'

const own = operationsOf('driver', 'log')

/** Which offers of the history to return; days are the driver's own. Mirrors the CSV download's query. */
export const historyQuery = z.object({
  /** Offers of one app only, for a driver who has worked with both; omitted = both. */
  variant: variant.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  from: day.optional(),
  to: day.optional(),
  stationId: id.optional(),
  /** Part of a station's code or name, or of the kind of the offer. */
  text: storable.max(80).optional(),
})

/** Every line that a bot wrote. */
export const log = {
  latest: own
    .get('', 'The newest lines of the log, newest first')
    .input(
      z.object({
        limit: z.coerce.number().int().min(1).max(200).default(50),
        before: z.coerce.number().int().positive().optional(),
      }),
    )
    .output(z.object({ entries: z.array(logEntry), lastSeq: z.int().nonnegative() })),
  live: own
    .get('/live', 'Lines as they are written, over SSE; resumes after Last-Event-ID or `after`')
    .input(z.object({ after: z.coerce.number().int().nonnegative().optional() }))
    .output(eventIterator(logEntry)),
  history: own
    .get('/history', 'Offers that were judged, newest first, by outcome, day, station and text')
    .input(
      historyQuery.extend({
        limit: z.coerce.number().int().min(1).max(200).default(50),
        before: z.coerce.number().int().positive().optional(),
      }),
    )
    .output(
      z.object({
        entries: z.array(logEntry),
        /** Pass it as `before` to continue; null at the end. */
        next: z.int().positive().nullable(),
        /** The earliest time examined: a long search returns in parts, which may be empty. */
        searchedBackTo: instant.nullable(),
        keptDays: z.int().positive(),
      }),
    ),
}
