import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { List } from './List.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useWhose } from './Who.tsx'
import { usePlace } from './address.ts'
import { paymentsQuery } from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { sayInstant, sayPurpose } from './say.ts'

const loadSheet = () => {
  void import('./PaymentCard.tsx')
  return import('./PaymentSheet.tsx')
}
const PaymentSheet = lazy(() => loadSheet().then((module) => ({ default: module.PaymentSheet })))

/** Payments of all drivers by reference, charge, invoice or e-mail; `&open=` opens one by its reference. */
export function Payments() {
  const { t } = useWords()
  const { place, show } = usePlace()
  const { text = '', open = null } = place
  const list = useInfiniteQuery(paymentsQuery(text))
  const [wanted, setWanted] = useState(open !== null)
  if (open !== null && !wanted) setWanted(true)
  const rows = list.data?.pages.flatMap((page) => page.payments) ?? []
  return (
    <>
      <div className="console-find">
        <SearchBox
          label={t('books.search_payments')}
          text={text}
          onSearch={(next) => show({ ...place, text: next })}
        />
      </div>
      <List
        list={list}
        rows={rows}
        none={t('books.no_payments')}
        noneText={t('books.no_payments_text')}
        keyOf={(row) => row.id}
        onNear={() => void loadSheet()}
      >
        {(row) => <Row row={row} onOpen={() => show({ ...place, open: row.reference })} />}
      </List>
      {wanted && (
        <Suspense fallback={null}>
          <PaymentSheet reference={open} onClose={() => show({ ...place, open: '' })} />
        </Suspense>
      )}
    </>
  )
}

function Row({ row, onOpen }: { row: PaymentRow; onOpen: () => void }) {
  const words = useWords()
  const { t, money } = words
  const whose = useWhose(row)
  return (
    <button type="button" className="console-row books-row" onClick={onOpen}>
      <span className="console-who">
        <b className="truncate">{whose}</b>
        <span className="truncate text-muted">{sayPurpose(words, row.what)}</span>
      </span>
      <b className="books-amount tnum">{money(row.amountCents)}</b>
      <span className="tnum truncate text-sm text-muted">
        <span className="console-id">{row.reference}</span> {sayInstant(words, row.at)}
      </span>
      <span className="console-marks">
        {row.refundedCents > 0 && (
          <span className="console-mark" data-money="credited">
            {row.refundedCents >= row.amountCents
              ? t('books.refunded_all')
              : t('books.refunded_part', { amount: money(row.refundedCents) })}
          </span>
        )}
        <span className="console-mark" data-money={row.state}>
          {t(`books.payment.${row.state}`)}
        </span>
      </span>
    </button>
  )
}
