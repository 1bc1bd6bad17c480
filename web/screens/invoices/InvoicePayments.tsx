import { IconDownload } from '../../icons/download.ts'
import { downloadAddress } from '../../downloads.ts'
import { useWords } from '../../i18n.ts'
import { STATE_COLOURS } from '../billing/names.ts'
import type { Shown } from './names.ts'
import type { Invoice } from './queries.ts'

type Payment = Invoice['payments'][number]

/** The payments of an invoice, each with its transaction reference and receipt. */
export function InvoicePayments({ invoice: { payments }, timeZone }: Shown & { invoice: Invoice }) {
  const { t } = useWords()
  return (
    <section aria-labelledby="invoice-payments" className="card recap-part px-4 py-4 lg:px-5">
      <h2 id="invoice-payments" className="text-lg font-extrabold">
        {t('invoices.payments')}
      </h2>
      {payments.length === 0 && <p className="mt-1 text-muted">{t('invoices.payments_none')}</p>}
      <ul className="grid">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  )
}

function PaymentRow({ payment, timeZone }: { payment: Payment; timeZone: string | undefined }) {
  const { t, money, date } = useWords()
  const { method, feeCents, refundedCents } = payment
  const how = [
    method && t('invoices.with', { brand: method.brand, last4: method.last4 }),
    feeCents > 0 && t('invoices.with_fee', { fee: money(feeCents) }),
  ].filter((part) => typeof part === 'string')
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="tnum font-semibold">{payment.reference}</span>
        <span className="tnum text-lg font-extrabold">{money(payment.amountCents)}</span>
      </div>
      <p className="tnum text-sm leading-snug text-muted">
        <span className={`font-semibold ${STATE_COLOURS[payment.state]}`}>
          {t(`invoices.payment.${payment.state}`)}
        </span>
        , {date(payment.paidAt ?? payment.at, timeZone)}
      </p>
      {how.length > 0 && (
        <p className="text-sm leading-snug text-muted first-letter:uppercase">{how.join(', ')}</p>
      )}
      {refundedCents > 0 && (
        <p className="tnum font-semibold leading-snug">
          {t('invoices.refunded', { sum: money(refundedCents) })}
        </p>
      )}
      {payment.state === 'paid' && (
        <a className="btn recap-act mt-2" href={downloadAddress('receipt.pdf', { id: payment.id })} download>
          <IconDownload size={20} aria-hidden />
          {t('invoices.receipt')}
          <span className="sr-only">{payment.reference}</span>
        </a>
      )}
    </li>
  )
}
