import { useWords } from '../../i18n.ts'
import type { SupportRequest } from './requests.ts'
import './support.css'

/** The messages, oldest first; the driver's on the right, support's on the left. */
export function Messages({
  request,
  driverName,
}: {
  request: Pick<SupportRequest, 'messages'>
  /** The driver's name; `You` if it is the reader. */
  driverName?: string
}) {
  const { t, dayTime } = useWords()
  return (
    <ol className="support-said">
      {request.messages.map((message) => (
        <li key={message.id} data-author={message.author}>
          <p className="text-sm">
            <b>{message.author === 'driver' ? (driverName ?? t('support.you')) : t('support.operator')}</b>{' '}
            <time dateTime={new Date(message.at).toISOString()}>{dayTime(message.at)}</time>
          </p>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message.text}</p>
        </li>
      ))}
    </ol>
  )
}

export function StateChip({ state }: { state: SupportRequest['state'] }) {
  const { t } = useWords()
  return (
    <span className="support-chip" data-state={state}>
      {t(`support.state.${state}`)}
    </span>
  )
}
