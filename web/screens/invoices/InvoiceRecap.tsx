import { useQuery } from '@tanstack/react-query'
import { IconArrowLeft } from '../../icons/arrow-left.ts'
import { useWords } from '../../i18n.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { InvoicePayments } from './InvoicePayments.tsx'
import { InvoiceBanner } from './InvoiceBanner.tsx'
import { InvoicePricing } from './Totals.tsx'
import { invoicesScreen } from './names.ts'
import type { Shown } from './names.ts'
import { invoiceQuery } from './queries.ts'

/** One invoice in full, on screen and in print: lines, total, and payments. */
export function InvoiceRecap({ number, ...shown }: Shown & { number: string }) {
  const { t } = useWords()
  const query = useQuery(invoiceQuery(number))
  const invoice = query.data
  return (
    <div className="recap mx-auto grid w-full max-w-[72rem] content-start gap-3 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:gap-4 lg:px-6">
      <ScreenLink screen={invoicesScreen(shown.noun)} className="btn recap-act justify-self-start">
        <IconArrowLeft size={20} aria-hidden />
        {t('invoices.all')}
      </ScreenLink>
      {invoice ? (
        <>
          <InvoiceBanner invoice={invoice} {...shown} />
          <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-4">
            <InvoiceLines invoice={invoice} {...shown} />
            <div className="grid gap-3 lg:gap-4">
              <InvoicePricing invoice={invoice} {...shown} />
              <InvoicePayments invoice={invoice} {...shown} />
            </div>
          </div>
        </>
      ) : (
        <FailedOr title={t('invoices.one_failed')} query={query}>
          <div className="grid gap-3" aria-busy="true">
            <span className="sr-only">{t('shell.loading')}</span>
            <Skeleton className="h-56 rounded-[1.25rem]" />
            <Skeleton className="h-72 rounded-[1.25rem]" />
          </div>
        </FailedOr>
      )}
    </div>
  )
}
