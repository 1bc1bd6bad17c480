import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'

const PAGE = 50

/** What arrived at the embedded gateways, newest first; of one recipient alone where `to` is not empty. */
export const receivedQuery = (to: string) =>
  infiniteQueryOptions({
    queryKey: ['received', to],
    queryFn: ({ pageParam, signal }) =>
      api.notify.received(
        { limit: PAGE, ...(pageParam !== null && { before: pageParam }), ...(to !== '' && { to }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.messages.at(-1)?.id ?? null) : null),
    // Whoever waits for a code looks at this page.
    refetchInterval: 4_000,
  })

export type ReceivedMessage = Awaited<ReturnType<typeof api.notify.received>>['messages'][number]
