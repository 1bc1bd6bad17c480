import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'

/** Shadow runs of the driver, newest first; followed closely while one goes on. */
export const shadowRunsQuery = queryOptions({
  queryKey: ['shadow', 'runs'],
  queryFn: async ({ signal }) => (await api.bot.shadowRuns(undefined, { signal })).runs,
  refetchInterval: (query) => (query.state.data?.[0]?.endedAt === null ? 2_000 : false),
})

/** What one run would have tried for; asked again whenever there is one more to tell. */
export const shadowRunQuery = (id: string, count: number) =>
  queryOptions({
    queryKey: ['shadow', 'run', id, count],
    queryFn: ({ signal }) => api.bot.shadowRun({ id }, { signal }),
    placeholderData: keepPreviousData,
  })

export type ShadowRun = Awaited<ReturnType<typeof api.bot.shadowRuns>>['runs'][number]
export type ShadowReport = Awaited<ReturnType<typeof api.bot.shadowRun>>
