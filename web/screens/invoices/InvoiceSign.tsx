import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { downloadAddress } from '../../downloads.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { Dock } from '../../ui/Dock.tsx'
import { useDesktop } from '../../ui/media.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Amount } from '../recap/Earned.tsx'
import { PayBy, UnderWay } from './OpenInvoices.tsx'
import { standingOf, worthOf } from './figures.ts'
import { daysWords, titleWords } from './names.ts'
import type { Shown } from './names.ts'
import type { Invoice } from './queries.ts'

/** The head of an invoice: a guide sign once it is paid, a warning sign while something is left; and what the money brought. */
export function InvoiceSign({ invoice, noun, timeZone }: Shown & { invoice: Invoice }) {
  const words = useWords()
  const { t, money, date } = words
  const open = invoice.leftCents > 0
  const standing = standingOf(invoice)
  const worth = worthWords(words, invoice, noun)
  return (
    <section aria-labelledby="invoice" className="recap-part bill p-5 lg:p-7" data-open={open}>
      <h2 id="invoice" className="tnum font-semibold lg:text-lg">
        {t('invoices.number', { number: invoice.number })}
      </h2>
      <p className="text-xl font-extrabold leading-snug">{titleWords(words, invoice)}</p>
      {invoice.kind === 'subscription' && <p className="bill-quiet">{daysWords(words, invoice)}</p>}
      <p className="mt-3 text-sm font-semibold">{t(open ? 'invoices.left' : `invoices.state.${standing}`)}</p>
      <Amount said={money(open ? invoice.leftCents : invoice.dueCents)} />
      {worth && <p className="mt-2 max-w-[44ch] text-lg font-semibold leading-snug">{worth}</p>}
      {open && <ToPay invoice={invoice} timeZone={timeZone} />}
      <p className="bill-quiet mt-3 text-sm">
        {t('invoices.issued', { when: date(invoice.issuedAt, timeZone) })}
        {invoice.paidAt !== null && `, ${t('invoices.paid_at', { when: date(invoice.paidAt, timeZone) })}`}
      </p>
      <div className="recap-act mt-3 grid grid-cols-2 gap-2 min-[40rem]:flex">
        <button type="button" className="btn bill-btn" onClick={() => window.print()}>
          <IconPrinter size={20} aria-hidden />
          {t('invoices.print')}
        </button>
        <a
          className="btn bill-btn"
          href={downloadAddress('invoice.pdf', { number: invoice.number })}
          download
        >
          <IconDownload size={20} aria-hidden />
          {t('invoices.pdf')}
        </a>
      </div>
    </section>
  )
}

/** Until when, and the way to pay: under the thumb on a phone. */
function ToPay({ invoice, timeZone }: { invoice: Invoice; timeZone: string | undefined }) {
  const { t, money } = useWords()
  const desktop = useDesktop()
  if (invoice.underWay !== null) {
    return (
      <div className="mt-3 grid gap-3 lg:max-w-[26rem]">
        <UnderWay number={invoice.number} />
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
      {desktop ? pay : <Dock>{pay}</Dock>}
    </div>
  )
}

/** What the driver was paid for the blocks against what the bot cost; null where no block is on it. */
function worthWords(words: Words, invoice: Invoice, noun: Shown['noun']): string | null {
  const worth = worthOf(invoice)
  if (worth === null) return null
  const said = { count: worth.blocks, pay: words.money(worth.payCents) }
  if (worth.costCents === 0) return words.t(`invoices.worth_free_${noun}`, said)
  const share = new Intl.NumberFormat(words.locale, { style: 'percent', maximumFractionDigits: 1 })
  return words.t(`invoices.worth_${noun}`, { ...said, share: share.format(worth.share) })
}
