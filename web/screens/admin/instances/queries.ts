import { keepPreviousData, queryOptions } from '@tanstack/react-query'
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

/** What bots did at an instance in a month, by default the present one. */
export const reportQuery = (id: string, month: string | undefined) =>
  queryOptions({
    queryKey: ['admin', 'instances', id, 'report', month ?? ''],
    queryFn: async ({ signal }) =>
      await api.instances.report({ id, ...(month !== undefined && { month }) }, { signal }),
    placeholderData: keepPreviousData,
  })

export type Report = Awaited<ReturnType<typeof api.instances.report>>

/** A change shows in the list and in the audit log. */
export function refreshInstances(): void {
  void queryClient.invalidateQueries({ queryKey: ['admin'] })
}
