import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'

const PAGE = 50

/** Messages of the embedded gateways, newest first; of one recipient if `to` is not empty. */
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
    // A visitor who waits for a code is watching this page.
    refetchInterval: 4_000,
  })

export type ReceivedPage = Awaited<ReturnType<typeof api.notify.received>>
export type ReceivedMessage = ReceivedPage['messages'][number]
