import { navigate, useSearch } from '../../address.ts'
import { useEffect } from 'react'
import { useTicket, writeTicket } from './ticket.ts'
import { ResetFinish } from './ResetFinish.tsx'
import { ResetStart } from './ResetStart.tsx'

/** A forgotten password: a code sent to the account, or `?ticket=` of a link, then a new one. */
export function NewPassword() {
  const ticket = useTicket()
  const { ticket: linked } = useSearch()
  useEffect(() => {
    if (linked === undefined) return
    writeTicket({ stage: 'password', ticket: linked })
    // It opens the account: it stays in no history.
    navigate('/password', { replace: true })
  }, [linked])
  return (
    <div className="mx-auto grid w-full max-w-[27rem] content-start gap-6 px-4 pb-8 pt-1">
      {ticket?.stage === 'password' ? (
        <ResetFinish ticket={ticket.ticket} onAgain={() => writeTicket(null)} />
      ) : (
        <ResetStart />
      )}
    </div>
  )
}
