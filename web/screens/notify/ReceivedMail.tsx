import { IconMail } from '../../icons/drawings.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n.ts'
import { ReceivedCode } from './ReceivedCode.tsx'
import type { ReceivedMessage } from './received-query.ts'
import { onDemand } from '../../ui/on-demand.ts'

const loadLetter = () => import('./ReceivedLetter.tsx')
const ReceivedLetter = onDemand(
  () => loadLetter().then((module) => module.ReceivedLetter),
  ({ mail }) => mail !== null,
)

/** The mailbox: one row per e-mail, which opens it. */
export function ReceivedMail({ mails, empty }: { mails: readonly ReceivedMessage[]; empty: ReactNode }) {
  const { t, dayTime } = useWords()
  const [open, setOpen] = useState<ReceivedMessage | null>(null)
  return (
    <section className="card received-box" aria-labelledby="mailbox">
      <h2 id="mailbox">
        <IconMail size={22} aria-hidden />
        {t('received.title_mail')}
      </h2>
      {mails.length === 0 && empty}
      <ul onPointerDown={() => void loadLetter()}>
        {mails.map((mail) => (
          <li key={mail.id} className="received-mail">
            <button type="button" onClick={() => setOpen(mail)}>
              <span className="received-line">
                <b className="truncate">{mail.subject}</b>
                <time dateTime={new Date(mail.at).toISOString()}>{dayTime(mail.at)}</time>
              </span>
              <span className="block truncate text-sm text-muted">
                {t('received.for', { recipient: mail.recipient })}
              </span>
              <span className="block truncate text-sm text-muted">{mail.text}</span>
            </button>
            <ReceivedCode text={mail.text} />
          </li>
        ))}
      </ul>
      <ReceivedLetter mail={open} onClose={() => setOpen(null)} />
    </section>
  )
}
