import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { countLines, feesPaidCents, paidCents } from './figures.ts'
import { countWords } from './names.ts'
import type { Shown } from './names.ts'
import type { Invoice } from './queries.ts'

type Sum = { name: string; cents: number; strong?: boolean }

/** The total of an invoice, in the order of computation, and its credit notes. */
export function InvoicePricing({ invoice, timeZone }: Pick<Shown, 'timeZone'> & { invoice: Invoice }) {
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
