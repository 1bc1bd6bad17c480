import type { Offer } from '@madruga/core/offers.ts'
import { z } from 'zod'
import type { HeldBlock } from '../../model.ts'
import { markOfferId } from '../offer-ids.ts'
import { instant } from '../shapes.ts'

const id = z.string().min(1).max(200)
const terms = {
  jobId: id,
  stationId: id,
  kind: z.enum(['shift', 'order']),
  start: instant,
  end: instant,
  endEstimated: z.boolean(),
  payCents: z.int().nonnegative().max(1_000_000).nullable(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  skills: z.array(z.string().max(200)).max(50),
}
const holding = z.object({
  ...terms,
  holdingId: id,
  state: z.enum(['pending', 'waitlisted', 'held', 'running', 'done']),
})
const job = z.object({ ...terms, full: z.boolean(), listing: z.int().nonnegative() })

/** What the market answers to couriers. Unknown fields are ignored. */
export const COURIER_SHAPES = {
  jobs: z.object({ jobs: z.array(job).max(10_000) }),
  holdings: z.object({ holdings: z.array(holding).max(10_000) }),
  holding,
  places: z.object({
    stores: z.array(
      z.object({
        id,
        name: z.string().max(200),
        address: z.string().max(200),
        city: z.string().max(100),
        state: z.string().max(100),
        lat: z.number(),
        lng: z.number(),
        timeZone: z.string().max(100),
      }),
    ),
  }),
}

type Terms = Omit<z.infer<typeof job>, 'full' | 'listing'>

/**
 * Pay that the market does not state is unknown. Its places pay dollars, which are unsaid: pay of another
 * currency is unknown too (ADR 48).
 */
function toTerms({ stationId, kind, start, end, endEstimated, payCents: stated, currency }: Terms) {
  const payCents = currency === 'USD' ? stated : null
  return {
    stationId,
    kind,
    startAt: start,
    endAt: end,
    ...(endEstimated && { endEstimated }),
    payCents: payCents ?? 0,
    tipCents: 0,
    ...(payCents === null && { payBasis: 'unknown' as const }),
    miles: null,
    stops: null,
  }
}

/** A job as an offer. The market lists a job under its old id again: each listing has an id of ours. */
export function toJobOffer({ jobId, listing, full, skills, ...rest }: z.infer<typeof job>): Offer {
  return {
    id: listing === 0 ? jobId : markOfferId(jobId, listing),
    ...toTerms({ jobId, skills, ...rest }),
    ...(full && { full }),
    ...(skills.length > 0 && { skills }),
    batched: false,
    expiresAt: null,
  }
}

/** What a courier has of a job. One that runs has been begun with its accept. */
export function toHeldJob({ holdingId, state, ...rest }: z.infer<typeof holding>): HeldBlock {
  return {
    blockId: holdingId,
    offerId: rest.jobId,
    ...toTerms(rest),
    state: state === 'running' ? 'checked_in' : state,
  }
}
