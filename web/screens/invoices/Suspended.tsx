import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { isPaying } from './figures.ts'
import type { Dues } from './queries.ts'

/** That the account is suspended for what is owed, and how it comes back; nothing where it is not. */
export function Suspended({ account }: { account: Pick<Dues, 'suspendedForDues' | 'unpaid'> }) {
  const { t } = useWords()
  if (!account.suspendedForDues) return null
  return (
    <Notice kind="bad">
      {t(isPaying(account.unpaid) ? 'invoices.suspended_paying' : 'invoices.suspended')}
    </Notice>
  )
}
