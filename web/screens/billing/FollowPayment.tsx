import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { botQuery, queryClient, sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PaidBanner } from './PaidBanner.tsx'
import { PaymentStatus } from './PaymentStatus.tsx'
import { askedAgain } from './address.ts'
import type { Asked } from './address.ts'
import { isUnderWay, paymentQuery } from './queries.ts'
import type { Account, Payment } from './queries.ts'
import { useBank } from './use-bank.ts'

/** One payment to its end: what it waits for, why it was refused, or the sign of one that was paid. */
export function FollowPayment({
  id,
  asked,
  fresh,
  account,
  timeZone,
}: {
  id: string
  asked: Asked
  /** Sent just now: the bank's question comes automatically. */
  fresh: boolean
  account: Account
  timeZone: string
}) {
  const { t } = useWords()
  const query = useQuery(paymentQuery(id))
  const payment = query.data
  const bank = useBank(account, payment)
  useNews(payment)
  const askedOnce = useRef(!fresh)
  useEffect(() => {
    if (askedOnce.current || payment?.state !== 'needs_action') return
    askedOnce.current = true
    bank.ask()
  }, [payment, bank])
  if (payment === undefined) {
    if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
    return (
      <div className="px-3" aria-busy="true">
        <span className="sr-only">{t('shell.loading')}</span>
        <Skeleton className="mx-auto h-64 max-w-[44rem] rounded-[1.25rem]" />
      </div>
    )
  }
  if (payment.state === 'paid') return <PaidBanner payment={payment} account={account} timeZone={timeZone} />
  return (
    <PaymentStatus payment={payment} bank={bank} again={askedAgain(asked, payment)} silent={query.isError} />
  )
}

/**
 * A payment that ended is said once, and everything that may hang on it is asked anew: the menu follows the
 * plan.
 */
function useNews(payment: Payment | undefined): void {
  const { t } = useWords()
  const before = useRef<Payment['state'] | null>(null)
  const state = payment?.state
  useEffect(() => {
    if (state === undefined || before.current === state) return
    const first = before.current === null
    before.current = state
    if (!first || state === 'paid' || state === 'refused') announce(t(`pay.state.${state}`))
    if (isUnderWay({ state })) return
    for (const part of ['account', 'invoices', 'payments', 'quote'])
      void queryClient.invalidateQueries({ queryKey: ['billing', part] })
    // With its plan a filter comes back that was kept for it.
    for (const queryKey of [sessionQuery.queryKey, botQuery.queryKey, ['filter']])
      void queryClient.invalidateQueries({ queryKey })
  }, [state, t])
}
