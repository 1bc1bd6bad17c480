import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'

export type WeekRecap = Outputs['recap']['week']

/**
 * A week by any day of it; undefined = the current one. The previous week stays visible until the next is
 * loaded.
 */
export const recapQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: ['recap', day ?? 'now'],
    queryFn: ({ signal }) => api.recap.week(day === undefined ? {} : { day }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
