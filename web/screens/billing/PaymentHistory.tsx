import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { navigate, useSearch } from '../../address.ts'
import { IconReceipt } from '../../icons/receipt.ts'
import { useEffect } from 'react'
import { announce } from '../../announce.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { nounOf } from '../invoices/names.ts'
import type { Shown } from '../invoices/names.ts'
import { OlderButton } from '../notify/OlderButton.tsx'
import { PaymentRow } from './PaymentRow.tsx'
import { paymentsQuery } from './queries.ts'

/**
 * Every payment, newest first, by reference, invoice or last digits; what is searched for lives in the
 * address.
 */
export function PaymentHistory() {
  const { t } = useWords()
  const search = useSearch()
  const text = (search.text ?? '').trim().slice(0, 60)
  const session = useQuery(sessionQuery)
  const shown = { noun: nounOf(session.data ?? recallDriver()), timeZone: session.data?.timeZone }
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
      <List text={text} {...shown} />
    </div>
  )
}

function List({ text, ...shown }: Shown & { text: string }) {
  const { t } = useWords()
  const list = useInfiniteQuery(paymentsQuery(text))
  if (list.data === undefined) {
    return (
      <FailedOr query={list} title={t('payments.failed')}>
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
          <PaymentRow key={payment.id} payment={payment} {...shown} />
        ))}
      </ul>
      <OlderButton
        more={list.hasNextPage}
        busy={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        label={t('payments.older')}
        end={t('payments.end')}
        onMore={() => void list.fetchNextPage()}
      />
    </section>
  )
}

function Nothing({ searched }: { searched: boolean }) {
  const { t } = useWords()
  useEffect(() => {
    if (searched) announce(t('payments.none_found'))
  }, [searched, t])
  return (
    <div className="card grid justify-items-center gap-1 px-6 py-12 text-center">
      <IconReceipt size={36} aria-hidden className="mb-2 text-muted" />
      <p className="text-lg font-extrabold">{t(searched ? 'payments.none_found' : 'payments.none')}</p>
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
