import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Chips } from '../admin/Chips.tsx'
import { List } from './List.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useWhose } from './Who.tsx'
import { usePlace } from './address.ts'
import { INVOICE_STATES, invoicesQuery } from './queries.ts'
import type { InvoiceRow, InvoiceState } from './queries.ts'
import { sayInstant, sayInvoice } from './say.ts'

const loadSheet = () => {
  void import('./InvoiceCard.tsx')
  return import('./InvoiceSheet.tsx')
}
const InvoiceSheet = lazy(() => loadSheet().then((module) => ({ default: module.InvoiceSheet })))

/** Invoices of all drivers by number, e-mail or name; `&open=` opens one. */
export function Invoices() {
  const { t } = useWords()
  const { place, show } = usePlace()
  const { text = '', open = null } = place
  const [state, setState] = useState<InvoiceState | null>(null)
  const list = useInfiniteQuery(invoicesQuery(text, state))
  const [wanted, setWanted] = useState(open !== null)
  if (open !== null && !wanted) setWanted(true)
  const rows = list.data?.pages.flatMap((page) => page.invoices) ?? []
  return (
    <>
      <div className="console-find">
        <SearchBox
          label={t('books.search_invoices')}
          text={text}
          onSearch={(next) => show({ ...place, text: next })}
        />
        <Chips
          label={t('books.state')}
          all={t('books.all')}
          value={state}
          choices={INVOICE_STATES.map((value) => ({ value, face: t(`books.invoice.${value}`) }))}
          onChange={setState}
        />
      </div>
      <List
        list={list}
        rows={rows}
        none={t('books.no_invoices')}
        noneText={t('books.no_invoices_text')}
        keyOf={(row) => row.number}
        onNear={() => void loadSheet()}
      >
        {(row) => <Row row={row} onOpen={() => show({ ...place, open: row.number })} />}
      </List>
      {wanted && (
        <Suspense fallback={null}>
          <InvoiceSheet number={open} onClose={() => show({ ...place, open: '' })} />
        </Suspense>
      )}
    </>
  )
}

function Row({ row, onOpen }: { row: InvoiceRow; onOpen: () => void }) {
  const words = useWords()
  const { t, money } = words
  const whose = useWhose(row)
  return (
    <button type="button" className="console-row books-row" onClick={onOpen}>
      <span className="console-who">
        <b className="truncate">{whose}</b>
        <span className="truncate text-muted">{sayInvoice(words, row)}</span>
      </span>
      <b className="books-amount tnum">{money(row.dueCents)}</b>
      <span className="tnum truncate text-sm text-muted">
        <span className="console-id">{row.number}</span> {sayInstant(words, row.issuedAt)}
      </span>
      <span className="console-marks">
        <span className="console-mark" data-money={row.state}>
          {t(`books.invoice.${row.state}`)}
        </span>
      </span>
    </button>
  )
}
