import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useWords } from '../../../i18n.ts'
import { DisputeMark } from './Disputes.tsx'
import { ExportLink } from '../ExportLink.tsx'
import { OrderChoice } from '../OrderChoice.tsx'
import type { Order } from '../queries.ts'
import { MoneyRow } from './MoneyRow.tsx'
import { SearchedList } from './SearchedList.tsx'
import { usePlace } from './address.ts'
import { paymentsQuery } from './queries.ts'
import { sayPurpose } from './say.ts'

const loadCard = () => import('./PaymentCard.tsx')
const PaymentCard = lazy(() => loadCard().then((module) => ({ default: module.PaymentCard })))
const cardOf = (reference: string) => <PaymentCard key={reference} reference={reference} />

/** Payments of all drivers by reference, charge, invoice or e-mail; `&open=` opens one by its reference. */
export function Payments() {
  const words = useWords()
  const { t, money } = words
  const { text = '' } = usePlace().place
  const [order, setOrder] = useState<Order>('newest')
  const list = useInfiniteQuery(paymentsQuery(text, order))
  return (
    <SearchedList
      label={t('accounting.search_payments')}
      choices={
        <>
          <OrderChoice order={order} onChange={setOrder} />
          <ExportLink list="payments" text={text} />
        </>
      }
      list={list}
      rows={list.data?.pages.flatMap((page) => page.payments) ?? []}
      none={t('accounting.no_payments')}
      noneText={t('accounting.no_payments_text')}
      nameOf={(row) => row.reference}
      titleOf={(reference) => t('accounting.payment_title', { reference })}
      card={cardOf}
      loadCard={loadCard}
    >
      {(row) => (
        <MoneyRow
          whose={row}
          what={sayPurpose(words, row.what)}
          cents={row.amountCents}
          name={row.reference}
          at={row.at}
        >
          {row.disputes.map((dispute) => (
            <DisputeMark key={dispute.id} dispute={dispute} />
          ))}
          {row.refundedCents > 0 && (
            <span className="console-mark" data-money="credited">
              {row.refundedCents >= row.amountCents
                ? t('accounting.refunded_all')
                : t('accounting.refunded_part', { amount: money(row.refundedCents) })}
            </span>
          )}
          <span className="console-mark" data-money={row.state}>
            {t(`accounting.payment.${row.state}`)}
          </span>
        </MoneyRow>
      )}
    </SearchedList>
  )
}
