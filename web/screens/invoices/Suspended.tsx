import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { isPaying } from './figures.ts'
import type { Dunning } from './queries.ts'

/** That the account is suspended for debts, and how to reactivate it; nothing if it is not. */
export function Suspended({
  account,
}: {
  account: Pick<Dunning, 'status' | 'suspendedForUnpaid' | 'unpaid'>
}) {
  const { t } = useWords()
  return account.suspendedForUnpaid ? <Notice kind="bad">{t(suspendedWords(account))}</Notice> : null
}

/** The text for an account that is suspended or not active: who did it, and how it ends. */
export function suspendedWords({
  status,
  suspendedForUnpaid,
  unpaid,
}: Pick<Dunning, 'status' | 'suspendedForUnpaid' | 'unpaid'>) {
  if (status === 'inactive') return 'error.accounts.inactive'
  if (!suspendedForUnpaid) return 'invoices.suspended_operator'
  return isPaying(unpaid) ? 'invoices.suspended_paying' : 'invoices.suspended'
}
