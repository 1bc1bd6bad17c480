import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { Facts } from '../Facts.tsx'
import { LoadingCard } from '../Results.tsx'
import { placeOf } from '../billing/address.ts'
import '../billing/accounting.css'
import { sayInstant, sayInvoice, sayPurpose } from '../billing/say.ts'
import type { DriverDetail } from '../queries.ts'
import { accessQuery, moneyQuery } from './queries.ts'

/** The driver's newest invoices and payments, each linked to its own page, and their referral credits. */
export function Money({ driver }: { driver: DriverDetail }) {
  const words = useWords()
  const { t, money, number } = words
  const query = useQuery(moneyQuery(driver.id))
  const credits = useQuery(accessQuery(driver.id)).data?.credits
  if (!query.data) {
    return (
      <FailedOr query={query}>
        <LoadingCard rows={5} />
      </FailedOr>
    )
  }
  const { invoices, payments } = query.data
  return (
    <div className="overview-charts">
      <List title={t('accounting.part.invoices')} none={t('accounting.no_invoices')}>
        {invoices.map((row) => (
          <li key={row.number}>
            <Line part="invoices" name={row.number} what={sayInvoice(words, row)} at={row.issuedAt}>
              <b>{money(row.dueCents)}</b>
              <span className="console-mark" data-money={row.state}>
                {t(`accounting.invoice.${row.state}`)}
              </span>
            </Line>
          </li>
        ))}
      </List>
      <List title={t('accounting.part.payments')} none={t('accounting.no_payments')}>
        {payments.map((row) => (
          <li key={row.reference}>
            <Line part="payments" name={row.reference} what={sayPurpose(words, row.what)} at={row.at}>
              <b>{money(row.amountCents)}</b>
              <span className="console-mark" data-money={row.state}>
                {t(`accounting.payment.${row.state}`)}
              </span>
            </Line>
          </li>
        ))}
      </List>
      <section className="card console-part" aria-labelledby="credits">
        <h2 id="credits">{t('drivers.credits')}</h2>
        <Facts
          facts={(['earned', 'used', 'available'] as const).map((what) => [
            t(`drivers.credits.${what}`),
            credits === undefined ? '–' : number(credits[what]),
          ])}
        />
      </section>
    </div>
  )
}

function List({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className="card console-part" aria-label={title}>
      <h2>{title}</h2>
      {children.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <ul className="console-lines">{children}</ul>
      )}
    </section>
  )
}

function Line({
  part,
  name,
  what,
  at,
  children,
}: {
  part: 'invoices' | 'payments'
  name: string
  what: string
  at: number
  children: ReactNode
}) {
  const words = useWords()
  return (
    <>
      <span className="console-who">
        <ScreenLink screen="admin" search={placeOf(part, { open: name })} className="font-bold underline">
          {name}
        </ScreenLink>
        <span className="text-sm text-muted">
          {what}, {sayInstant(words, at)}
        </span>
      </span>
      <span className="tnum flex flex-wrap items-center gap-2">{children}</span>
    </>
  )
}
