import { useQuery } from '@tanstack/react-query'
import { navigate, useSearch } from '../../address.ts'
import { useEffect, useMemo, useRef } from 'react'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { invoicesScreen, nounOf } from '../invoices/names.ts'
import { BuyCheckout } from './BuyCheckout.tsx'
import { FollowPayment } from './FollowPayment.tsx'
import { InvoiceCheckout } from './InvoiceCheckout.tsx'
import { SavedMethods } from './SavedMethods.tsx'
import { UnknownOrder } from './UnknownOrder.tsx'
import { readAsked, searchOf } from './address.ts'
import type { Asked } from './address.ts'
import { forgetReturn, paymentReturnedTo } from './bank-return.ts'
import { accountQuery, methodsQuery, paymentQuery } from './queries.ts'
import type { Account } from './queries.ts'
import { useOrder } from './use-order.ts'
import type { PayScreen } from './use-order.ts'
import '../invoices/invoices.css'
import '../recap/recap.css'

/**
 * Pays for a purchase or an invoice, continues with a payment under way, or keeps the saved cards, as the
 * address asks.
 */
export function Payment() {
  const search = useSearch()
  const asked = useMemo(() => readAsked(search), [search])
  const session = useQuery(sessionQuery)
  const account = useQuery(accountQuery)
  const methods = useQuery(methodsQuery)
  const driver = session.data
  if (driver && account.data && methods.data)
    return (
      <Asking
        // What was refused for one purchase says nothing of another.
        key={JSON.stringify(searchOf(asked))}
        asked={asked}
        account={account.data}
        methods={methods.data}
        owner={driver.email}
        timeZone={driver.timeZone}
      />
    )
  const failed = [session, account, methods].find((query) => query.isError && query.data === undefined)
  if (failed === undefined)
    return <PageSkeleton shapes={['h-40 rounded-[1.25rem]', 'h-64 rounded-[1.25rem]']} />
  return (
    <Failed
      error={failed.error}
      onRetry={() => void Promise.all([session.refetch(), account.refetch(), methods.refetch()])}
    />
  )
}

function Asking({ asked, owner, ...given }: Omit<PayScreen, 'pay'> & { asked: Asked; owner: string }) {
  const fresh = useRef<string | null>(null)
  const follow = (payment: string) =>
    navigate('/payment', { search: { ...searchOf(asked), payment }, replace: true })
  const pay = useOrder(owner, (id, payment) => {
    if (payment === null) void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
    else {
      fresh.current = id
      queryClient.setQueryData(paymentQuery(id).queryKey, payment)
    }
    follow(id)
  })
  useEffect(() => {
    const back = paymentReturnedTo()
    if (back === null) return
    forgetReturn()
    follow(back)
    // Once, when the page comes back from the bank's own.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const { state } = pay
  const id = asked.payment ?? waitingFor(asked, given.account)
  if (state.phase === 'unknown') return <UnknownOrder pay={pay} sent={state.sent} alone={state.alone} />
  if (id !== null)
    return <FollowPayment key={id} id={id} asked={asked} fresh={fresh.current === id} {...given} />
  if (asked.invoice !== null) return <InvoiceCheckout number={asked.invoice} pay={pay} {...given} />
  if (asked.purchase !== null && !given.account.canSubscribe) return <NoPurchase />
  if (asked.purchase !== null) return <BuyCheckout input={asked.purchase} pay={pay} {...given} />
  return <SavedMethods account={given.account} methods={given.methods} />
}

/** Nothing to buy: the driver's app is paid for by the week. The price is not even asked for. */
function NoPurchase() {
  const { t } = useWords()
  return (
    <div className="reading px-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Notice
        kind="plain"
        actions={<ScreenLink screen={invoicesScreen(nounOf(recallDriver()))}>{t('INVOICES')}</ScreenLink>}
      >
        {t('error.billing.no_plans')}
      </Notice>
    </div>
  )
}

/** The payment that stands in the way of what is asked for: a second one would be refused. */
function waitingFor({ purchase, invoice }: Asked, { underWay }: Account): string | null {
  const found = underWay.find(({ what }) =>
    what.kind === 'week' ? what.number === invoice : invoice === null && purchase !== null,
  )
  return found?.id ?? null
}
