import { useQuery } from '@tanstack/react-query'
import { toProblem } from '../../client.ts'
import { couponRefusal } from './choice.ts'
import { methodsQuery, quoteQuery } from './queries.ts'
import type { Order } from './queries.ts'

export type LivePrice = ReturnType<typeof usePrice>

/**
 * The price by the way of paying that the driver would pay with; where the coupon is refused, the price
 * without it.
 */
export function usePrice(choice: Order) {
  const methods = useQuery(methodsQuery)
  const methodKind = methods.data?.find(({ isDefault }) => isDefault)?.kind ?? 'card'
  const quote = useQuery(quoteQuery(choice, methodKind))
  const refusal = quote.error && couponRefusal(toProblem(quote.error))
  const without = useQuery({
    ...quoteQuery({ ...choice, coupon: '' }, methodKind),
    enabled: refusal !== null,
  })
  const current = refusal === null ? quote : without
  return {
    quote: current.data,
    error: current.data === undefined ? current.error : null,
    /** Of another choice still: the one for this is on its way. */
    old: current.isPlaceholderData,
    retry: () => void current.refetch(),
    methodKind,
    refused: refusal,
    takenCents: refusal === null && !quote.isPlaceholderData ? (quote.data?.couponCents ?? 0) : 0,
  }
}
