import { IconClock } from '../../icons/drawings.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { UseCoupon } from './UseCoupon.tsx'
import { invoicesScreen, titleWords } from './names.ts'
import type { Shown } from './names.ts'
import type { InvoiceRow } from './queries.ts'

/** A due day need not be exact to the minute. */
const MINUTE_MS = 60_000

/** Unpaid invoices, the oldest first, as warning signs: the open amount, the due date, and a pay button. */
export function OpenInvoices({ unpaid, ...props }: Shown & { unpaid: readonly InvoiceRow[] }) {
  const { t } = useWords()
  return (
    <section aria-labelledby="invoices-open" className="grid gap-3">
      <h2 id="invoices-open" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('invoices.open')}
      </h2>
      <ul className="grid gap-3">
        {unpaid.map((row, index) => (
          <Open key={row.number} row={row} first={index === 0} {...props} />
        ))}
      </ul>
    </section>
  )
}

function Open({ row, first, noun, timeZone }: Shown & { row: InvoiceRow; first: boolean }) {
  const words = useWords()
  const { t, money } = words
  return (
    <li className="bill bill-small px-5 pb-4 pt-2" data-open="true">
      <p className="font-semibold leading-snug">
        <ScreenLink screen={invoicesScreen(noun)} search={{ number: row.number }} className="bill-link">
          {titleWords(words, row)}
        </ScreenLink>
      </p>
      <p className="bill-quiet tnum text-sm">{row.number}</p>
      <p className="mt-2 text-sm font-semibold">{t('invoices.left')}</p>
      <p className="recap-amount tnum">{money(row.leftCents)}</p>
      {row.reopened && <p className="mt-2 leading-snug">{t('invoices.reopened')}</p>}
      <div className="mt-3 grid gap-3">
        {row.underWay === null ? (
          <>
            <PayBy row={row} timeZone={timeZone} />
            <ScreenLink
              screen="payment"
              search={{ invoice: row.number }}
              className="btn w-full"
              strong={first}
            >
              {t('invoices.pay', { sum: money(row.leftCents) })}
              <span className="sr-only">{row.number}</span>
            </ScreenLink>
            <UseCoupon number={row.number} />
          </>
        ) : (
          <UnderWay row={row} timeZone={timeZone} />
        )}
      </div>
    </li>
  )
}

/**
 * When an invoice is due, and the consequence of not paying; `arrives`: when the pending payment must arrive.
 */
export function PayBy({
  row: { suspendsAt },
  timeZone,
  arrives = false,
}: {
  row: Pick<InvoiceRow, 'suspendsAt'>
  timeZone: string | undefined
  arrives?: boolean
}) {
  const { t, date } = useWords()
  const now = useServerTime(MINUTE_MS)
  if (suspendsAt === null) return null
  const when = date(suspendsAt, timeZone)
  const ahead = arrives ? 'invoices.arrives_by' : 'invoices.pay_by'
  return <p className="leading-snug">{t(suspendsAt > now ? ahead : 'invoices.overdue', { when })}</p>
}

/** A pending payment of an invoice, its consequences meanwhile, and a link to it. */
export function UnderWay({
  row: { number, suspendsAt },
  timeZone,
}: {
  row: Pick<InvoiceRow, 'number' | 'suspendsAt'>
  timeZone: string | undefined
}) {
  const { t } = useWords()
  return (
    <>
      <p className="flex items-center gap-2 font-semibold leading-snug">
        <IconClock size={20} aria-hidden className="shrink-0" />
        {t(suspendsAt === null ? 'invoices.under_way_bank' : 'invoices.under_way')}
      </p>
      {suspendsAt === null ? (
        <p className="leading-snug">{t('invoices.under_way_bank_text')}</p>
      ) : (
        <PayBy row={{ suspendsAt }} timeZone={timeZone} arrives />
      )}
      <ScreenLink screen="payment" search={{ invoice: number }} className="btn recap-act w-full">
        {t('payments.look')}
        <span className="sr-only">{number}</span>
      </ScreenLink>
    </>
  )
}
