import { queryOptions } from '@tanstack/react-query'
import type { Inputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'

type Costed = Inputs['recap']['offerCosts']

/** What winning an offer would cost: its miles, and our fee. */
export const offerCostsQuery = ({ stationId, kind, startAt, endAt, miles, currency }: Costed) =>
  queryOptions({
    queryKey: ['offer-costs', stationId, kind, startAt, endAt, miles, currency],
    queryFn: ({ signal }) =>
      api.recap.offerCosts({ stationId, kind, startAt, endAt, miles, currency }, { signal }),
    staleTime: 5 * 60_000,
  })

/** How the driver's filter would take this offer, or leave one that the platform refused to them. */
export const mendQuery = (
  variant: Inputs['recap']['mend']['variant'],
  offer: Inputs['recap']['mend']['offer'],
  seenAt: number,
  lacks?: string[],
) =>
  queryOptions({
    queryKey: ['mend', variant, offer.id, seenAt],
    queryFn: ({ signal }) => api.recap.mend({ variant, offer, seenAt, ...(lacks && { lacks }) }, { signal }),
    // The filter may have changed on another screen.
    staleTime: 0,
    gcTime: 0,
  })
