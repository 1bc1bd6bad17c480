import { LANGUAGES } from '@madruga/core/languages.ts'
import { useMutation } from '@tanstack/react-query'
import { IconArrowLeft } from '../../icons/arrow-left.ts'
import { IconSend } from '../../icons/send.ts'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../client.ts'
import { shownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { submit } from '../../ui/submit.ts'
import { Messages, StateChip } from '../support/Messages.tsx'
import { LONGEST_TEXT } from '../support/requests.ts'
import type { SupportRequest } from '../support/requests.ts'
import { Outcome } from './Outcome.tsx'
import { refreshConsole } from './queries.ts'
import type { OperatorRequest } from './queries.ts'

/** One request as the operator answers it; a draft is stored on this device. */
export function OperatorRequestView({
  request,
  onChanged,
  onBack,
}: {
  request: OperatorRequest
  onChanged: (request: SupportRequest) => void
  onBack: () => void
}) {
  const { t, dayTime } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className="card console-part" aria-labelledby="request">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <button type="button" className="btn lg:hidden" onClick={onBack}>
          <IconArrowLeft size={20} aria-hidden />
          {t('desk.back')}
        </button>
        <StateChip state={request.state} />
      </div>
      <h2 id="request" ref={heading} tabIndex={-1} className="outline-none [overflow-wrap:anywhere]">
        {t(`support.short.${request.topic}`)}, {request.driverEmail}
      </h2>
      <p className="text-sm text-muted">{t('support.opened', { time: dayTime(request.openedAt) })}</p>
      <ScreenLink
        screen="admin"
        search={{ tab: 'drivers', driver: request.driverId }}
        className="inline-flex min-h-12 items-center justify-self-start font-bold underline"
      >
        {t('desk.driver')}
      </ScreenLink>
      <Messages request={request} driverName={request.driverEmail} />
      <Answer request={request} onChanged={onChanged} />
    </section>
  )
}

/** The operator's answer, and closing without one. */
function Answer({
  request,
  onChanged,
}: {
  request: OperatorRequest
  onChanged: (request: SupportRequest) => void
}) {
  const { t } = useWords()
  // Another operator may use this device next.
  const draft = `draft.answer.${shownDriver()}.${request.id}`
  const [text, setText] = useState(() => readLocal(draft) ?? '')
  const [tried, setTried] = useState(false)
  const write = (next: string) => {
    setText(next)
    writeLocal(draft, next.trim() === '' ? null : next)
  }
  const taken = (changed: SupportRequest) => {
    onChanged(changed)
    refreshConsole()
  }
  const reply = useMutation({
    mutationFn: () => api.admin.replyToRequest({ id: request.id, text: text.trim() }),
    onSuccess: (changed) => {
      write('')
      setTried(false)
      taken(changed)
    },
  })
  const close = useMutation({
    mutationFn: () => api.admin.closeRequest({ id: request.id }),
    onSuccess: taken,
  })
  const done = close.data ? t('desk.closed') : reply.data ? t('desk.sent') : null
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={submit(() => {
        setTried(true)
        if (text.trim() !== '' && !reply.isPending) reply.mutate()
      })}
    >
      <TextArea
        label={t('desk.answer')}
        hint={t('desk.answer_hint', { language: LANGUAGES[request.language].name })}
        rows={4}
        maxLength={LONGEST_TEXT}
        value={text}
        error={tried && text.trim() === '' ? t('support.need_text') : undefined}
        onChange={(event) => write(event.target.value)}
      />
      <Outcome done={done} error={reply.error ?? close.error} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn" data-strong="true" aria-disabled={reply.isPending}>
          <IconSend size={20} aria-hidden />
          {t(reply.isPending ? 'support.sending' : 'desk.send')}
        </button>
        {request.state !== 'closed' && (
          <button
            type="button"
            className="btn"
            aria-disabled={close.isPending}
            onClick={() => !close.isPending && close.mutate()}
          >
            {t('desk.close')}
          </button>
        )}
      </div>
    </form>
  )
}
