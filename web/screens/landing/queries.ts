import { queryOptions } from '@tanstack/react-query'
import type { Variant } from '@madruga/core/offers.ts'
import { api } from '../../client.ts'

/** Prices, operator, and the newest offers as the sample filter judges them. */
export const factsQuery = queryOptions({
  queryKey: ['landing'],
  queryFn: ({ signal }) => api.landing.facts(undefined, { signal }),
})

/** What the sample filter would have won near a ZIP code. */
export const nearQuery = (zip: string, variant: Variant) =>
  queryOptions({
    queryKey: ['landing', 'near', zip, variant],
    queryFn: ({ signal }) => api.landing.near({ zip, variant }, { signal }),
    staleTime: 60_000,
  })

export type Facts = Awaited<ReturnType<typeof api.landing.facts>>
export type Near = Awaited<ReturnType<typeof api.landing.near>>
