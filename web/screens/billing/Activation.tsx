import { useQuery } from '@tanstack/react-query'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { OpenInvoices } from '../invoices/OpenInvoices.tsx'
import { Suspended } from '../invoices/Suspended.tsx'
import { nounOf } from '../invoices/names.ts'
import type { Shown } from '../invoices/names.ts'
import { Choose } from './Choose.tsx'
import { AccountStatus } from './AccountStatus.tsx'
import { TestMode } from './TestMode.tsx'
import { UnderWay } from './UnderWay.tsx'
import { Ways } from './Ways.tsx'
import { accountQuery } from './queries.ts'
import type { Account } from './queries.ts'
import '../recap/recap.css'
import '../invoices/invoices.css'

/**
 * What is paid for until when, what is owed, and the plans to buy; what is chosen lives in the address.
 */
export function Activation() {
  const { t } = useWords()
  const account = useQuery(accountQuery)
  const session = useQuery(sessionQuery)
  const shown = { noun: nounOf(session.data ?? recallDriver()), timeZone: session.data?.timeZone }
  if (account.data !== undefined) return <Board account={account.data} {...shown} />
  if (!account.isError) return <PageSkeleton shapes={['h-40 rounded-[1.25rem]', 'h-72 rounded-[1.25rem]']} />
  return (
    <Failed title={t('activation.failed')} error={account.error} onRetry={() => void account.refetch()} />
  )
}

function Board({ account, ...shown }: Shown & { account: Account }) {
  const { canSubscribe, unpaid } = account
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-6 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Troubles account={account} />
      {unpaid.length > 0 && <OpenInvoices unpaid={unpaid} {...shown} />}
      <AccountStatus account={account} {...shown} />
      {canSubscribe ? <Choose account={account} {...shown} /> : <TestMode account={account} />}
      <Ways account={account} noun={shown.noun} />
    </div>
  )
}

/** What stands in the way, and payments that have not ended. */
function Troubles({ account }: { account: Account }) {
  const { t } = useWords()
  const { status, suspendedForUnpaid, underWay } = account
  if (status === 'active' && underWay.length === 0) return null
  return (
    <div className="grid gap-3">
      <Suspended account={account} />
      {status !== 'active' && !suspendedForUnpaid && (
        <Notice kind="bad" actions={<ScreenLink screen="support">{t('SUPPORT')}</ScreenLink>}>
          {t('activation.inactive')}
        </Notice>
      )}
      {underWay.map((payment) => (
        <UnderWay key={payment.id} payment={payment} />
      ))}
    </div>
  )
}
