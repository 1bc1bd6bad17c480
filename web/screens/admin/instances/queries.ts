import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../client.ts'
import { queryClient } from '../../../queries.ts'

const LIVE_MS = 5_000

export type InstanceView = Awaited<ReturnType<typeof api.instances.add>>
export type NewInstance = Parameters<typeof api.instances.add>[0]

export const instancesQuery = queryOptions({
  queryKey: ['admin', 'instances'],
  queryFn: async ({ signal }) => (await api.instances.list(undefined, { signal })).instances,
  refetchInterval: LIVE_MS,
})

/** A change shows in the list and in the audit log. */
export function refreshInstances(): void {
  void queryClient.invalidateQueries({ queryKey: ['admin'] })
}
