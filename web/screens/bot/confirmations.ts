import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../client.ts'
import { noteServerTime } from '../../clock.ts'
import { onLines } from '../../live.ts'
import { queryClient } from '../../queries.ts'

/** Open confirmation requests. */
export const confirmationsQuery = queryOptions({
  queryKey: ['confirmations'],
  queryFn: async ({ signal }) => {
    const { confirmations, now } = await api.bot.confirmations(undefined, { signal })
    noteServerTime(now)
    return confirmations
  },
  // The stream reports each; polling is the fallback while one is open.
  refetchInterval: (query) => ((query.state.data?.length ?? 0) > 0 ? 5_000 : false),
})

export type Confirmation = Awaited<ReturnType<typeof api.bot.confirmations>>['confirmations'][number]

/** Refetches whenever the log reports a request or its outcome. */
export function useConfirmationNews(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return
    return onLines((lines) => {
      const known = queryClient.getQueryData(confirmationsQuery.queryKey) ?? []
      const ended = (offerId: string) => known.some((confirmation) => confirmation.offer.id === offerId)
      const matters = lines.some(
        (line) =>
          line.type === 'offer.asked' ||
          ((line.type === 'offer.accepted' || line.type === 'offer.missed') && ended(line.data.offer.id)),
      )
      if (matters) void queryClient.invalidateQueries({ queryKey: confirmationsQuery.queryKey })
    })
  }, [signedIn])
}
