import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate, useSearch } from '../../address.ts'
import { announce } from '../../announce.ts'
import { downloadAddress } from '../../downloads.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconDownload, IconReceipt } from '../../icons/drawings.ts'
import { sessionQuery } from '../../queries.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { nounOf, invoicesScreen } from '../invoices/names.ts'
import type { Shown } from '../invoices/names.ts'
import { OlderButton } from '../notify/OlderButton.tsx'
import { STATE_COLOURS, methodWords, purposeWords, reasonWords, stateWords } from './names.ts'
import { paymentsQuery, isUnderWay } from './queries.ts'
import type { Payment } from './queries.ts'

/**
 * Every payment, newest first, by reference, invoice or last digits; what is searched for lives in the
 * address.
 */
export function PaymentHistory() {
  const { t } = useWords()
  const search = useSearch()
  const text = (search.text ?? '').trim().slice(0, 60)
  const session = useQuery(sessionQuery)
  const props = { noun: nounOf(session.data ?? recallDriver()), timeZone: session.data?.timeZone }
  return (
    <div className="reading grid content-start gap-4 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <search>
        <SearchBox
          label={t('payments.search')}
          text={text}
          onSearch={(next) =>
            navigate('/payment-history', {
              search: next === '' ? {} : { text: next },
              replace: true,
              stay: true,
            })
          }
        />
      </search>
      <List text={text} {...props} />
    </div>
  )
}

function List({ text, ...props }: Shown & { text: string }) {
  const { t } = useWords()
  const list = useInfiniteQuery(paymentsQuery(text))
  if (list.data === undefined) {
    return (
      <FailedOr query={list}>
        <Waiting />
      </FailedOr>
    )
  }
  const payments = list.data.pages.flatMap((page) => page.payments)
  if (payments.length === 0) return <Nothing searched={text !== ''} />
  return (
    <section aria-label={t('payments.list')} aria-busy={list.isPlaceholderData}>
      <ul className="grid gap-3">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} {...props} />
        ))}
      </ul>
      <OlderButton
        more={list.hasNextPage}
        busy={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        label={t('payments.older')}
        end={t('list.end')}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  )
}

function Nothing({ searched }: { searched: boolean }) {
  const { t } = useWords()
  useEffect(() => {
    if (searched) announce(t('list.none_found'))
  }, [searched, t])
  return (
    <div className="card grid justify-items-center gap-1 px-6 py-12 text-center">
      <IconReceipt size={36} aria-hidden className="mb-2 text-muted" />
      <p className="text-lg font-extrabold">{t(searched ? 'list.none_found' : 'payments.none')}</p>
    </div>
  )
}

function Waiting() {
  const { t } = useWords()
  return (
    <div className="grid gap-3" aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="h-36 rounded-[1.25rem]" />
      <Skeleton className="h-36 rounded-[1.25rem]" />
      <Skeleton className="h-36 rounded-[1.25rem]" />
    </div>
  )
}

/**
 * One payment: what for, how much and how, where it stands and why; its receipt, its invoice, and the way to
 * one that has not ended.
 */
function PaymentRow({ payment, noun, timeZone }: Shown & { payment: Payment }) {
  const words = useWords()
  const { money, date } = words
  const { reference, amountCents, what, state, reason } = payment
  return (
    <li className="card px-4 py-3.5 lg:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="min-w-0 font-semibold leading-tight">{purposeWords(words, what)}</h2>
        <span className="tnum ml-auto text-xl font-extrabold leading-tight">{money(amountCents)}</span>
      </div>
      <p className="tnum mt-1 text-sm leading-snug text-muted">
        <span className={`font-semibold ${STATE_COLOURS[state]}`}>{stateWords(words, payment)}</span>
        {`, ${date(payment.paidAt ?? payment.at, timeZone)}`}
      </p>
      <p className="tnum text-sm leading-snug text-muted [overflow-wrap:anywhere]">
        {[reference, ...detailsOf(words, payment)].join(', ')}
      </p>
      {state === 'refused' && (
        <p className="mt-1 font-semibold leading-snug">{reasonWords(words, reason ?? '')}</p>
      )}
      <Refunded payment={payment} />
      <Acts payment={payment} noun={noun} />
    </li>
  )
}

function detailsOf({ t, money }: Words, { method, feeCents, amountCents }: Payment): string[] {
  if (amountCents === 0) return [t('payments.nothing_charged')]
  return [
    ...(method === null ? [] : [methodWords(method)]),
    ...(feeCents > 0 ? [t('invoices.with_fee', { fee: money(feeCents) })] : []),
  ]
}

function Refunded({ payment: { refundedCents, amountCents } }: { payment: Payment }) {
  const { t, money } = useWords()
  if (refundedCents === 0) return null
  return (
    <p className="tnum mt-1 font-semibold leading-snug">
      {refundedCents >= amountCents
        ? t('payments.refunded_all')
        : t('payments.refunded', { sum: money(refundedCents) })}
    </p>
  )
}

function Acts({ payment, noun }: Pick<Shown, 'noun'> & { payment: Payment }) {
  const { t } = useWords()
  const { id, reference, state, what } = payment
  const { number } = what
  const look = isUnderWay(payment)
  if (!look && state !== 'paid' && !number) return null
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      {look && (
        <ScreenLink screen="payment" search={{ payment: id }} strong={state === 'needs_action'}>
          {t('payments.look')}
          <span className="sr-only">{reference}</span>
        </ScreenLink>
      )}
      {state === 'paid' && (
        <a className="btn" href={downloadAddress('receipt.pdf', { id })} download>
          <IconDownload size={20} aria-hidden className="shrink-0" />
          {t('payments.receipt')}
          <span className="sr-only">{reference}</span>
        </a>
      )}
      {number && (
        <ScreenLink screen={invoicesScreen(noun)} search={{ number }}>
          <IconReceipt size={20} aria-hidden className="shrink-0" />
          {t('payments.invoice')}
          <span className="tnum">{number}</span>
        </ScreenLink>
      )}
    </div>
  )
}
