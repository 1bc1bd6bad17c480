import { QueryCache, QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { SUSPENDED, api, toProblem } from './client.ts'
import { noteServerTime, serverNow } from './clock.ts'
import { rememberDriver } from './driver.ts'
import type { Driver } from './driver.ts'

/** The service's public information; loaded with the session. */
const serviceKey = ['service']
export const serviceQuery = queryOptions<Omit<Outputs['accounts']['session'], 'driver'> | null>({
  queryKey: serviceKey,
  queryFn: skipToken,
})

/** The screens' queries, with one key each. Errors are `Problem`s. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const { driver, ...service } = await api.accounts.session(undefined, { signal })
    queryClient.setQueryData(serviceKey, service)
    dropOtherApp(queryClient.getQueryData<Driver | null>(['session']), driver)
    rememberDriver(driver, service)
    return driver
  },
  staleTime: 60_000,
})

/** Data that is independent of the driver's app. */
const STAYING = new Set(['session', 'service', 'profile', 'sessions'])

/** Clears cached data of one app once the driver works with the other, here or on another device. */
export function dropOtherApp(before: Driver | null | undefined, now: Driver | null): void {
  if (!before || !now || before.app === now.app) return
  queryClient.removeQueries({ predicate: isOfApp, type: 'inactive' })
  void queryClient.invalidateQueries({ predicate: isOfApp })
}

function isOfApp({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return !STAYING.has(String(queryKey[0]))
}

/** A turn that comes nearer has no line in the log: the nearer it is, the more often it is looked up. */
function nextLookMs({ aboutMs }: { aboutMs: number | null }): number {
  return Math.min(15_000, Math.max(2_000, (aboutMs ?? 20_000) / 4))
}

export const botQuery = queryOptions({
  queryKey: ['bot'],
  queryFn: async ({ signal }) => {
    const sentAt = Date.now()
    const view = await api.bot.get(undefined, { signal })
    noteServerTime(view.now, Date.now() - sentAt)
    const status = queryClient.getQueryData<Driver | null>(['session'])?.status
    // Suspended or reactivated since the session was read.
    if (status !== undefined && (view.reason === 'suspended') !== (status !== 'active')) readStatusAgain()
    return view
  },
  // The stream reports every change of the state. A search that reads no list shows by polling alone.
  refetchInterval: ({ state }) => (state.data?.starting ? nextLookMs(state.data.starting) : 8_000),
})

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => api.bot.today(undefined, { signal }),
  refetchInterval: 10_000,
})

export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => api.platforms.status(undefined, { signal }),
  refetchInterval: 10_000,
})

export const stationsQuery = (variant: Variant) =>
  queryOptions({
    queryKey: ['stations', variant],
    queryFn: async ({ signal }) => {
      const { stations } = await api.platforms.stations(undefined, { signal })
      // The server uses the driver's current app, which this page may not know yet.
      return stations.filter((station) => station.variant === variant)
    },
    staleTime: 3_600_000,
  })

export const filterQuery = (variant: Variant) =>
  queryOptions({
    queryKey: ['filter', variant],
    queryFn: ({ signal }) => api.filters.get({ variant }, { signal }),
    staleTime: 30_000,
  })

const RETRY_MS = 10_000
const PASSING = new Set<string>([
  'network.unreachable',
  'server.unavailable',
  'server.not_writable',
  'server.fault',
  'platforms.unavailable',
])

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // A session that ended on the server leads to the sign-in, from any screen.
      if (toProblem(error).code === 'accounts.signed_out')
        queryClient.setQueryData(sessionQuery.queryKey, null)
    },
  }),
  defaultOptions: {
    queries: {
      // Browsers' "online" is a guess; we send the request and report the result.
      networkMode: 'always',
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && PASSING.has(toProblem(error).code),
      // What failed for want of a network or a service comes automatically once there is one.
      refetchOnReconnect: true,
      refetchInterval: ({ state }) =>
        state.error !== null && PASSING.has(toProblem(state.error).code) && RETRY_MS,
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * The session says whether the account is suspended, for the frame of every screen; the account has the
 * reason.
 */
function readStatusAgain(): void {
  for (const queryKey of [['session'], ['billing', 'account']])
    void queryClient.invalidateQueries({ queryKey })
}
addEventListener(SUSPENDED, readStatusAgain)

export { serverNow }
