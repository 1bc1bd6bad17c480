import { queryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'

/** The tasks and their outcomes. */
export const tasksQuery = queryOptions({
  queryKey: ['autostart'],
  queryFn: ({ signal }) => api.autostart.list(undefined, { signal }),
  // A task that becomes due while the screen is open shows its outcome.
  refetchInterval: 15_000,
})
