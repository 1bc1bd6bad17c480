import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../client.ts'
import { requestKeys } from '../../../idempotency-key.ts'
import { useWords } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { AskedForm } from './AskedForm.tsx'
import { Facts } from '../Facts.tsx'
import { Who } from './Who.tsx'
import { placeOf } from './address.ts'
import { invoiceQuery, refreshAccounting } from './queries.ts'
import type { InvoiceDetail } from './queries.ts'
import { sayInstant, sayInvoice, sayLine } from './say.ts'

/** One invoice: purpose, total, payments and credit notes, and a way to credit it. */
export function InvoiceCard({ number }: { number: string }) {
  const invoice = useQuery(invoiceQuery(number))
  if (!invoice.data) {
    return (
      <FailedOr query={invoice}>
        <SkeletonRows rows={5} />
      </FailedOr>
    )
  }
  return (
    <div className="grid gap-5">
      <Head invoice={invoice.data} />
      <Lines invoice={invoice.data} />
      <Payments payments={invoice.data.payments} />
      <CreditNotes notes={invoice.data.creditNotes} />
      <Credit invoice={invoice.data} />
    </div>
  )
}

function Head({ invoice }: { invoice: InvoiceDetail }) {
  const words = useWords()
  const { t } = words
  const facts: [string, ReactNode][] = [
    [t('drivers.name'), <Who key="who" {...invoice} />],
    [t('accounting.billed_to'), `${invoice.billedTo.name}, ${invoice.billedTo.email}`],
    [t('accounting.issued'), sayInstant(words, invoice.issuedAt)],
  ]
  if (invoice.paidAt !== null) facts.push([t('accounting.paid_at'), sayInstant(words, invoice.paidAt)])
  if (invoice.suspendsAt !== null)
    facts.push([t('accounting.suspends'), sayInstant(words, invoice.suspendsAt)])
  return (
    <div className="grid gap-3">
      <p className="text-xl font-extrabold leading-tight">{sayInvoice(words, invoice)}</p>
      <p className="console-marks">
        <span className="console-mark" data-money={invoice.state}>
          {t(`accounting.invoice.${invoice.state}`)}
        </span>
      </p>
      {invoice.underWay !== null && <Notice kind="plain">{t('accounting.under_way')}</Notice>}
      <Facts facts={facts} />
    </div>
  )
}

function Lines({ invoice }: { invoice: InvoiceDetail }) {
  const words = useWords()
  const { t, money } = words
  const coupon =
    invoice.couponCode === null
      ? t('accounting.coupon')
      : t('accounting.coupon_code', { code: invoice.couponCode })
  const reductions = [
    [coupon, invoice.couponCents],
    [t('accounting.credits'), invoice.creditsCents],
    [t('accounting.waived'), invoice.waivedCents],
  ] as const
  return (
    <section aria-labelledby="lines" className="grid gap-2">
      <h3 id="lines" className="text-lg font-extrabold">
        {t('accounting.lines')}
      </h3>
      <ul className="console-lines tnum">
        {invoice.lines.map((line, index) => (
          <li key={`${line.at} ${index}`}>
            <span className="min-w-0">
              {sayLine(words, line, invoice.plan)}
              {line.credited && <span className="text-muted"> ({t('accounting.taken_back')})</span>}
            </span>
            <span className={line.credited ? 'text-muted line-through' : ''}>{money(line.cents)}</span>
          </li>
        ))}
      </ul>
      <dl className="accounting-sum tnum">
        <Sum name={t('accounting.items')} value={money(invoice.itemsCents)} />
        {reductions.map(([name, cents]) => cents > 0 && <Sum key={name} name={name} value={money(-cents)} />)}
        <Sum name={t('accounting.due')} value={money(invoice.dueCents)} strong />
        {invoice.creditedCents > 0 && (
          <Sum name={t('accounting.credited')} value={money(-invoice.creditedCents)} />
        )}
        <Sum name={t('accounting.left')} value={money(invoice.leftCents)} />
      </dl>
    </section>
  )
}

function Sum({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div data-strong={strong}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Payments({ payments }: Pick<InvoiceDetail, 'payments'>) {
  const words = useWords()
  const { t, money } = words
  return (
    <section aria-labelledby="paid" className="grid gap-2">
      <h3 id="paid" className="text-lg font-extrabold">
        {t('accounting.part.payments')}
      </h3>
      {payments.length === 0 && <p className="text-muted">{t('accounting.no_payments_yet')}</p>}
      <ul className="console-lines tnum">
        {payments.map((payment) => (
          <li key={payment.id}>
            <ScreenLink
              screen="admin"
              search={placeOf('payments', { text: payment.reference, open: payment.reference })}
              className="accounting-link"
            >
              {payment.reference}
            </ScreenLink>
            <span className="text-muted">{sayInstant(words, payment.at)}</span>
            <span>
              {t(`accounting.payment.${payment.state}`)}, <b>{money(payment.amountCents)}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CreditNotes({ notes }: { notes: InvoiceDetail['creditNotes'] }) {
  const words = useWords()
  const { t, money } = words
  if (notes.length === 0) return null
  return (
    <section aria-labelledby="notes" className="grid gap-2">
      <h3 id="notes" className="text-lg font-extrabold">
        {t('accounting.credit_notes')}
      </h3>
      <ul className="console-lines tnum">
        {notes.map((note) => (
          <li key={note.number}>
            <b className="console-id">{note.number}</b>
            <span className="text-muted">{sayInstant(words, note.at)}</span>
            <span>
              {t(`accounting.cause.${note.cause}`)}, <b>{money(-note.cents)}</b>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Credit({ invoice }: { invoice: InvoiceDetail }) {
  const { t, money } = useWords()
  const { number } = invoice
  const credit = useMutation({
    mutationFn: (reason: string) =>
      api.accounting.creditInvoice({ number, reason, key: requestKeys.keyOf({ number, reason }) }),
    onSuccess: (_, reason) => requestKeys.release({ number, reason }),
    onSettled: refreshAccounting,
  })
  const notice = credit.isSuccess ? t('accounting.credit_done', { number }) : null
  if (invoice.state === 'credited') return notice !== null ? <Notice kind="good">{notice}</Notice> : null
  const rest = money(invoice.dueCents - invoice.creditedCents)
  return (
    <AskedForm
      title={t('accounting.credit')}
      warning={
        <>
          <p>{t('accounting.credit_text', { rest })}</p>
          <ul>
            <li>{t('accounting.credit_unpaid')}</li>
            <li>{t('accounting.credit_paid')}</li>
            {invoice.kind === 'subscription' && <li>{t('accounting.credit_subscription')}</li>}
            <li>{t('accounting.credit_final')}</li>
          </ul>
        </>
      }
      go={t('accounting.credit_go')}
      ask={t('accounting.credit_ask', { number, rest })}
      yes={t('accounting.credit_yes')}
      busy={credit.isPending}
      done={notice}
      error={credit.error}
      onGo={(reason, forget) => credit.mutate(reason, { onSuccess: forget })}
    />
  )
}
