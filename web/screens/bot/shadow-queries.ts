import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { queryClient } from '../../queries.ts'

/** The driver's shadow runs, newest first; polled more often while one is in progress. */
export const shadowRunsQuery = queryOptions({
  queryKey: ['shadow', 'runs'],
  queryFn: async ({ signal }) => (await api.bot.shadowRuns(undefined, { signal })).runs,
  refetchInterval: (query) => {
    const newest = query.state.data?.[0]
    return newest?.endedAt === null ? askedEvery(newest) : false
  },
})

/** Reads the runs again, and waits for them. */
export function readRunsAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: shadowRunsQuery.queryKey })
}

const LONG_MS = 3_600_000
/** The server records a run's observations each second. */
const WRITTEN_MS = 1_000

/** How often an open run is polled: a one-minute test often, a week of watching rarely. */
function askedEvery(run: ShadowRun): number {
  return run.endsAt - run.startedAt > LONG_MS ? 10_000 : 2_000
}

/** The maximum delay of an open run's figures. */
export function lateBy(run: ShadowRun): number {
  return askedEvery(run) + WRITTEN_MS
}

/** What one run would have tried; refetched whenever there is one more. */
export const shadowRunQuery = (id: string, count: number) =>
  queryOptions({
    queryKey: ['shadow', 'run', id, count],
    queryFn: ({ signal }) => api.bot.shadowRun({ id }, { signal }),
    placeholderData: keepPreviousData,
  })

export type ShadowRun = Awaited<ReturnType<typeof api.bot.shadowRuns>>['runs'][number]
export type ShadowReport = Awaited<ReturnType<typeof api.bot.shadowRun>>
