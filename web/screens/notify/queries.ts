import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../client.ts'
import { queryClient } from '../../queries.ts'
import type { Notification } from './news.ts'

/** A driver's alert settings, and what they can reach. */
export type AlertsState = Awaited<ReturnType<typeof api.notify.settings>>

/** Notifications per page. */
const PAGE = 30

/**
 * The number of unread ones, and those that wait for acknowledgment; used by the bell, and refetched after
 * every important log line.
 */
export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: ({ signal }) => api.notify.unread(undefined, { signal }),
  refetchInterval: 30_000,
})

export const inboxQuery = infiniteQueryOptions({
  queryKey: ['inbox'],
  queryFn: ({ pageParam, signal }) =>
    api.notify.inbox({ limit: PAGE, ...(pageParam !== null && { before: pageParam }) }, { signal }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => (page.more ? (page.notifications.at(-1)?.id ?? null) : null),
})

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => api.notify.settings(undefined, { signal }),
  staleTime: 30_000,
})

/** Marks notifications as seen on the server and on this device, so that none appears as new twice. */
export async function markRead(upTo: number): Promise<void> {
  await api.notify.read({ upTo })
  const readAt = Date.now()
  changeInbox((one) => (one.id <= upTo && one.readAt === null ? { ...one, readAt } : one))
  await queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
}

/** Acknowledges: each of these stops repeating. Failed ones stay unchanged and are thrown. */
export async function acknowledge(ids: readonly number[]): Promise<void> {
  try {
    for (const id of ids) {
      await api.notify.acknowledge({ id })
      const acknowledgedAt = Date.now()
      changeInbox((one) => (one.id === id ? { ...one, acknowledgedAt } : one))
    }
  } finally {
    await queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
  }
}

function changeInbox(change: (one: Notification) => Notification): void {
  queryClient.setQueryData(inboxQuery.queryKey, (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page) => ({ ...page, notifications: page.notifications.map(change) })),
        }
      : data,
  )
}
