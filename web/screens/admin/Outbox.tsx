import { useInfiniteQuery } from '@tanstack/react-query'
import { IconBell, IconMail, IconMessage, IconPhone } from '../../icons/drawings.ts'
import { useState } from 'react'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Chips } from './Chips.tsx'
import { MoreButton } from './MoreButton.tsx'
import { Results } from './Results.tsx'
import { Retry } from './Retry.tsx'
import { sayCode } from './describe.ts'
import { MESSAGE_STATES, outboxQuery } from './queries.ts'
import type { MessageState, OutboxMessage } from './queries.ts'

const ICONS = { push: IconBell, email: IconMail, sms: IconMessage, call: IconPhone }

/** Outgoing messages and their states; never the content. */
export function Outbox() {
  const { t } = useWords()
  const [state, setState] = useState<MessageState | null>(null)
  const list = useInfiniteQuery(outboxQuery(state, null))
  const rows = list.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <>
      <div className="console-find">
        <Chips
          label={t('outbox.state')}
          all={t('admin.all')}
          value={state}
          choices={MESSAGE_STATES.map((value) => ({ value, face: t(`outbox.state.${value}`) }))}
          onChange={setState}
        />
        <ScreenLink screen="messages" className="inline-flex min-h-12 items-center font-bold underline">
          {t('outbox.received')}
        </ScreenLink>
      </div>
      {rows.some((row) => row.canRetry) && (
        <Retry label={t('admin.retry_all')} retry={() => api.admin.retryMessages({})} />
      )}
      <Results list={list} empty={rows.length === 0} none={t('outbox.none')}>
        <ul className="console-list card">
          {rows.map((row) => (
            <li key={row.id}>
              <MessageRow row={row} />
            </li>
          ))}
        </ul>
      </Results>
      <MoreButton list={list} />
    </>
  )
}

/** One outgoing message and its state; one that failed can be tried again. */
export function MessageRow({ row }: { row: OutboxMessage }) {
  const words = useWords()
  const { t, date } = words
  const Icon = ICONS[row.channel]
  const what = sayCode(words, 'outbox.template', row.template)
  return (
    <>
      <div className="console-row console-message">
        <span className="console-way">
          <Icon size={20} aria-hidden className="shrink-0 text-muted" />
          <span className="sr-only">{t(`outbox.channel.${row.channel}`)}</span>
          <b className="truncate">{row.recipient}</b>
        </span>
        <span className="text-muted">{what}</span>
        <span className="tnum text-muted">{date(row.sentAt ?? row.at)}</span>
        <span className="console-marks">
          <span className="console-mark" data-message={row.state}>
            {t(row.arrivedAt === null ? `outbox.state.${row.state}` : 'outbox.state.arrived')}
          </span>
          {row.attempts > 1 && (
            <span className="tnum text-sm text-muted">{t('outbox.attempts', { count: row.attempts })}</span>
          )}
        </span>
        {row.error && <span className="console-error">{sayCode(words, 'outbox.error', row.error)}</span>}
      </div>
      {row.canRetry && (
        <div className="px-4 pb-3">
          <Retry
            label={t('admin.retry')}
            of={`${what}, ${row.recipient}`}
            retry={() => api.admin.retryMessages({ id: row.id })}
          />
        </div>
      )}
    </>
  )
}
