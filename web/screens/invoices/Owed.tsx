import { useQuery } from '@tanstack/react-query'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { accountQuery } from '../billing/queries.ts'
import { PayBy } from './OpenInvoices.tsx'
import { suspendedWords } from './Suspended.tsx'
import { waysOut } from './figures.ts'
import { invoicesScreen, nounOf } from './names.ts'

/** A driver who returns to home repeatedly does not get new invoices each time. */
const FRESH_MS = 60_000

/**
 * What the driver owes, or that their account is suspended or not active, with a solution; nothing if all is
 * well.
 */
export function Owed() {
  const { t, money } = useWords()
  const { data: account } = useQuery({ ...accountQuery, staleTime: FRESH_MS })
  const { data: session } = useQuery(sessionQuery)
  if (account === undefined) return null
  const ways = waysOut(account)
  if (ways.length === 0) return null
  const open = account.unpaid.find(({ underWay }) => underWay === null)
  const noun = nounOf(session ?? recallDriver())
  return (
    <div className="mx-auto w-full max-w-[72rem] px-3 pb-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Notice
        kind="bad"
        actions={
          <>
            {ways.includes('support') && <ScreenLink screen="support">{t('act.support')}</ScreenLink>}
            {open !== undefined && (
              <ScreenLink
                screen="payment"
                search={{ invoice: open.number }}
                className="btn"
                strong={ways[0] === 'pay'}
              >
                {t('invoices.pay', { sum: money(open.leftCents) })}
              </ScreenLink>
            )}
            {ways.includes('look') && (
              <ScreenLink screen={invoicesScreen(noun)}>{t('payments.look')}</ScreenLink>
            )}
          </>
        }
      >
        {account.status === 'active' ? (
          <>
            <p>{t('invoices.owed', { sum: money(open!.leftCents) })}</p>
            <PayBy row={open!} timeZone={session?.timeZone} />
          </>
        ) : (
          t(suspendedWords(account))
        )}
      </Notice>
    </div>
  )
}
