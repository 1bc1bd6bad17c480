import { queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'
import { botQuery, queryClient } from '../../queries.ts'

export type InstantView = Outputs['instant']['get']

/** While a confirmation in the delivery app is pending, poll every few seconds. */
const PENDING_MS = 4_000
const CALM_MS = 30_000

export const instantQuery = queryOptions({
  queryKey: ['instant'],
  queryFn: ({ signal }) => api.instant.get(undefined, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.platform?.enabled && state.data.platform.confirmation === 'pending' ? PENDING_MS : CALM_MS,
})

/** Stores the answer of a change; the bot may search for other offers from now on. */
export async function takeInstant(view: InstantView): Promise<void> {
  queryClient.setQueryData(instantQuery.queryKey, view)
  await queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
}

/** The state of instant offers, as one key of the screen. */
export function stateOf({ platform, deviceEnabled }: InstantView): 'on' | 'pending' | 'off' | 'unknown' {
  if (platform === null) return deviceEnabled ? 'unknown' : 'off'
  if (!platform.enabled) return 'off'
  return platform.confirmation === 'confirmed' ? 'on' : 'pending'
}
