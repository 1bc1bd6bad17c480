import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useWords } from '../../../i18n.ts'
import { Chips } from '../Chips.tsx'
import { ExportLink } from '../ExportLink.tsx'
import { OrderChoice } from '../OrderChoice.tsx'
import type { Order } from '../queries.ts'
import { MoneyRow } from './MoneyRow.tsx'
import { SearchedList } from './SearchedList.tsx'
import { usePlace } from './address.ts'
import { INVOICE_STATES, invoicesQuery } from './queries.ts'
import type { InvoiceState } from './queries.ts'
import { sayInvoice } from './say.ts'

const loadCard = () => import('./InvoiceCard.tsx')
const InvoiceCard = lazy(() => loadCard().then((module) => ({ default: module.InvoiceCard })))
const cardOf = (number: string) => <InvoiceCard key={number} number={number} />

/** Invoices of all drivers by number, e-mail or name; `&open=` opens one. */
export function Invoices() {
  const words = useWords()
  const { t } = words
  const [state, setState] = useState<InvoiceState | null>(null)
  const { text = '' } = usePlace().place
  const [order, setOrder] = useState<Order>('newest')
  const list = useInfiniteQuery(invoicesQuery(text, state, order))
  return (
    <SearchedList
      label={t('accounting.search_invoices')}
      choices={
        <>
          <Chips
            label={t('accounting.state')}
            all={t('accounting.all')}
            value={state}
            choices={INVOICE_STATES.map((value) => ({ value, face: t(`accounting.invoice.${value}`) }))}
            onChange={setState}
          />
          <OrderChoice order={order} onChange={setOrder} />
          <ExportLink list="invoices" text={text} state={state} />
        </>
      }
      list={list}
      rows={list.data?.pages.flatMap((page) => page.invoices) ?? []}
      none={t('accounting.no_invoices')}
      noneText={t('accounting.no_invoices_text')}
      nameOf={(row) => row.number}
      titleOf={(number) => t('accounting.invoice_title', { number })}
      card={cardOf}
      loadCard={loadCard}
    >
      {(row) => (
        <MoneyRow
          whose={row}
          what={sayInvoice(words, row)}
          cents={row.dueCents}
          name={row.number}
          at={row.issuedAt}
        >
          <span className="console-mark" data-money={row.state}>
            {t(`accounting.invoice.${row.state}`)}
          </span>
        </MoneyRow>
      )}
    </SearchedList>
  )
}
