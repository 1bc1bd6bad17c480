import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import type { InvoiceRow } from './queries.ts'

type Whose = Pick<InvoiceRow, 'driverId' | 'driverEmail'>

/** Whose it is, in words: who deleted their account has no name left. */
export function useWhose({ driverEmail }: Whose): string {
  const { t } = useWords()
  return driverEmail ?? t('accounting.gone')
}

/** Whose it is, and the way to their sheet. */
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
