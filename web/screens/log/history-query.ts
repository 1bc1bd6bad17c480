import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { liveSeq, onLines } from '../../live.ts'
import { queryClient } from '../../queries.ts'
import { followDecisions } from './history-rows.ts'
import type { HistoryInput } from './history-search.ts'

/** Offers per page. */
const PAGE = 100

export type HistoryPage = Awaited<ReturnType<typeof api.log.history>> & { upTo: number }

/**
 * The history as pages by cursor. It does not refresh automatically, or rows would jump under the thumb:
 * `upTo` is the log line up to which the first page is current, and newer offers are shown on request.
 */
export const historyQuery = (input: HistoryInput) =>
  infiniteQueryOptions({
    queryKey: ['history', input],
    queryFn: async ({ pageParam, signal }) => {
      const lastSeq = liveSeq() ?? 0
      const page = await api.log.history(
        { ...input, limit: PAGE, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      )
      return { ...page, upTo: Math.max(lastSeq, page.entries[0]?.seq ?? 0) }
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
    gcTime: 300_000,
    placeholderData: keepPreviousData,
  })

/**
 * What waited is shown as decided, on whichever page it was loaded, also while another screen is open. For as
 * long as the app runs: pages stay loaded after the screen is left.
 */
onLines((lines) => {
  for (const [queryKey] of queryClient.getQueriesData({ queryKey: ['history'] })) {
    const input = queryKey[1] as HistoryInput
    queryClient.setQueryData(historyQuery(input).queryKey, (data) => {
      const next = data?.pages.map((page) => followDecisions(page.entries, lines, input.outcome)) ?? []
      if (data === undefined || next.every((entries) => entries === null)) return data
      const pages = data.pages.map((page, place) => ({ ...page, entries: next[place] ?? page.entries }))
      return { ...data, pages }
    })
  }
})

/** Restarts with the newest page. */
export async function refreshHistory(input: HistoryInput): Promise<void> {
  const { queryKey } = historyQuery(input)
  queryClient.setQueryData(queryKey, (data) =>
    data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  )
  await queryClient.refetchQueries({ queryKey, exact: true })
}
