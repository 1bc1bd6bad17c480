import { IconSend } from '../../icons/drawings.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { submit } from '../../ui/submit.ts'
import { Messages, StateChip } from './Messages.tsx'
import { LONGEST_TEXT } from './requests.ts'
import type { SupportRequest } from './requests.ts'
import { useRequestForm } from './use-request-form.ts'

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
            <b>{t(`support.topic.${request.topic}`)}</b>
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
  const { t } = useWords()
  const form = useRequestForm(driverId, request.id, onReplied)
  return (
    <form noValidate className="grid gap-2" onSubmit={submit(form.send)}>
      <TextArea
        label={t('support.reply')}
        rows={2}
        maxLength={LONGEST_TEXT}
        value={form.text}
        hint={request.state === 'closed' ? t('support.reply_closed') : undefined}
        error={form.lacks.text ? t('error.field.required') : undefined}
        onChange={(event) => form.change({ text: event.target.value })}
      />
      <RefusalNotice error={form.error} sentence={(reason) => t('support.failed', { reason })} />
      <button type="submit" className="btn justify-self-start" aria-disabled={form.sending}>
        <IconSend size={20} aria-hidden />
        {t(form.sending ? 'form.sending' : 'support.reply_send')}
      </button>
    </form>
  )
}
