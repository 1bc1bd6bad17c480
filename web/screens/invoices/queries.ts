import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { api } from '../../client.ts'

export type Invoice = Outputs['billing']['invoice']
export type InvoiceRow = Outputs['billing']['invoices']['invoices'][number]
export type InvoiceLine = Invoice['lines'][number]
export type RunningWeek = NonNullable<Outputs['billing']['invoices']['running']>
export type Dunning = Outputs['billing']['account']

/** Invoices per page. */
const PAGE = 30
/** The bank may answer while the driver is watching. */
const UNDER_WAY_MS = 5_000

/** Invoices, newest first; the first page has the running week. */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: ['billing', 'invoices'],
  queryFn: ({ pageParam, signal }) =>
    api.billing.invoices({ limit: PAGE, ...(pageParam !== null && { before: pageParam }) }, { signal }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => page.next,
  // A driver who comes from paying sees the result.
  staleTime: 0,
  refetchInterval: ({ state }) =>
    isUnderWay(state.data?.pages.flatMap((page) => page.invoices)) ? UNDER_WAY_MS : false,
})

/** One invoice with its lines, payments and credit notes. */
export const invoiceQuery = (number: string) =>
  queryOptions({
    queryKey: ['billing', 'invoices', number],
    queryFn: ({ signal }) => api.billing.invoice({ number }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.underWay ? UNDER_WAY_MS : false),
  })

/** Applies a coupon to an unpaid invoice: an operation and, despite its name, no hook. */
export const sendCoupon = api.billing.useCoupon

function isUnderWay(rows: readonly Pick<InvoiceRow, 'underWay'>[] = []): boolean {
  return rows.some(({ underWay }) => underWay !== null)
}
