import { useWords } from '../../../i18n.ts'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import type { InvoiceRow } from './queries.ts'

type Whose = Pick<InvoiceRow, 'driverId' | 'driverEmail'>

/** The driver's name; deleted accounts have none. */
export function useWhose({ driverEmail }: Whose): string {
  const { t } = useWords()
  return driverEmail ?? t('accounting.gone')
}

/** The driver's name, linked to their sheet. */
export function Who(whose: Whose) {
  const name = useWhose(whose)
  return whose.driverId === null ? (
    name
  ) : (
    <ScreenLink
      screen="admin"
      search={{ tab: 'drivers', driver: whose.driverId }}
      className="accounting-link"
    >
      {name}
    </ScreenLink>
  )
}
