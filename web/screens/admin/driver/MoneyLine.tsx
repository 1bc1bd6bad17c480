import { useWords } from '../../../i18n.ts'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { placeOf } from '../billing/address.ts'
import { sayInstant, sayInvoice, sayPurpose } from '../billing/say.ts'
import type { DriverMoney } from './queries.ts'

/** An invoice or a payment of the driver, linked to its own page. */
export function MoneyLine({
  invoice,
  payment,
}: {
  invoice?: DriverMoney['invoices'][number]
  payment?: DriverMoney['payments'][number]
}) {
  const words = useWords()
  const { t, money } = words
  if (invoice)
    return (
      <Line
        part="invoices"
        name={invoice.number}
        what={`${sayInvoice(words, invoice)}, ${sayInstant(words, invoice.issuedAt)}`}
        amount={money(invoice.dueCents)}
        state={invoice.state}
        said={t(`accounting.invoice.${invoice.state}`)}
      />
    )
  if (payment)
    return (
      <Line
        part="payments"
        name={payment.reference}
        what={`${sayPurpose(words, payment.what)}, ${sayInstant(words, payment.at)}`}
        amount={money(payment.amountCents)}
        state={payment.state}
        said={t(`accounting.payment.${payment.state}`)}
      />
    )
  return null
}

function Line({
  part,
  name,
  what,
  amount,
  state,
  said,
}: {
  part: 'invoices' | 'payments'
  name: string
  what: string
  amount: string
  state: string
  said: string
}) {
  return (
    <div className="console-row driver-row tnum">
      <span className="console-who">
        <ScreenLink screen="admin" search={placeOf(part, { open: name })} className="font-bold underline">
          {name}
        </ScreenLink>
        <span className="text-sm text-muted">{what}</span>
      </span>
      <b>{amount}</b>
      <span className="console-mark" data-money={state}>
        {said}
      </span>
    </div>
  )
}
