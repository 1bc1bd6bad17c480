import type { ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { IconMessage, IconPhone } from '../../icons/drawings.ts'
import { IconDeviceMobile } from '../../icons/sign-in.ts'
import { queryClient } from '../../queries.ts'
import { ReceivedCode } from './ReceivedCode.tsx'
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

/** Replies to an SMS as its phone would: STOP, or START if the phone answered STOP before. */
function SmsAnswer({ message }: { message: ReceivedMessage }) {
  const { t, say } = useWords()
  const { id, recipient, stopped } = message
  const text = stopped ? 'START' : 'STOP'
  const answer = useMutation({
    mutationFn: () => api.notify.answerReceived({ id, text }),
    onSuccess: async (next) => {
      await queryClient.invalidateQueries({ queryKey: ['received'] })
      announce(t(next.stopped ? 'received.stopped' : 'received.resumed'))
    },
  })
  const problem = answer.error ? toProblem(answer.error) : null
  return (
    <>
      {stopped && <p className="text-sm font-semibold">{t('received.stopped')}</p>}
      <button
        type="button"
        className="btn"
        aria-disabled={answer.isPending}
        onClick={() => answer.isPending || answer.mutate()}
      >
        {t('received.answer', { text })}
        <span className="sr-only">, {t('received.for', { recipient })}</span>
      </button>
      {problem && (
        <p role="alert" className="font-semibold text-red">
          {say(`error.${problem.code}`, problem.params)}
        </p>
      )}
    </>
  )
}
