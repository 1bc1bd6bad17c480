import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '../../address.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { accountQuery } from '../billing/queries.ts'
import { InvoiceRecap } from './InvoiceRecap.tsx'
import { InvoiceRows } from './InvoiceRows.tsx'
import { OpenInvoices } from './OpenInvoices.tsx'
import { RunningWeek } from './RunningWeek.tsx'
import { Suspended } from './Suspended.tsx'
import { readNumber } from './figures.ts'
import { nounOf } from './names.ts'
import type { Shown } from './names.ts'
import { invoicesQuery } from './queries.ts'
import '../recap/recap.css'
import './invoices.css'

/** The running week's total, open amounts, and every invoice; `?number=` shows one in full. */
export function Invoices() {
  const { number } = useSearch()
  const wanted = readNumber(number)
  const session = useQuery(sessionQuery)
  const shown = {
    noun: nounOf(session.data ?? recallDriver()),
    timeZone: session.data?.timeZone,
  }
  return wanted === null ? <Overview {...shown} /> : <InvoiceRecap key={wanted} number={wanted} {...shown} />
}

function Overview(shown: Shown) {
  const { t } = useWords()
  const account = useQuery(accountQuery)
  const invoices = useInfiniteQuery(invoicesQuery)
  const failed = account.data === undefined && account.isError ? account : invoices
  if (account.data === undefined || invoices.data === undefined) {
    if (!failed.isError) return <PageSkeleton shapes={['h-44 rounded-[1.25rem]', 'h-72 rounded-[1.25rem]']} />
    return (
      <Failed
        title={t('invoices.failed')}
        error={failed.error}
        onRetry={() => void Promise.all([account.refetch(), invoices.refetch()])}
      />
    )
  }
  const { suspendedForUnpaid, unpaid } = account.data
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-6 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-10 lg:px-6">
      {suspendedForUnpaid && (
        <div className="lg:col-span-2">
          <Suspended account={account.data} />
        </div>
      )}
      <div className="grid content-start gap-6 lg:order-2">
        {unpaid.length > 0 && <OpenInvoices unpaid={unpaid} {...shown} />}
        <RunningWeek running={invoices.data.pages[0]?.running ?? null} account={account.data} {...shown} />
        <ScreenLink screen="payment-history" className="btn hidden justify-self-start lg:inline-flex">
          {t('invoices.payments_all')}
        </ScreenLink>
      </div>
      <InvoiceRows
        invoices={invoices.data.pages.flatMap((page) => page.invoices)}
        list={invoices}
        {...shown}
      />
      <ScreenLink screen="payment-history" className="btn justify-self-start lg:hidden">
        {t('invoices.payments_all')}
      </ScreenLink>
    </div>
  )
}
