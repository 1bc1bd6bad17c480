import { navigate, useSearch } from '../../address.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Chips } from './Chips.tsx'
import { ExportLink } from './ExportLink.tsx'
import { MoreButton } from './MoreButton.tsx'
import { OrderChoice } from './OrderChoice.tsx'
import { Results } from './Results.tsx'
import { DRIVER_STATUSES, driversQuery } from './queries.ts'
import type { DriverRow, DriverStatus, Order } from './queries.ts'

const DriverPage = lazy(() =>
  import('./driver/DriverPage.tsx').then((module) => ({ default: module.DriverPage })),
)

/** Drivers, or one of them: `&driver=` opens a driver's page. */
export function Drivers() {
  const { driver } = useSearch()
  return driver === undefined ? <DriverList /> : <DriverPage key={driver} id={driver} />
}

const show = (id: string) => navigate('/admin', { search: { tab: 'drivers', driver: id } })

/** Drivers by name, e-mail or phone. */
function DriverList() {
  const { t } = useWords()
  const [text, setText] = useState('')
  const [status, setStatus] = useState<DriverStatus | null>(null)
  const [order, setOrder] = useState<Order>('newest')
  const list = useInfiniteQuery(driversQuery(text, status, order))
  const rows = list.data?.pages.flatMap((page) => page.drivers) ?? []
  return (
    <>
      <div className="console-find">
        <SearchBox label={t('drivers.search')} text={text} onSearch={setText} />
        <Chips
          label={t('drivers.status')}
          all={t('admin.all')}
          value={status}
          choices={DRIVER_STATUSES.map((value) => ({ value, face: t(`drivers.status.${value}`) }))}
          onChange={setStatus}
        />
        <output className="tnum block font-bold">
          {list.data && t('drivers.count', { count: list.data.pages[0]?.total ?? 0 })}
        </output>
        <OrderChoice order={order} onChange={setOrder} />
        <ExportLink list="drivers" text={text} state={status} />
      </div>
      <Results
        list={list}
        empty={rows.length === 0}
        none={t('drivers.none')}
        noneText={t('drivers.none_text')}
      >
        <ul className="console-list card">
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} onOpen={() => show(row.id)} />
            </li>
          ))}
        </ul>
      </Results>
      <MoreButton list={list} />
    </>
  )
}

function Row({ row, onOpen }: { row: DriverRow; onOpen: () => void }) {
  const { t } = useWords()
  return (
    <button type="button" className="console-row console-driver" onClick={onOpen}>
      <span className="console-who">
        <b className="truncate">{row.name.trim() || t('drivers.no_name')}</b>
        <span className="truncate text-muted">{row.email}</span>
      </span>
      <span className="text-muted">{t(`drivers.app.${row.app}`)}</span>
      <span className="truncate text-muted">{row.phase ? t(`phase.${row.phase}`) : '–'}</span>
      <span className="console-marks">
        {row.role === 'operator' && <span className="console-mark">{t('drivers.operator')}</span>}
        <span className="console-mark" data-status={row.status}>
          {t(`drivers.status.${row.status}`)}
        </span>
      </span>
    </button>
  )
}
