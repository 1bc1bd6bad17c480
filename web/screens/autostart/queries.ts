import { queryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'

/** The tasks and what came of them. */
export const tasksQuery = queryOptions({
  queryKey: ['autostart'],
  queryFn: ({ signal }) => api.autostart.list(undefined, { signal }),
  // A task that comes while one looks shows what came of it.
  refetchInterval: 15_000,
})
