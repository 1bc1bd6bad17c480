import { useWords } from '../../i18n.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { ORDERS } from './queries.ts'
import type { ListOrder } from './queries.ts'

/** The order of a list, by time unless others are given. */
export function OrderChoice<Of extends ListOrder>({
  order,
  orders = ORDERS as readonly ListOrder[] as readonly Of[],
  onChange,
}: {
  order: Of
  orders?: readonly Of[]
  onChange: (order: Of) => void
}) {
  const { t } = useWords()
  const say = (each: ListOrder) => t(`find.order.${each}`)
  return (
    <SelectField
      label={t('find.order')}
      value={order}
      onChange={(event) => onChange(orders.find((each) => each === event.target.value) ?? order)}
    >
      {orders.map((each) => (
        <option key={each} value={each}>
          {say(each)}
        </option>
      ))}
    </SelectField>
  )
}
