import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'

export type Account = Outputs['billing']['account']
export type Method = Outputs['billing']['methods']['methods'][number]
export type Quote = Outputs['billing']['quote']
export type Payment = Outputs['billing']['payment']
/** What a driver thinks of buying; the coupon as it was typed, empty = none. */
export type Order = Pick<Inputs['billing']['quote'], 'plan' | 'days'> & { coupon: string }
export type MethodKind = Method['kind']

/** How many payments come at once. */
const PAGE = 30
/** The bank may answer while the driver looks on. */
const UNDER_WAY_MS = 5_000

/** Whether a payment has not ended: the gateway or the driver's bank still has the word. */
export function isUnderWay({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'open' || state === 'needs_action' || state === 'processing'
}

/** What everything costs; for anyone. */
export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => api.billing.prices(undefined, { signal }),
  staleTime: 5 * 60_000,
})

/** What is paid for, what is owed, what things cost. */
export const accountQuery = queryOptions({
  queryKey: ['billing', 'account'],
  queryFn: ({ signal }) => api.billing.account(undefined, { signal }),
  // After a payment the driver sees its result.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.underWay.length ? UNDER_WAY_MS : false),
})

/** Saved cards and bank accounts, newest first. */
export const methodsQuery = queryOptions({
  queryKey: ['billing', 'methods'],
  queryFn: async ({ signal }) => (await api.billing.methods(undefined, { signal })).methods,
})

/** What a purchase would cost now, by a way of paying; the price before stays while the next one comes. */
export const quoteQuery = (input: Order, methodKind: MethodKind = 'card') =>
  queryOptions({
    queryKey: ['billing', 'quote', input.plan, input.days, input.coupon.trim(), methodKind],
    queryFn: ({ signal }) => api.billing.quote({ ...input, methodKind }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/**
 * Payments, newest first, by a part of the reference, of the invoice's number or of the card's last digits.
 */
export const paymentsQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['billing', 'payments', text],
    queryFn: ({ pageParam, signal }) =>
      api.billing.payments(
        { limit: PAGE, ...(text !== '' && { text }), ...(pageParam !== null && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ payments }) => payments.some(isUnderWay)) ? UNDER_WAY_MS : false,
  })

/** One payment, asked of the gateway where it has not ended. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['billing', 'payment', id],
    queryFn: ({ signal }) => api.billing.payment({ id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? UNDER_WAY_MS : false),
  })
