import { IconDownload, IconPrinter } from '../../icons/drawings.ts'
import { downloadAddress } from '../../downloads.ts'
import { useWords } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { sayOthers } from '../../pay-others.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { useDesktop } from '../../ui/media.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PayBy, UnderWay } from './OpenInvoices.tsx'
import { UseCoupon } from './UseCoupon.tsx'
import { signCents, statusOf, worthOf } from './figures.ts'
import type { Worth } from './figures.ts'
import { weekWords } from '../recap/figures.ts'
import { titleWords } from './names.ts'
import type { Shown } from './names.ts'
import type { Invoice } from './queries.ts'

/**
 * The head of an invoice: a guide sign once it is paid, a warning sign while an amount is open; and the value
 * for the money.
 */
export function InvoiceBanner({ invoice, timeZone }: Pick<Shown, 'timeZone'> & { invoice: Invoice }) {
  const words = useWords()
  const { t, money, date } = words
  const open = invoice.leftCents > 0
  const worth = worthOf(invoice)
  return (
    <section aria-labelledby="invoice" className="recap-part bill p-5 lg:p-7" data-open={open}>
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-2">
        <div>
          <h2 id="invoice" className="tnum font-semibold lg:text-lg">
            {t('invoices.number', { number: invoice.number })}
          </h2>
          <p className="text-xl font-extrabold leading-snug">{titleWords(words, invoice)}</p>
          {invoice.kind === 'subscription' && <p className="bill-quiet">{weekWords(words, invoice)}</p>}
          <p className="mt-3 text-sm font-semibold">
            {t(open ? 'invoices.left' : `invoices.state.${statusOf(invoice)}`)}
          </p>
          <p className="recap-amount tnum">{money(signCents(invoice))}</p>
        </div>
        {worth && <WorthOf worth={worth} />}
      </div>
      {open && <ToPay invoice={invoice} timeZone={timeZone} />}
      <p className="bill-quiet mt-3 flex flex-wrap gap-x-4 text-sm">
        <span>{t('invoices.issued', { when: date(invoice.issuedAt, timeZone) })}</span>
        {invoice.paidAt !== null && (
          <span>{t('invoices.paid_at', { when: date(invoice.paidAt, timeZone) })}</span>
        )}
      </p>
      <div className="recap-act mt-3 grid grid-cols-2 gap-2 min-[40rem]:flex">
        <button type="button" className="btn bill-btn" onClick={() => window.print()}>
          <IconPrinter size={20} aria-hidden className="shrink-0" />
          {t('invoices.print')}
        </button>
        <a
          className="btn bill-btn"
          href={downloadAddress('invoice.pdf', { number: invoice.number })}
          download
        >
          <IconDownload size={20} aria-hidden className="shrink-0" />
          {t('invoices.pdf')}
        </a>
      </div>
    </section>
  )
}

/** The blocks' pay against the bot's price: a sentence, and one as a slice of the other. */
function WorthOf({ worth }: { worth: Worth }) {
  const words = useWords()
  const { t, money, percent } = words
  const { blocks, pay, costCents, share } = worth
  const { amount } = payParts(words, pay, true)
  const params = { count: blocks, pay: amount }
  return (
    <div className="self-end">
      {share !== null && (
        <>
          <p className="text-lg font-semibold leading-snug">
            {costCents === 0
              ? t('invoices.worth_free', params)
              : t('invoices.worth', { ...params, share: percent(share) })}
          </p>
          <span aria-hidden className="bill-worth mt-3">
            <span style={{ width: `${Math.min(1, share) * 100}%` }} />
          </span>
        </>
      )}
      <dl className="mt-2 flex justify-between gap-3">
        <div>
          <dt className="bill-quiet text-sm leading-tight">{t('invoices.worth_cost')}</dt>
          <dd className="tnum text-xl font-extrabold leading-tight">{money(costCents)}</dd>
        </div>
        <div className="text-right">
          <dt className="bill-quiet text-sm leading-tight">{t('invoices.worth_pay')}</dt>
          <dd className="tnum text-xl font-extrabold leading-tight">{amount}</dd>
        </div>
      </dl>
      <p className="bill-quiet tnum text-right text-sm empty:hidden">{sayOthers(words, pay)}</p>
    </div>
  )
}

/** The due date, and the pay button: under the thumb on a phone. */
function ToPay({ invoice, timeZone }: { invoice: Invoice; timeZone: string | undefined }) {
  const { t, money } = useWords()
  const desktop = useDesktop()
  if (invoice.underWay !== null) {
    return (
      <div className="mt-3 grid gap-3 lg:max-w-[26rem]">
        <UnderWay row={invoice} timeZone={timeZone} />
      </div>
    )
  }
  const pay = (
    <ScreenLink screen="payment" search={{ invoice: invoice.number }} className="act recap-act">
      {t('invoices.pay', { sum: money(invoice.leftCents) })}
    </ScreenLink>
  )
  return (
    <div className="mt-2 grid gap-3 lg:max-w-[26rem]">
      <PayBy row={invoice} timeZone={timeZone} />
      {desktop ? pay : <BottomBar>{pay}</BottomBar>}
      <UseCoupon number={invoice.number} />
    </div>
  )
}
