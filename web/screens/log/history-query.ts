import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { liveSeq } from '../../live.ts'
import { queryClient } from '../../queries.ts'
import type { HistoryInput } from './history-search.ts'

/** Offers per page. */
const PAGE = 100

/**
 * The history as pages by cursor. It does not refresh automatically, or rows would jump under the thumb:
 * `upTo` is the log line up to which the first page is current, and newer offers are shown on request.
 */
export const historyQuery = (input: HistoryInput) =>
  infiniteQueryOptions({
    queryKey: ['history', input],
    queryFn: async ({ pageParam, signal }) => {
      const known = liveSeq() ?? 0
      const page = await api.log.history(
        { ...input, limit: PAGE, ...(pageParam !== null && { before: pageParam }) },
        { signal },
      )
      return { ...page, upTo: Math.max(known, page.entries[0]?.seq ?? 0) }
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: Infinity,
    gcTime: 300_000,
    placeholderData: keepPreviousData,
  })

/** Restarts with the newest page. */
export async function refreshHistory(input: HistoryInput): Promise<void> {
  const { queryKey } = historyQuery(input)
  queryClient.setQueryData(queryKey, (data) =>
    data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data,
  )
  await queryClient.refetchQueries({ queryKey, exact: true })
}
