import { useQuery } from '@tanstack/react-query'
import { chargeFor } from '@madruga/core/invoices.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PayBy } from '../invoices/OpenInvoices.tsx'
import { invoicesScreen, nounOf, titleWords } from '../invoices/names.ts'
import { invoiceQuery } from '../invoices/queries.ts'
import { useFreshPrice } from './BuyCheckout.tsx'
import { Checkout } from './Checkout.tsx'
import { priceOfInvoice } from './price.ts'
import { useMethodChoice } from './use-method-choice.ts'
import type { PayScreen } from './use-order.ts'

/** Pays what is left of an invoice. */
export function InvoiceCheckout({ number, account, methods, timeZone, pay }: PayScreen & { number: string }) {
  const words = useWords()
  const query = useQuery(invoiceQuery(number))
  const invoice = query.data
  const left = invoice?.leftCents ?? 0
  const choice = useMethodChoice(account, methods)
  useFreshPrice(pay)
  if (invoice === undefined) {
    return (
      <FailedOr title={words.t('invoices.one_failed')} query={query}>
        <Skeleton className="mx-3 h-64 rounded-[1.25rem]" />
      </FailedOr>
    )
  }
  if (left === 0) return <NothingLeft number={number} />
  return (
    <Checkout
      title={titleWords(words, invoice)}
      aside={
        <div className="mt-2">
          <PayBy row={invoice} timeZone={timeZone} />
        </div>
      }
      price={priceOfInvoice(words, invoice, chargeFor(left, account.prices.fees[choice.kind]), choice.kind)}
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
        {t('pay.nothing_left', { number })}
      </Notice>
    </div>
  )
}
