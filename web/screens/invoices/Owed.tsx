import { useQuery } from '@tanstack/react-query'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { accountQuery } from '../billing/queries.ts'
import { PayBy } from './OpenInvoices.tsx'
import { suspendedWords } from './Suspended.tsx'
import { invoicesScreen, nounOf } from './names.ts'

/** A driver who looks at home again and again has not got another invoice each time. */
const FRESH_MS = 60_000

/** What the driver owes, or that their account is suspended, with one tap to paying it; nothing where all is well. */
export function Owed() {
  const { t, money } = useWords()
  const { data: account } = useQuery({ ...accountQuery, staleTime: FRESH_MS })
  const { data: session } = useQuery(sessionQuery)
  if (account === undefined) return null
  const { status, suspendedForDues, unpaid } = account
  const open = unpaid.find(({ underWay }) => underWay === null)
  if (status !== 'suspended' && open === undefined) return null
  const noun = nounOf(session ?? recallDriver())
  return (
    <div className="mx-auto w-full max-w-[72rem] px-3 pb-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Notice
        kind="bad"
        actions={
          open !== undefined ? (
            <ScreenLink screen="payment" search={{ invoice: open.number }} className="btn" strong>
              {t('invoices.pay', { sum: money(open.leftCents) })}
            </ScreenLink>
          ) : suspendedForDues ? (
            <ScreenLink screen={invoicesScreen(noun)}>{t('invoices.under_way_look')}</ScreenLink>
          ) : (
            <ScreenLink screen="support">{t('act.support')}</ScreenLink>
          )
        }
      >
        {status === 'suspended' ? (
          t(suspendedWords(account))
        ) : (
          <>
            <p>{t('invoices.owed', { sum: money(open!.leftCents) })}</p>
            <PayBy row={open!} timeZone={session?.timeZone} />
          </>
        )}
      </Notice>
    </div>
  )
}
