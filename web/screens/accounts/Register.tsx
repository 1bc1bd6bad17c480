import { useSearch } from '../../address.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { homeScreen } from '../shell/menu.ts'
import { RegisterAccount } from './RegisterAccount.tsx'
import { RegisterStart } from './RegisterStart.tsx'
import { startRegisterDraft } from './register-draft.ts'
import { useTicket, writeTicket } from './ticket.ts'

/** Registration: the first step before the code, and the last one after it. */
export function Register() {
  const address = useSearch()
  const session = useQuery(sessionQuery)
  const ticket = useTicket()
  // A driver who signs in on this screen stays until home is loaded.
  const [stranger] = useState(() => !session.data)
  if (session.data && !stranger)
    return <SignedIn email={session.data.email} home={homeScreen(session.data)} />
  return (
    <div className="mx-auto grid w-full max-w-[36rem] content-start gap-6 px-4 pb-8 pt-1">
      {ticket?.stage === 'account' ? (
        <RegisterAccount ticket={ticket} onAgain={() => writeTicket(null)} />
      ) : (
        <RegisterStart
          start={() => startRegisterDraft(address)}
          waiting={ticket?.stage === 'code' ? ticket : null}
        />
      )}
    </div>
  )
}

function SignedIn({ email, home }: { email: string; home: ReturnType<typeof homeScreen> }) {
  const { t } = useWords()
  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 pt-1">
      <Notice
        kind="plain"
        actions={
          <>
            <ScreenLink screen={home} strong>
              {t('shell.home')}
            </ScreenLink>
            <ScreenLink screen="logout">{t('LOG_OFF')}</ScreenLink>
          </>
        }
      >
        {t('register.signed_in', { email })}
      </Notice>
    </div>
  )
}
