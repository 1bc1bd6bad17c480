import { navigate, useSearch } from '../../address.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { REQUEST_ORDERS } from '@madruga/core/support.ts'
import type { RequestOrder } from '@madruga/core/support.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { useDesktop } from '../../ui/media.ts'
import { StateChip } from '../support/Messages.tsx'
import { Chips } from './Chips.tsx'
import { OperatorRequestView } from './DeskRequestView.tsx'
import { ExportLink } from './ExportLink.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { Results } from './Results.tsx'
import { REQUEST_STATES, operatorRequestsQuery } from './queries.ts'
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
  const [kept, setLocal] = useState<OperatorRequest | null>(null)
  const id = request === undefined ? null : Number(request)
  const shown = list.data?.find((one) => one.id === id) ?? (kept !== null && kept.id === id ? kept : null)
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
    <div className="console-desk" data-reading={shown !== null}>
      {(desktop || shown === null) && (
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
                  <Row row={row} current={row.id === shown?.id} onOpen={() => show(row)} />
                </li>
              ))}
            </ul>
          </Results>
        </div>
      )}
      {shown !== null ? (
        <OperatorRequestView
          key={shown.id}
          request={shown}
          onChanged={(changed) => setLocal({ ...shown, ...changed })}
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
          {t(`support.short.${row.topic}`)}: {last?.text}
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
