import { IconDeviceMobile } from '../../icons/device-mobile.ts'
import { IconMessage } from '../../icons/message.ts'
import { IconPhone } from '../../icons/phone.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n.ts'
import { ReceivedCode } from './ReceivedCode.tsx'
import { SmsAnswer } from './SmsAnswer.tsx'
import type { ReceivedMessage } from './received-query.ts'

/** The phone: SMS as bubbles, calls as their spoken text. */
export function ReceivedPhone({
  messages,
  answers,
  empty,
}: {
  messages: readonly ReceivedMessage[]
  /** Whether an SMS can be answered here. */
  answers: boolean
  empty: ReactNode
}) {
  const { t, dayTime } = useWords()
  return (
    <section className="card received-box" aria-labelledby="phone">
      <h2 id="phone">
        <IconDeviceMobile size={22} aria-hidden />
        {t('received.title_phone')}
      </h2>
      {messages.length === 0 && empty}
      <ul className="received-bubbles">
        {messages.map((message) => {
          const call = message.channel === 'call'
          const Icon = call ? IconPhone : IconMessage
          return (
            <li key={message.id}>
              <p className="received-line text-sm text-muted">
                <span className="flex items-center gap-1.5 font-semibold">
                  <Icon size={18} aria-hidden />
                  {call ? t('received.spoken') : t('outbox.channel.sms')}
                </span>
                <time dateTime={new Date(message.at).toISOString()}>{dayTime(message.at)}</time>
              </p>
              <p className="text-sm text-muted">{t('received.for', { recipient: message.recipient })}</p>
              <p className="received-bubble" data-call={call}>
                {call ? `“${message.text}”` : message.text}
              </p>
              <ReceivedCode text={message.text} />
              {answers && !call && <SmsAnswer message={message} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
