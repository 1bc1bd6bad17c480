import { queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'

export type ForecastView = Outputs['forecast']['get']
export type ForecastStation = ForecastView['stations'][number]
export type Suggestion = ForecastView['suggestions'][number]

/** The release forecast of the driver's stations, learned once a day. */
export const forecastQuery = queryOptions({
  queryKey: ['forecast'],
  queryFn: ({ signal }) => api.forecast.get(undefined, { signal }),
  staleTime: 600_000,
})
