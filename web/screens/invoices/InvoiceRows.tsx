import { useWords } from '../../i18n.ts'
import { IconReceipt, IconClock, IconReceiptRefund } from '../../icons/drawings.ts'
import { IconAlertTriangle, IconCircleCheck } from '../../icons/first.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { OlderButton } from '../notify/OlderButton.tsx'
import { statusOf } from './figures.ts'
import { countWords, invoicesScreen, titleWords } from './names.ts'
import type { Shown } from './names.ts'
import type { InvoiceRow } from './queries.ts'

/** Every invoice, newest first; a row opens it. */
export function InvoiceRows({
  invoices,
  list,
  noun,
}: Shown & {
  invoices: readonly InvoiceRow[]
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}) {
  const { t } = useWords()
  return (
    <section aria-labelledby="invoices-all" className="grid content-start gap-3">
      <h2 id="invoices-all" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('invoices.all')}
      </h2>
      {invoices.length === 0 ? (
        <div className="card grid justify-items-center gap-1 px-6 py-12 text-center">
          <IconReceipt size={36} aria-hidden className="mb-2 text-muted" />
          <p className="text-lg font-extrabold">{t('invoices.none')}</p>
          <p className="max-w-[34ch] text-muted">{t('invoices.none_text')}</p>
        </div>
      ) : (
        <>
          <ul className="card overflow-hidden">
            {invoices.map((row) => (
              <Row key={row.number} row={row} noun={noun} />
            ))}
          </ul>
          <OlderButton
            more={list.hasNextPage}
            busy={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            label={t('invoices.older')}
            end={t('list.end')}
            onMore={() => void list.fetchNextPage()}
          />
        </>
      )}
    </section>
  )
}

function Row({ row, noun }: { row: InvoiceRow; noun: Shown['noun'] }) {
  const words = useWords()
  const blockText = row.blocks > 0 ? countWords(words, { kind: 'block', count: row.blocks }) : null
  return (
    <li className="border-b border-line last:border-b-0">
      <ScreenLink screen={invoicesScreen(noun)} search={{ number: row.number }} className="bill-row">
        <span className="min-w-0 flex-1 basis-36">
          <span className="block font-semibold leading-tight">{titleWords(words, row)}</span>
          <span className="tnum mt-0.5 block text-sm leading-snug text-muted">
            {[row.number, blockText].filter(Boolean).join(', ')}
          </span>
        </span>
        <span className="ml-auto grid shrink-0 justify-items-end">
          <span
            className={`tnum text-lg font-extrabold leading-tight ${row.state === 'credited' ? 'text-muted line-through' : ''}`}
          >
            {words.money(row.dueCents)}
          </span>
          <StateTag row={row} />
        </span>
      </ScreenLink>
    </li>
  )
}

const LOOKS = {
  unpaid: { colour: 'text-red', Icon: IconAlertTriangle },
  under_way: { colour: 'text-amber-text', Icon: IconClock },
  paid: { colour: 'text-green', Icon: IconCircleCheck },
  credited: { colour: 'text-muted', Icon: IconReceiptRefund },
}

/** The state of an invoice, as an icon and a word. */
function StateTag({ row }: { row: Pick<InvoiceRow, 'state' | 'underWay'> }) {
  const { t } = useWords()
  const status = statusOf(row)
  const { colour, Icon } = LOOKS[status]
  return (
    <span className={`inline-flex items-center gap-1 text-sm font-semibold ${colour}`}>
      <Icon size={16} aria-hidden className="shrink-0" />
      {t(`invoices.state.${status}`)}
    </span>
  )
}
