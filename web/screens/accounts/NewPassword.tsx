import { useTicket, writeTicket } from './ticket.ts'
import { ResetFinish } from './ResetFinish.tsx'
import { ResetStart } from './ResetStart.tsx'

/** A forgotten password: a code sent to the account, then a new one. */
export function NewPassword() {
  const ticket = useTicket()
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
