import { queryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.accounts.profile(undefined, { signal }),
  staleTime: 30_000,
})

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await api.accounts.passkeys(undefined, { signal })).passkeys,
})

/** The driver's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.accounts.sessions(undefined, { signal })).sessions,
})
