import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RequestOrder } from '@madruga/core/support.ts'
import { api } from '../../client.ts'
import { queryClient } from '../../queries.ts'

/** How often live data is refetched. */
const LIVE_MS = 10_000
const PAGE = 50
/** It counts over weeks: what changes within seconds is in the state of the service. */
const OVERVIEW_MS = 30_000

export type FleetView = Awaited<ReturnType<typeof api.admin.service>>
export type DriverRow = Awaited<ReturnType<typeof api.admin.drivers>>['drivers'][number]
export type DriverDetail = Awaited<ReturnType<typeof api.admin.driver>>
export type OperatorRequest = Awaited<ReturnType<typeof api.admin.requests>>['requests'][number]
export type OutboxMessage = Awaited<ReturnType<typeof api.admin.messages>>['messages'][number]
export type Action = Awaited<ReturnType<typeof api.admin.audit>>['actions'][number]

export type DriverStatus = DriverRow['status']
export const DRIVER_STATUSES = ['active', 'inactive', 'suspended'] as const satisfies readonly DriverStatus[]
export type RequestState = OperatorRequest['state']
export const REQUEST_STATES = ['open', 'answered', 'closed'] as const satisfies readonly RequestState[]
export type MessageState = OutboxMessage['state']
export const MESSAGE_STATES = [
  'waiting',
  'sent',
  'failed',
  'given_up',
] as const satisfies readonly MessageState[]

export const serviceStateQuery = queryOptions({
  queryKey: ['admin', 'service'],
  queryFn: ({ signal }) => api.admin.service(undefined, { signal }),
  refetchInterval: LIVE_MS,
})

export type Overview = Awaited<ReturnType<typeof api.admin.overview>>
export type Incident = Overview['incidents']['open'][number]
export type Hit = Awaited<ReturnType<typeof api.admin.find>>['hits'][number]

export const findQuery = (text: string) =>
  queryOptions({
    queryKey: ['admin', 'find', text],
    queryFn: ({ signal }) => api.admin.find({ text }, { signal }),
  })

export type Range = 'day' | 'week' | 'month'
export const RANGES = ['day', 'week', 'month'] as const satisfies readonly Range[]

export const overviewQuery = (range: Range) =>
  queryOptions({
    queryKey: ['admin', 'overview', range],
    queryFn: ({ signal }) => api.admin.overview({ range }, { signal }),
    refetchInterval: OVERVIEW_MS,
    placeholderData: (before) => before,
  })

/** The part of an input that is chosen: without nulls and empty texts. */
export function given<T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], null> } {
  const entries = Object.entries(input).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], null> }
}

export type Order = 'newest' | 'oldest'
export const ORDERS = ['newest', 'oldest'] as const satisfies readonly Order[]
/** The orders of the jobs, which are all on one page: failing ones first as they come. */
export const JOB_ORDERS = ['failing', 'name', 'ran'] as const
export type JobOrder = (typeof JOB_ORDERS)[number]
export type ListOrder = Order | RequestOrder | JobOrder

export const driversQuery = (text: string, status: DriverStatus | null, order: Order) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'drivers', text, status, order],
    queryFn: ({ pageParam, signal }) =>
      api.admin.drivers({ limit: PAGE, order, ...given({ text, status, after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: LIVE_MS,
    placeholderData: (before) => before,
  })

export const driverQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'driver', id],
    queryFn: ({ signal }) => api.admin.driver({ id }, { signal }),
    refetchInterval: LIVE_MS,
  })

export const operatorRequestsQuery = (state: RequestState | null, order: RequestOrder) =>
  queryOptions({
    queryKey: ['admin', 'requests', state, order],
    queryFn: async ({ signal }) =>
      (await api.admin.requests({ limit: 100, order, ...given({ state }) }, { signal })).requests,
    refetchInterval: LIVE_MS,
    placeholderData: (before) => before,
  })

/** Outgoing messages, of one driver or all. */
export const outboxQuery = (state: MessageState | null, driverId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'messages', state, driverId],
    queryFn: ({ pageParam, signal }) =>
      api.admin.messages({ limit: PAGE, ...given({ state, driverId, before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.messages.at(-1)?.id ?? null) : null),
    refetchInterval: LIVE_MS,
    placeholderData: (before) => before,
  })

/** Operators' actions, on one driver or all. */
export const auditQuery = (driverId: string | null, order: Order = 'newest') =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', driverId, order],
    queryFn: ({ pageParam, signal }) =>
      api.admin.audit({ limit: PAGE, order, ...given({ driverId, before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.actions.at(-1)?.id ?? null) : null),
    refetchInterval: LIVE_MS,
  })

/** A change refetches the whole console: one action shows in many places. */
export function refreshConsole(): void {
  void queryClient.invalidateQueries({ queryKey: ['admin'] })
}
