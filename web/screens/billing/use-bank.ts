import { useMutation } from '@tanstack/react-query'
import { openGateway } from '../../card-gateway.ts'
import { api } from '../../client.ts'
import { queryClient } from '../../queries.ts'
import { rememberReturn } from './bank-return.ts'
import { paymentQuery } from './queries.ts'
import type { Account, Payment } from './queries.ts'

export type Bank = ReturnType<typeof useBank>

/** What the driver can do about the question of their bank: answer it, or give the payment up. */
export function useBank({ gateway }: Account, payment: Payment | undefined) {
  const take = async (next?: Payment) => {
    if (payment === undefined) return
    const { queryKey } = paymentQuery(payment.id)
    if (next) queryClient.setQueryData(queryKey, next)
    else await queryClient.refetchQueries({ queryKey })
  }
  const asking = useMutation({
    mutationFn: async ({ id, clientSecret }: { id: string; clientSecret: string }) => {
      rememberReturn(id)
      const client = await openGateway(gateway)
      await client.handleNextAction({ clientSecret })
    },
    onSettled: () => take(),
  })
  const leaving = useMutation({
    mutationFn: (id: string) => api.billing.cancelPayment({ id }),
    onSuccess: take,
    onError: () => take(),
  })
  const busy = asking.isPending || leaving.isPending
  const secret = payment?.action?.clientSecret
  return {
    busy,
    asking: asking.isPending,
    failed: asking.isError,
    refusal: leaving.error,
    /** Whether there is a question that can be shown here. */
    asks: secret !== undefined,
    ask: () => {
      if (payment && secret !== undefined && !busy) asking.mutate({ id: payment.id, clientSecret: secret })
    },
    leave: () => payment && !busy && leaving.mutate(payment.id),
  }
}
