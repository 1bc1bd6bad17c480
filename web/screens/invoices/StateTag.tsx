import { IconAlertTriangle } from '../../icons/alert-triangle.ts'
import { IconCircleCheck } from '../../icons/circle-check.ts'
import { IconClock } from '../../icons/clock.ts'
import { IconReceiptRefund } from '../../icons/receipt-refund.ts'
import { useWords } from '../../i18n.ts'
import { statusOf } from './figures.ts'
import type { InvoiceRow } from './queries.ts'

const LOOKS = {
  unpaid: { colour: 'text-red', Icon: IconAlertTriangle },
  under_way: { colour: 'text-amber-text', Icon: IconClock },
  paid: { colour: 'text-green', Icon: IconCircleCheck },
  credited: { colour: 'text-muted', Icon: IconReceiptRefund },
}

/** The state of an invoice, as an icon and a word. */
export function StateTag({ row }: { row: Pick<InvoiceRow, 'state' | 'underWay'> }) {
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
