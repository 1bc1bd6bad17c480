import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../../client.ts'
import { queryClient } from '../../../queries.ts'
import { given } from '../queries.ts'
import type { Order } from '../queries.ts'

/** How often data that others may change is refetched. */
const LIVE_MS = 15_000
const PAGE = 50

export type PriceList = Awaited<ReturnType<typeof api.accounting.setPrices>>
export type CouponRow = Awaited<ReturnType<typeof api.accounting.makeCoupon>>
export type NewCoupon = Parameters<typeof api.accounting.makeCoupon>[0]
export type InvoiceRow = Awaited<ReturnType<typeof api.accounting.invoices>>['invoices'][number]
export type InvoiceDetail = Awaited<ReturnType<typeof api.accounting.invoice>>
export type PaymentRow = Awaited<ReturnType<typeof api.accounting.payments>>['payments'][number]
export type Dispute = PaymentRow['disputes'][number]
export type RevenueReport = Awaited<ReturnType<typeof api.accounting.revenue>>
export type Comparison = Awaited<ReturnType<typeof api.accounting.reconcile>>
export type Difference = Comparison['differences'][number]

export type InvoiceState = InvoiceRow['state']
export const INVOICE_STATES = ['unpaid', 'paid', 'credited'] as const satisfies readonly InvoiceState[]

export const pricesQuery = queryOptions({
  queryKey: ['accounting', 'prices'],
  queryFn: ({ signal }) => api.accounting.prices(undefined, { signal }),
  refetchInterval: LIVE_MS,
})

export const couponsQuery = queryOptions({
  queryKey: ['accounting', 'coupons'],
  queryFn: async ({ signal }) => (await api.accounting.coupons(undefined, { signal })).coupons,
  refetchInterval: LIVE_MS,
})

export const invoicesQuery = (text: string, state: InvoiceState | null, order: Order) =>
  infiniteQueryOptions({
    queryKey: ['accounting', 'invoices', text, state, order],
    queryFn: ({ pageParam, signal }) =>
      api.accounting.invoices(
        { limit: PAGE, order, ...given({ text, state, before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: LIVE_MS,
    placeholderData: (before) => before,
  })

export const invoiceQuery = (number: string) =>
  queryOptions({
    queryKey: ['accounting', 'invoice', number],
    queryFn: ({ signal }) => api.accounting.invoice({ number }, { signal }),
    refetchInterval: LIVE_MS,
  })

export const paymentsQuery = (text: string, order: Order) =>
  infiniteQueryOptions({
    queryKey: ['accounting', 'payments', text, order],
    queryFn: ({ pageParam, signal }) =>
      api.accounting.payments({ limit: PAGE, order, ...given({ text, before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: LIVE_MS,
    placeholderData: (before) => before,
  })

/** One payment by its reference, which no other has. */
export const paymentQuery = (reference: string) =>
  queryOptions({
    queryKey: ['accounting', 'payment', reference],
    queryFn: async ({ signal }) => {
      const { payments } = await api.accounting.payments({ text: reference, limit: PAGE }, { signal })
      return payments.find((payment) => payment.reference === reference) ?? null
    },
    refetchInterval: LIVE_MS,
  })

/** It reads the whole ledger: refetched only when the days change, or on request. */
export const revenueQuery = (days: { from?: string; to?: string }) =>
  queryOptions({
    queryKey: ['accounting', 'revenue', days],
    queryFn: ({ signal }) => api.accounting.revenue(days, { signal }),
    placeholderData: (before) => before,
  })

export const reconciliationQuery = queryOptions({
  queryKey: ['accounting', 'reconciliation'],
  queryFn: ({ signal }) => api.accounting.reconciliation(undefined, { signal }),
  refetchInterval: LIVE_MS,
})

/** A change refetches everything about money, and the audit log: one action shows in many places. */
export function refreshAccounting(): void {
  void queryClient.invalidateQueries({ queryKey: ['accounting'] })
  void queryClient.invalidateQueries({ queryKey: ['admin'] })
}
