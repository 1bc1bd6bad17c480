import { useNavigate, useSearch } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Chips } from './Chips.tsx'
import { MoreButton } from './MoreButton.tsx'
import { Nothing } from './Nothing.tsx'
import { DRIVER_STATUSES, driversQuery } from './queries.ts'
import type { DriverRow, DriverStatus } from './queries.ts'

const loadSheet = () => {
  void import('./DriverCard.tsx')
  return import('./DriverSheet.tsx')
}
const DriverSheet = lazy(() => loadSheet().then((module) => ({ default: module.DriverSheet })))

/** A pause in typing after which the search starts. */
const SEARCH_AFTER_MS = 300

/** Drivers by name, e-mail or phone; `&driver=` opens one. */
export function Drivers() {
  const { t } = useWords()
  const navigate = useNavigate()
  const { driver } = useSearch({ strict: false }) as { driver?: unknown }
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [status, setStatus] = useState<DriverStatus | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const list = useInfiniteQuery(driversQuery(text, status))
  const open = driver === undefined ? null : String(driver)
  const [wanted, setWanted] = useState(open !== null)
  const show = (id: string | null) => {
    if (id !== null) setWanted(true)
    void navigate({
      to: '/admin',
      search: { tab: 'drivers', ...(id !== null && { driver: id }) },
      replace: true,
      resetScroll: false,
    })
  }
  const rows = list.data?.pages.flatMap((page) => page.drivers) ?? []
  return (
    <>
      <div className="console-find">
        <TextField
          type="search"
          label={t('drivers.search')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
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
      </div>
      {list.isPending ? (
        <div className="card overflow-hidden" aria-busy="true">
          <SkeletonRows rows={8} />
        </div>
      ) : list.isError && rows.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <Nothing title={t('drivers.none')} text={t('drivers.none_text')} />
      ) : (
        <ul className="console-list card" onPointerDown={() => void loadSheet()}>
          {rows.map((row) => (
            <li key={row.id}>
              <Row row={row} onOpen={() => show(row.id)} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      {wanted && (
        <Suspense fallback={null}>
          <DriverSheet id={open} onClose={() => show(null)} />
        </Suspense>
      )}
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
      <span className="text-muted">{row.app}</span>
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
