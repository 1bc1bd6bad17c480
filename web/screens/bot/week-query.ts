import { queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'

export type RunningWeek = Outputs['recap']['running']

/** The running week's pay and fees; asked again with the figures of today, whose query is before it. */
export const runningWeekQuery = queryOptions({
  queryKey: ['today', 'week'],
  queryFn: ({ signal }) => api.recap.running(undefined, { signal }),
  staleTime: 30_000,
})
