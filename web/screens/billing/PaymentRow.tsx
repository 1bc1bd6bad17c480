import { IconDownload } from '../../icons/download.ts'
import { IconReceipt } from '../../icons/receipt.ts'
import { downloadAddress } from '../../downloads.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { invoicesScreen } from '../invoices/names.ts'
import type { Shown } from '../invoices/names.ts'
import { STATE_COLOURS, methodWords, purposeWords, reasonWords, stateWords } from './names.ts'
import { isUnderWay } from './queries.ts'
import type { Payment } from './queries.ts'

/**
 * One payment: what for, how much and how, where it stands and why; its receipt, its invoice, and the way to
 * one that has not ended.
 */
export function PaymentRow({ payment, noun, timeZone }: Shown & { payment: Payment }) {
  const words = useWords()
  const { money, date } = words
  const { reference, amountCents, what, state, reason } = payment
  return (
    <li className="card px-4 py-3.5 lg:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="min-w-0 font-semibold leading-tight">{purposeWords(words, what)}</h2>
        <span className="tnum ml-auto text-xl font-extrabold leading-tight">{money(amountCents)}</span>
      </div>
      <p className="tnum mt-1 text-sm leading-snug text-muted">
        <span className={`font-semibold ${STATE_COLOURS[state]}`}>{stateWords(words, payment)}</span>
        {`, ${date(payment.paidAt ?? payment.at, timeZone)}`}
      </p>
      <p className="tnum text-sm leading-snug text-muted [overflow-wrap:anywhere]">
        {[reference, ...detailsOf(words, payment)].join(', ')}
      </p>
      {state === 'refused' && (
        <p className="mt-1 font-semibold leading-snug">{reasonWords(words, reason ?? '')}</p>
      )}
      <Refunded payment={payment} />
      <Acts payment={payment} noun={noun} />
    </li>
  )
}

function detailsOf({ t, money }: Words, { method, feeCents, amountCents }: Payment): string[] {
  if (amountCents === 0) return [t('payments.nothing_charged')]
  return [
    ...(method === null ? [] : [methodWords(method)]),
    ...(feeCents > 0 ? [t('invoices.with_fee', { fee: money(feeCents) })] : []),
  ]
}

function Refunded({ payment: { refundedCents, amountCents } }: { payment: Payment }) {
  const { t, money } = useWords()
  if (refundedCents === 0) return null
  return (
    <p className="tnum mt-1 font-semibold leading-snug">
      {refundedCents >= amountCents
        ? t('payments.refunded_all')
        : t('payments.refunded', { sum: money(refundedCents) })}
    </p>
  )
}

function Acts({ payment, noun }: Pick<Shown, 'noun'> & { payment: Payment }) {
  const { t } = useWords()
  const { id, reference, state, what } = payment
  const { number } = what
  const look = isUnderWay(payment)
  if (!look && state !== 'paid' && !number) return null
  return (
    <div className="mt-2.5 flex flex-wrap gap-2">
      {look && (
        <ScreenLink screen="payment" search={{ payment: id }} strong={state === 'needs_action'}>
          {t('payments.look')}
          <span className="sr-only">{reference}</span>
        </ScreenLink>
      )}
      {state === 'paid' && (
        <a className="btn" href={downloadAddress('receipt.pdf', { id })} download>
          <IconDownload size={20} aria-hidden className="shrink-0" />
          {t('payments.receipt')}
          <span className="sr-only">{reference}</span>
        </a>
      )}
      {number && (
        <ScreenLink screen={invoicesScreen(noun)} search={{ number }}>
          <IconReceipt size={20} aria-hidden className="shrink-0" />
          {t('payments.invoice')}
          <span className="tnum">{number}</span>
        </ScreenLink>
      )}
    </div>
  )
}
