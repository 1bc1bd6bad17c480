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
  const asked = useQuery(quoteQuery(choice, methodKind))
  const refused = asked.error && couponRefusal(toProblem(asked.error))
  const without = useQuery({
    ...quoteQuery({ ...choice, coupon: '' }, methodKind),
    enabled: refused !== null,
  })
  const shown = refused === null ? asked : without
  return {
    quote: shown.data,
    error: shown.data === undefined ? shown.error : null,
    /** Of another choice still: the one for this is on its way. */
    old: shown.isPlaceholderData,
    retry: () => void shown.refetch(),
    methodKind,
    refused,
    takenCents: refused === null && !asked.isPlaceholderData ? (asked.data?.couponCents ?? 0) : 0,
  }
}
