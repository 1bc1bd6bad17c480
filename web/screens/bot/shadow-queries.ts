import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'

/** Shadow runs of the driver, newest first; followed closely while one goes on. */
export const shadowRunsQuery = queryOptions({
  queryKey: ['shadow', 'runs'],
  queryFn: async ({ signal }) => (await api.bot.shadowRuns(undefined, { signal })).runs,
  refetchInterval: (query) => {
    const newest = query.state.data?.[0]
    return newest?.endedAt === null ? askedEvery(newest) : false
  },
})

const LONG_MS = 3_600_000
/** The server writes down what a run has seen each second. */
const WRITTEN_MS = 1_000

/** How often an open run is asked for: a test of a minute is watched closely, a week of watching politely. */
function askedEvery(run: ShadowRun): number {
  return run.endsAt - run.startedAt > LONG_MS ? 10_000 : 2_000
}

/** How late the figures of an open run may be. */
export function lateBy(run: ShadowRun): number {
  return askedEvery(run) + WRITTEN_MS
}

/** What one run would have tried for; asked again whenever there is one more to tell. */
export const shadowRunQuery = (id: string, count: number) =>
  queryOptions({
    queryKey: ['shadow', 'run', id, count],
    queryFn: ({ signal }) => api.bot.shadowRun({ id }, { signal }),
    placeholderData: keepPreviousData,
  })

export type ShadowRun = Awaited<ReturnType<typeof api.bot.shadowRuns>>['runs'][number]
export type ShadowReport = Awaited<ReturnType<typeof api.bot.shadowRun>>
