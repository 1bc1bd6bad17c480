import { useWords } from '../../i18n.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { ORDERS } from './queries.ts'
import type { Order } from './queries.ts'

/** The order of a list by time. */
export function OrderChoice({ order, onChange }: { order: Order; onChange: (order: Order) => void }) {
  const { t } = useWords()
  return (
    <SelectField
      label={t('find.order')}
      value={order}
      onChange={(event) => onChange(ORDERS.find((each) => each === event.target.value) ?? 'newest')}
    >
      {ORDERS.map((each) => (
        <option key={each} value={each}>
          {t(`find.order.${each}`)}
        </option>
      ))}
    </SelectField>
  )
}
