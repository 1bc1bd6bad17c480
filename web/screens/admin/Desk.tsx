import { useQuery, useMutation } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { LANGUAGES } from '@madruga/core/languages.ts'
import { REQUEST_ORDERS } from '@madruga/core/support.ts'
import type { RequestOrder } from '@madruga/core/support.ts'
import { navigate, useSearch } from '../../address.ts'
import { api } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { shownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconArrowLeft, IconSend } from '../../icons/drawings.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useDesktop } from '../../ui/media.ts'
import { submit } from '../../ui/submit.ts'
import { StateChip, Messages } from '../support/Messages.tsx'
import { LONGEST_TEXT } from '../support/requests.ts'
import type { SupportRequest } from '../support/requests.ts'
import { Chips } from './Chips.tsx'
import { ExportLink } from './ExportLink.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { Outcome } from './Outcome.tsx'
import { Results } from './Results.tsx'
import { REQUEST_STATES, operatorRequestsQuery, refreshConsole } from './queries.ts'
import type { OperatorRequest, RequestState } from './queries.ts'

/** The support inbox, by default the earliest due first, its conversation beside it. */
export function Desk() {
  const { t } = useWords()
  const desktop = useDesktop()
  const { request } = useSearch()
  const [state, setState] = useState<RequestState | null>('open')
  const [order, setOrder] = useState<RequestOrder>('due')
  const list = useQuery(operatorRequestsQuery(state, order))
  // A request that was just answered leaves the list of open ones, and stays visible beside it.
  const [last, setLocal] = useState<OperatorRequest | null>(null)
  const id = request === undefined ? null : Number(request)
  const entry = list.data?.find((one) => one.id === id) ?? (last !== null && last.id === id ? last : null)
  const show = (next: OperatorRequest | null) => {
    setLocal(next)
    navigate('/admin', {
      search: { tab: 'support', ...(next !== null && { request: next.id }) },
      replace: true,
      stay: true,
    })
  }
  const rows = list.data ?? []
  return (
    <div className="console-desk" data-reading={entry !== null}>
      {(desktop || entry === null) && (
        <div className="grid content-start gap-3">
          <Chips
            label={t('desk.state')}
            all={t('admin.all')}
            value={state}
            choices={REQUEST_STATES.map((value) => ({ value, face: t(`support.state.${value}`) }))}
            onChange={setState}
          />
          <OrderChoice order={order} orders={REQUEST_ORDERS} onChange={setOrder} />
          <ExportLink list="support" state={state} />
          <Results list={list} empty={rows.length === 0} none={t('desk.none')} rows={6}>
            <ul className="console-list card">
              {rows.map((row) => (
                <li key={row.id}>
                  <Row row={row} current={row.id === entry?.id} onOpen={() => show(row)} />
                </li>
              ))}
            </ul>
          </Results>
        </div>
      )}
      {entry !== null ? (
        <OperatorRequestView
          key={entry.id}
          request={entry}
          onChanged={(change) => setLocal({ ...entry, ...change })}
          onBack={() => show(null)}
        />
      ) : (
        desktop && rows.length > 0 && <p className="card p-6 text-muted">{t('desk.choose')}</p>
      )}
    </div>
  )
}

function Row({ row, current, onOpen }: { row: OperatorRequest; current: boolean; onOpen: () => void }) {
  const { t } = useWords()
  const last = row.messages.at(-1)
  return (
    <button
      type="button"
      className="console-row console-request"
      aria-current={current ? 'true' : undefined}
      onClick={onOpen}
    >
      <span className="console-who">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <b className="truncate">{row.driverEmail}</b>
          <Due dueAt={row.dueAt} />
        </span>
        <span className="truncate text-muted">
          {t(`support.topic.${row.topic}`)}: {last?.text}
        </span>
      </span>
      <StateChip state={row.state} />
    </button>
  )
}

function Due({ dueAt }: { dueAt: number | null }) {
  const { t, span } = useWords()
  const now = useServerTime(30_000)
  if (dueAt === null) return null
  const late = dueAt < now
  return (
    <span className={`tnum text-sm font-bold ${late ? 'text-red' : 'text-muted'}`}>
      {late ? t('desk.late', { time: span(now - dueAt) }) : t('desk.due', { time: span(dueAt - now) })}
    </span>
  )
}

/** One request as the operator answers it; a draft is stored on this device. */
function OperatorRequestView({
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
        {t(`support.topic.${request.topic}`)}, {request.driverEmail}
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
  const follow = (answer: SupportRequest) => {
    onChanged(answer)
    refreshConsole()
  }
  const reply = useMutation({
    mutationFn: () => api.admin.replyToRequest({ id: request.id, text: text.trim() }),
    onSuccess: (answer) => {
      write('')
      setTried(false)
      follow(answer)
    },
  })
  const close = useMutation({
    mutationFn: () => api.admin.closeRequest({ id: request.id }),
    onSuccess: follow,
  })
  const notice = close.data ? t('desk.closed') : reply.data ? t('desk.sent') : null
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
        error={tried && text.trim() === '' ? t('error.field.required') : undefined}
        onChange={(event) => write(event.target.value)}
      />
      <Outcome done={notice} error={reply.error ?? close.error} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn" data-strong="true" aria-disabled={reply.isPending}>
          <IconSend size={20} aria-hidden />
          {t(reply.isPending ? 'form.sending' : 'desk.send')}
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
