import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../client.ts'
import { given } from '../queries.ts'

/** How often an open section is refetched. */
const LIVE_MS = 15_000
const PAGE = 50

export type DriverBlock = Awaited<ReturnType<typeof api.admin.driverBlocks>>['blocks'][number]
export type DriverMoney = {
  invoices: Awaited<ReturnType<typeof api.accounting.invoices>>['invoices']
  payments: Awaited<ReturnType<typeof api.accounting.payments>>['payments']
}
export type DriverAccess = Awaited<ReturnType<typeof api.admin.driverAccess>>

export const logQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'driver', id, 'log'],
    queryFn: ({ pageParam, signal }) =>
      api.admin.driverLog({ id, limit: PAGE, ...given({ before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: LIVE_MS,
  })

export const blocksQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'driver', id, 'blocks'],
    queryFn: ({ pageParam, signal }) =>
      api.admin.driverBlocks({ id, limit: PAGE, ...given({ before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: LIVE_MS,
  })

export const newsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'driver', id, 'news'],
    queryFn: ({ pageParam, signal }) =>
      api.admin.driverNews({ id, limit: PAGE, ...given({ before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.more ? (page.news.at(-1)?.id ?? null) : null),
    refetchInterval: LIVE_MS,
  })

export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'driver', id, 'access'],
    queryFn: ({ signal }) => api.admin.driverAccess({ id }, { signal }),
    refetchInterval: LIVE_MS,
  })

/** The newest invoices and payments of one driver. */
export const moneyQuery = (driverId: string) =>
  queryOptions({
    queryKey: ['accounting', 'driver', driverId],
    queryFn: async ({ signal }) => {
      const [{ invoices }, { payments }] = await Promise.all([
        api.accounting.invoices({ driverId, limit: PAGE }, { signal }),
        api.accounting.payments({ driverId, limit: PAGE }, { signal }),
      ])
      return { invoices, payments }
    },
    refetchInterval: LIVE_MS,
  })
