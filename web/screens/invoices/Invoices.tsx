import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '../../address.ts'
import { downloadAddress } from '../../downloads.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconArrowLeft, IconDownload } from '../../icons/drawings.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed, FailedOr } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton, Skeleton } from '../../ui/Skeleton.tsx'
import { STATE_COLOURS } from '../billing/names.ts'
import { accountQuery } from '../billing/queries.ts'
import { InvoiceBanner } from './InvoiceBanner.tsx'
import { InvoiceRows } from './InvoiceRows.tsx'
import { LineRow } from './LineRow.tsx'
import { OpenInvoices } from './OpenInvoices.tsx'
import { RunningWeek } from './RunningWeek.tsx'
import { Suspended } from './Suspended.tsx'
import { readNumber, countLines, feesPaidCents, paidCents } from './figures.ts'
import { nounOf, invoicesScreen, countWords } from './names.ts'
import type { Shown } from './names.ts'
import { invoicesQuery, invoiceQuery } from './queries.ts'
import type { Invoice } from './queries.ts'
import '../recap/recap.css'
import './invoices.css'

/** The running week's total, open amounts, and every invoice; `?number=` shows one in full. */
export function Invoices() {
  const { number } = useSearch()
  const target = readNumber(number)
  const session = useQuery(sessionQuery)
  const props = { noun: nounOf(session.data ?? recallDriver()), timeZone: session.data?.timeZone }
  return target === null ? <Overview {...props} /> : <InvoiceRecap key={target} number={target} {...props} />
}

function Overview(props: Shown) {
  const { t } = useWords()
  const account = useQuery(accountQuery)
  const invoices = useInfiniteQuery(invoicesQuery)
  const fault = account.data === undefined && account.isError ? account : invoices
  if (account.data === undefined || invoices.data === undefined) {
    if (!fault.isError) return <PageSkeleton shapes={['h-44 rounded-[1.25rem]', 'h-72 rounded-[1.25rem]']} />
    return (
      <Failed error={fault.error} onRetry={() => void Promise.all([account.refetch(), invoices.refetch()])} />
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
        {unpaid.length > 0 && <OpenInvoices unpaid={unpaid} {...props} />}
        <RunningWeek running={invoices.data.pages[0]?.running ?? null} account={account.data} {...props} />
        <ScreenLink screen="payment-history" className="btn hidden justify-self-start lg:inline-flex">
          {t('invoices.payments_all')}
        </ScreenLink>
      </div>
      <InvoiceRows
        invoices={invoices.data.pages.flatMap((page) => page.invoices)}
        list={invoices}
        {...props}
      />
      <ScreenLink screen="payment-history" className="btn justify-self-start lg:hidden">
        {t('invoices.payments_all')}
      </ScreenLink>
    </div>
  )
}

/** One invoice in full, on screen and in print: lines, total, and payments. */
function InvoiceRecap({ number, ...props }: Shown & { number: string }) {
  const { t } = useWords()
  const query = useQuery(invoiceQuery(number))
  const invoice = query.data
  return (
    <div className="recap mx-auto grid w-full max-w-[72rem] content-start gap-3 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:gap-4 lg:px-6">
      <ScreenLink screen={invoicesScreen(props.noun)} className="btn recap-act justify-self-start">
        <IconArrowLeft size={20} aria-hidden />
        {t('invoices.all')}
      </ScreenLink>
      {invoice ? (
        <>
          <InvoiceBanner invoice={invoice} {...props} />
          <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-4">
            <InvoiceLines invoice={invoice} {...props} />
            <div className="grid gap-3 lg:gap-4">
              <InvoicePricing invoice={invoice} {...props} />
              <InvoicePayments invoice={invoice} {...props} />
            </div>
          </div>
        </>
      ) : (
        <FailedOr query={query}>
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

/** The lines of an invoice by kind, each with its amount. */
function InvoiceLines({ invoice: { lines }, timeZone }: Pick<Shown, 'timeZone'> & { invoice: Invoice }) {
  const words = useWords()
  return (
    <div className="grid gap-3 lg:gap-4">
      {countLines(lines).map(({ kind, count, cents }) => (
        <section key={kind} aria-labelledby={`lines-${kind}`} className="card px-4 py-4 lg:px-5">
          <h2
            id={`lines-${kind}`}
            className="flex items-baseline justify-between gap-3 text-lg font-extrabold"
          >
            <span className="min-w-0 leading-tight">{countWords(words, { kind, count })}</span>
            <span className="tnum">{words.money(cents)}</span>
          </h2>
          <ul className="mt-2 grid">
            {lines
              .filter((line) => line.kind === kind)
              .map((line, index) => (
                <LineRow key={index} line={line} place={index + 1} timeZone={timeZone} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type Payment = Invoice['payments'][number]

/** The payments of an invoice, each with its transaction reference and receipt. */
function InvoicePayments({ invoice: { payments }, timeZone }: Shown & { invoice: Invoice }) {
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
          {t(`pay.state.${payment.state}`)}
        </span>
        , {date(payment.paidAt ?? payment.at, timeZone)}
      </p>
      {how.length > 0 && (
        <p className="text-sm leading-snug text-muted first-letter:uppercase">{how.join(', ')}</p>
      )}
      {refundedCents > 0 && (
        <p className="tnum font-semibold leading-snug">
          {t('payments.refunded', { sum: money(refundedCents) })}
        </p>
      )}
      {payment.state === 'paid' && (
        <a className="btn recap-act mt-2" href={downloadAddress('receipt.pdf', { id: payment.id })} download>
          <IconDownload size={20} aria-hidden />
          {t('payments.receipt')}
          <span className="sr-only">{payment.reference}</span>
        </a>
      )}
    </li>
  )
}

type Sum = { name: string; cents: number; strong?: boolean }

/** The total of an invoice, in the order of computation, and its credit notes. */
function InvoicePricing({ invoice, timeZone }: Pick<Shown, 'timeZone'> & { invoice: Invoice }) {
  const words = useWords()
  const { t, money, date } = words
  return (
    <section aria-labelledby="totals" className="card recap-part px-4 py-4 lg:px-5">
      <h2 id="totals" className="text-lg font-extrabold">
        {t('invoices.total_made_of')}
      </h2>
      <dl className="mt-1 grid">
        {sumsOf(words, invoice).map(({ name, cents, strong }) => (
          <div key={name} className="bill-sum" data-strong={strong}>
            <dt>{name}</dt>
            <dd className="tnum">{money(cents)}</dd>
          </div>
        ))}
      </dl>
      {invoice.leftCents > 0 && (
        <p className="mt-1 text-sm leading-snug text-muted">{t('invoices.fee_note')}</p>
      )}
      {invoice.creditNotes.length > 0 && (
        <>
          <h3 className="mt-4 font-bold">{t('invoices.notes')}</h3>
          <ul className="grid">
            {invoice.creditNotes.map((note) => (
              <li key={note.number} className="bill-sum">
                <span className="min-w-0">
                  <span className="block font-semibold">{note.number}</span>
                  <span className="block text-sm text-muted">
                    {t(`invoices.cause.${note.cause}`)}, {date(note.at, timeZone)}
                  </span>
                  {note.waivedCents > 0 && (
                    <span className="block text-sm leading-snug text-muted">
                      {t('invoices.note_waived', { sum: money(note.waivedCents) })}
                    </span>
                  )}
                </span>
                <span className="tnum">{money(-note.cents)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className="mt-4 font-bold">{t('invoices.billed_to')}</h3>
      <p className="leading-snug [overflow-wrap:anywhere]">{invoice.billedTo.name}</p>
      <p className="leading-snug text-muted [overflow-wrap:anywhere]">{invoice.billedTo.email}</p>
    </section>
  )
}

/** Lines of zero are omitted. */
function sumsOf(words: Words, invoice: Invoice): Sum[] {
  const { t } = words
  const { couponCode, couponCents, creditsCents, waivedCents, creditedCents, leftCents } = invoice
  const fees = feesPaidCents(invoice)
  const cuts: Sum[] = [
    { name: t('invoices.coupon', { code: couponCode ?? '' }), cents: -couponCents },
    { name: t('invoices.credits'), cents: -creditsCents },
    { name: t('invoices.waived'), cents: -waivedCents },
  ]
  const rest: Sum[] = [
    { name: t('invoices.credited'), cents: -creditedCents },
    { name: t('invoices.fee'), cents: fees },
    { name: t('invoices.paid'), cents: -(paidCents(invoice) + fees) },
    { name: t('invoices.left'), cents: leftCents, strong: true },
  ]
  return [
    ...countLines(invoice.lines).map((line) => ({ name: countWords(words, line), cents: line.cents })),
    ...cuts.filter(({ cents }) => cents !== 0),
    { name: t('invoices.due'), cents: invoice.dueCents, strong: true },
    ...rest.filter(({ cents }) => cents !== 0),
  ]
}
