import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
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
  // The stream reports each; polling is the fallback while one is open. One that waits may do so for days.
  refetchInterval: (query) =>
    query.state.data?.some(({ state }) => state !== 'waiting') === true ? 5_000 : false,
})

export type Confirmation = Awaited<ReturnType<typeof api.bot.confirmations>>['confirmations'][number]

/** Refetches whenever the log reports a request or its outcome. */
export function useConfirmationNews(signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return
    return onLines((lines) => {
      const list = queryClient.getQueryData(confirmationsQuery.queryKey) ?? []
      const isKnown = (offerId: string) => list.some((confirmation) => confirmation.offer.id === offerId)
      const matters = lines.some(
        (line) =>
          line.type === 'offer.asked' ||
          (DECIDING.has(line.type) && 'offer' in line.data && isKnown(line.data.offer.id)),
      )
      if (matters) void queryClient.invalidateQueries({ queryKey: confirmationsQuery.queryKey })
    })
  }, [signedIn])
}

/** What becomes of an offer that the driver said yes to. */
const DECIDING: ReadonlySet<LogEntry['type']> = new Set([
  'offer.accepted',
  'offer.missed',
  'offer.waiting',
] as const)
