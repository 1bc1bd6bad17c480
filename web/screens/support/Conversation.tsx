import { useMutation } from '@tanstack/react-query'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { api, toProblem } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { Messages, StateChip } from './Messages.tsx'
import { LONGEST_TEXT, readRequestDraft, writeRequestDraft } from './requests.ts'
import type { SupportRequest } from './requests.ts'

/** One request with its messages; the driver can add more at any time. */
export function Conversation({
  driverId,
  request,
  open,
  onToggle,
  onReplied,
}: {
  driverId: string
  request: SupportRequest
  open: boolean
  onToggle: (open: boolean) => void
  onReplied: (request: SupportRequest) => void
}) {
  const { t, dayTime } = useWords()
  const now = useServerTime(30_000)
  const { state, dueAt } = request
  const late = dueAt !== null && dueAt < now
  return (
    <details
      className="card support-request"
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open !== open) onToggle(event.currentTarget.open)
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its words stand deeper inside */}
      <summary>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <b>{t(`support.short.${request.topic}`)}</b>
            <StateChip state={state} />
          </span>
          <span className="block truncate text-muted">{request.messages[0]?.text}</span>
          <span className="block text-sm text-muted">
            {t('support.opened', { time: dayTime(request.openedAt) })}
          </span>
        </span>
      </summary>
      <div className="grid gap-3 border-t border-line p-4">
        <Messages request={request} />
        {state === 'open' && dueAt !== null && (
          <p className={late ? 'font-semibold text-red' : 'font-semibold text-amber-text'}>
            {t(late ? 'support.late' : 'support.due', { time: dayTime(dueAt) })}
          </p>
        )}
        <Reply driverId={driverId} request={request} onReplied={onReplied} />
      </div>
    </details>
  )
}

function Reply({
  driverId,
  request,
  onReplied,
}: {
  driverId: string
  request: SupportRequest
  onReplied: (request: SupportRequest) => void
}) {
  const { t, say } = useWords()
  const [text, setText] = useState(() => readRequestDraft(driverId, request.id).text)
  const [tried, setTried] = useState(false)
  const reply = useMutation({
    mutationFn: () => api.support.reply({ id: request.id, text: text.trim() }),
    onSuccess: (changed) => {
      setText('')
      setTried(false)
      writeRequestDraft(driverId, request.id, { topic: null, text: '' })
      onReplied(changed)
    },
  })
  const problem = reply.error ? toProblem(reply.error) : null
  const empty = text.trim() === ''
  return (
    <form
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!empty && !reply.isPending) reply.mutate()
      }}
    >
      <TextArea
        label={t('support.reply')}
        rows={2}
        maxLength={LONGEST_TEXT}
        value={text}
        hint={request.state === 'closed' ? t('support.reply_closed') : undefined}
        error={tried && empty ? t('support.need_text') : undefined}
        onChange={(event) => {
          setText(event.target.value)
          writeRequestDraft(driverId, request.id, { topic: null, text: event.target.value })
        }}
      />
      {problem && (
        <Notice kind="bad">
          {t('support.failed', { reason: say(`error.${problem.code}`, problem.params) })}
        </Notice>
      )}
      <button type="submit" className="btn justify-self-start" aria-disabled={reply.isPending}>
        <IconSend size={20} aria-hidden />
        {t(reply.isPending ? 'support.sending' : 'support.reply_send')}
      </button>
    </form>
  )
}
