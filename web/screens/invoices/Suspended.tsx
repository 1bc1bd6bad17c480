import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { isPaying } from './figures.ts'
import type { Dues } from './queries.ts'

/** That the account is suspended for what is owed, and how it comes back; nothing where it is not. */
export function Suspended({ account }: { account: Pick<Dues, 'status' | 'suspendedForDues' | 'unpaid'> }) {
  const { t } = useWords()
  return account.suspendedForDues ? <Notice kind="bad">{t(suspendedWords(account))}</Notice> : null
}

/** The words for an account that is suspended or not active: whoever did it, and what ends it. */
export function suspendedWords({
  status,
  suspendedForDues,
  unpaid,
}: Pick<Dues, 'status' | 'suspendedForDues' | 'unpaid'>) {
  if (status === 'inactive') return 'activation.inactive'
  if (!suspendedForDues) return 'invoices.suspended_operator'
  return isPaying(unpaid) ? 'invoices.suspended_paying' : 'invoices.suspended'
}
