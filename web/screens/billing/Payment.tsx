import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { chargeFor } from '@madruga/core/invoices.ts'
import { navigate, useSearch } from '../../address.ts'
import { announce } from '../../announce.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconPlugConnectedX } from '../../icons/drawings.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Failed, FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton, Skeleton } from '../../ui/Skeleton.tsx'
import { useDesktop } from '../../ui/media.ts'
import { PayBy } from '../invoices/OpenInvoices.tsx'
import { invoicesScreen, nounOf, titleWords } from '../invoices/names.ts'
import { invoiceQuery } from '../invoices/queries.ts'
import { BuyCheckout, useFreshPrice } from './BuyCheckout.tsx'
import { Checkout } from './Checkout.tsx'
import { FollowPayment } from './FollowPayment.tsx'
import { SavedMethods } from './SavedMethods.tsx'
import { readAsked, searchOf } from './address.ts'
import type { Asked } from './address.ts'
import { forgetReturn, paymentReturnedTo } from './bank-return.ts'
import type { SentOrder } from './order.ts'
import { priceOfInvoice } from './price.ts'
import { accountQuery, methodsQuery, paymentQuery } from './queries.ts'
import type { Account } from './queries.ts'
import { useMethodChoice } from './use-method-choice.ts'
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
  const request = useMemo(() => readAsked(search), [search])
  const session = useQuery(sessionQuery)
  const account = useQuery(accountQuery)
  const methods = useQuery(methodsQuery)
  const driver = session.data
  if (driver && account.data && methods.data)
    return (
      <Asking
        // What was refused for one purchase says nothing of another.
        key={JSON.stringify(searchOf(request))}
        asked={request}
        account={account.data}
        methods={methods.data}
        owner={driver.email}
        timeZone={driver.timeZone}
      />
    )
  const failure = [session, account, methods].find((query) => query.isError && query.data === undefined)
  if (failure === undefined)
    return <PageSkeleton shapes={['h-40 rounded-[1.25rem]', 'h-64 rounded-[1.25rem]']} />
  return (
    <Failed
      error={failure.error}
      onRetry={() => void Promise.all([session.refetch(), account.refetch(), methods.refetch()])}
    />
  )
}

function Asking({ asked, owner, ...props }: Omit<PayScreen, 'pay'> & { asked: Asked; owner: string }) {
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
  const id = asked.payment ?? waitingFor(asked, props.account)
  if (state.phase === 'unknown') return <UnknownOrder pay={pay} sent={state.sent} alone={state.alone} />
  if (id !== null)
    return <FollowPayment key={id} id={id} asked={asked} fresh={fresh.current === id} {...props} />
  if (asked.invoice !== null) return <InvoiceCheckout number={asked.invoice} pay={pay} {...props} />
  if (asked.purchase !== null && !props.account.canSubscribe) return <NoPurchase />
  if (asked.purchase !== null) return <BuyCheckout input={asked.purchase} pay={pay} {...props} />
  return <SavedMethods account={props.account} methods={props.methods} />
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
  const match = underWay.find(({ what }) =>
    what.kind === 'week' ? what.number === invoice : invoice === null && purchase !== null,
  )
  return match?.id ?? null
}

/** Pays what is left of an invoice. */
function InvoiceCheckout({ number, account, methods, timeZone, pay }: PayScreen & { number: string }) {
  const words = useWords()
  const query = useQuery(invoiceQuery(number))
  const invoice = query.data
  const rest = invoice?.leftCents ?? 0
  const choice = useMethodChoice(account, methods)
  useFreshPrice(pay)
  if (invoice === undefined) {
    return (
      <FailedOr query={query}>
        <Skeleton className="mx-3 h-64 rounded-[1.25rem]" />
      </FailedOr>
    )
  }
  if (rest === 0) return <NothingLeft number={number} />
  return (
    <Checkout
      title={titleWords(words, invoice)}
      aside={
        <div className="mt-2">
          <PayBy row={invoice} timeZone={timeZone} />
        </div>
      }
      price={priceOfInvoice(words, invoice, chargeFor(rest, account.prices.fees[choice.kind]), choice.kind)}
      old={false}
      choice={choice}
      orderOf={(methodId, expectCents) => ({ kind: 'pay', number, methodId: methodId!, expectCents })}
      account={account}
      pay={pay}
    />
  )
}

function NothingLeft({ number }: { number: string }) {
  const { t } = useWords()
  return (
    <div className="reading grid gap-4 px-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Notice
        kind="good"
        actions={
          <ScreenLink screen={invoicesScreen(nounOf(recallDriver()))} search={{ number }} strong>
            {t('pay.to_invoice')}
          </ScreenLink>
        }
      >
        {t('pay.invoice_paid', { number })}
      </Notice>
    </div>
  )
}

/**
 * No answer came: it is not known whether the order was carried out, and asking again cannot charge twice.
 */
function UnknownOrder({
  pay,
  sent: { order },
  alone,
}: Pick<PayScreen, 'pay'> & { sent: SentOrder; alone: boolean }) {
  const { t, money } = useWords()
  const desktop = useDesktop()
  const sum = money(order.expectCents)
  useEffect(() => announce(t('pay.unknown')), [t])
  const again = (
    <button type="button" className="act" onClick={pay.askAgain}>
      {t('pay.ask_again')}
    </button>
  )
  return (
    <div className="reading grid content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <section aria-labelledby="pay-unknown" className="card overflow-hidden">
        <div className="lane" data-lit={alone} data-moving={alone} aria-hidden>
          <i />
        </div>
        <div className="px-5 py-5">
          <IconPlugConnectedX size={36} aria-hidden className="text-amber-text" />
          <h2 id="pay-unknown" className="mt-2 text-2xl font-extrabold leading-tight tracking-[-0.01em]">
            {t('pay.unknown')}
          </h2>
          <p className="mt-2 max-w-[52ch] leading-snug">{t('pay.unknown_text', { sum })}</p>
          {alone && <p className="mt-2 font-semibold">{t('pay.asking')}</p>}
        </div>
      </section>
      {desktop ? again : <BottomBar>{again}</BottomBar>}
      {!alone && (
        <div className="flex flex-wrap gap-2">
          <ScreenLink screen="payment-history">{t('title.payment-history')}</ScreenLink>
          <button type="button" className="btn" onClick={pay.drop}>
            {t('pay.drop')}
          </button>
        </div>
      )}
    </div>
  )
}
