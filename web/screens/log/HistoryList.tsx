import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import { serverNow } from '../../clock.ts'
import { dayNames, shiftDay } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { useStationZones } from '../../stations.ts'
import type { StationZones } from '../../stations.ts'
import { useRoving } from '../../ui/use-roving.ts'
import { EntryRow } from '../offers/EntryRow.tsx'
import { LateWhySheet, warmWhySheet } from '../offers/LateWhySheet.tsx'
import { rowRem } from '../offers/LiveRows.tsx'
import type { OfferEntry } from '../offers/entry.ts'
import { BotRow } from './BotRow.tsx'
import { BurstHeading, toggleBurst } from './BurstHeading.tsx'
import { foldBursts } from './bursts.ts'
import type { BurstRow } from './bursts.ts'
import { factsOf } from './history-rows.ts'
import type { HistoryRow } from './history-rows.ts'
import { rowsInSteps } from './row-steps.ts'
import './history.css'

type Row = HistoryRow | BurstRow

const DAY_REM = 1.75
/** A list of at least this width has a column more in lower rows (history.css). */
const WIDE_REM = 44
const WIDE_ROW_REM = 3
/** Rows rendered beyond the edges. */
const OVERSCAN = 8
/** The next page is fetched this many rows before the end. */
const AHEAD = 30

/** What the list needs to know of the pages. */
export type HistoryPages = {
  data: { pages: { entries: unknown[]; searchedBackTo: number | null; keptDays: number }[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Tens of thousands of rows, of which only the visible ones are rendered; the page itself scrolls. */
export function HistoryList({
  rows: entries,
  timeZone,
  history,
  newest,
}: {
  rows: readonly HistoryRow[]
  timeZone: string | undefined
  history: HistoryPages
  /** The line that slides in at the top, if any. */
  newest: number | null
}) {
  const zones = useStationZones()
  const list = useRef<HTMLUListElement>(null)
  const { top, rem, rowHeight } = usePlace(list)
  const [open, setOpen] = useState<OfferEntry | null>(null)
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set())
  const onToggle = useCallback((key: string) => setOpenKeys((now) => toggleBurst(now, key)), [])
  // Not with each frame of scrolling: it walks every row, as below.
  const rows = useMemo(() => foldBursts(entries, lineOf, openKeys), [entries, openKeys])
  const keys = useMemo(() => buttonKeys(rows), [rows])
  const { stop, handlers } = useRoving(list, keys, (key) => {
    // At its first row a reader is back at the top, where new lines are shown again.
    if (key === keys[0]) window.scrollTo({ top: 0 })
    else virtual.scrollToIndex(placeOf(rows, key))
  })
  const stopAt = useMemo(() => placeOf(rows, stop), [rows, stop])
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; the compiler leaves this component alone
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.type === 'day' ? DAY_REM : rowHeight) * rem,
    overscan: OVERSCAN,
    rangeExtractor: (range) => rowsInSteps(range, stopAt),
    scrollMargin: top,
    getItemKey: (index) => keyOf(rows[index]),
  })
  useEffect(() => virtual.measure(), [virtual, rem, rowHeight])
  const items = virtual.getVirtualItems()
  useNextPage(virtual.range?.endIndex ?? 0, rows.length, history)
  return (
    <>
      <ul
        ref={list}
        className="rows history relative"
        style={{ height: virtual.getTotalSize() }}
        onPointerDown={warmWhySheet}
        {...handlers}
      >
        {items.map(({ key, index, start, size }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <Slot
              key={key}
              row={row}
              isOpen={row.type === 'burst' && openKeys.has(row.key)}
              isFresh={newest !== null && newestOf(row) === newest}
              size={history.hasNextPage ? -1 : rows.length}
              index={index}
              offset={start - top}
              height={size}
              timeZone={timeZone}
              zones={zones}
              tabIndex={key === stop ? 0 : -1}
              onOpen={setOpen}
              onToggle={onToggle}
            />
          )
        })}
      </ul>
      <LateWhySheet entry={open} onClose={() => setOpen(null)} />
    </>
  )
}

/** One row in its place. While the list scrolls, only the rows that come in are rendered. */
const Slot = memo(function Slot({
  row,
  isOpen,
  isFresh,
  size,
  index,
  offset,
  height,
  timeZone,
  zones,
  tabIndex,
  onOpen,
  onToggle,
}: {
  row: Row
  isOpen: boolean
  isFresh: boolean
  /** Rows of the list; -1 while more may follow. */
  size: number
  index: number
  /** Px below the list's top. */
  offset: number
  /** In px. */
  height: number
  timeZone: string | undefined
  zones: StationZones | undefined
  tabIndex: number
  onOpen: (entry: OfferEntry) => void
  onToggle: (key: string) => void
}) {
  const words = useWords()
  return (
    <li
      className="row-slot"
      data-row={keyOf(row)}
      data-fresh={isFresh}
      aria-setsize={size}
      aria-posinset={index + 1}
      // By transform: a new line moves the others without a layout shift.
      style={{ transform: `translateY(${offset}px)`, height }}
    >
      {row.type === 'day' ? (
        <DayRow day={row.day} timeZone={timeZone} />
      ) : row.type === 'burst' ? (
        <BurstHeading {...{ row, isOpen, timeZone, tabIndex, onToggle }} />
      ) : row.type === 'bot' ? (
        <BotRow entry={row.entry} timeZone={timeZone} />
      ) : (
        <EntryRow
          entry={row.entry}
          timeZone={timeZone}
          zones={zones}
          facts={factsOf(words, row.entry)}
          tabIndex={tabIndex}
          onOpen={onOpen}
        />
      )}
    </li>
  )
})

/** Bursts are of one day. */
function lineOf(row: HistoryRow): LogEntry | null {
  return row.type === 'day' ? null : row.entry
}

function newestOf(row: Row): number | null {
  if (row.type === 'burst') return row.newestSeq
  return lineOf(row)?.seq ?? null
}

/** The rows that hold a button. */
function buttonKeys(rows: readonly Row[]): (string | number)[] {
  return rows.filter(({ type }) => type === 'offer' || type === 'burst').map(keyOf)
}

/** Where a row is in the list; -1 = nowhere. */
function placeOf(rows: readonly Row[], key: string | number | null): number {
  return rows.findIndex((row) => keyOf(row) === key)
}

function keyOf(row: Row | undefined): string | number {
  if (row === undefined) return ''
  if (row.type === 'burst') return row.key
  return row.type === 'day' ? row.day : row.entry.seq
}

/** The list's offset on the page in px, the size of a rem, and the height of a row in rem. */
type Place = { top: number; rem: number; rowHeight: number }

/** Both depend on the content above, the page width and the text size. */
function usePlace(list: React.RefObject<HTMLElement | null>): Place {
  const [place, setPlace] = useState<Place>({ top: 0, rem: 16, rowHeight: WIDE_ROW_REM })
  useLayoutEffect(() => {
    const measure = () => {
      const element = list.current
      if (!element) return
      const box = element.getBoundingClientRect()
      const top = Math.round(box.top + window.scrollY)
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const width = box.width / rem
      const rowHeight = width >= WIDE_REM ? WIDE_ROW_REM : rowRem(width)
      setPlace((now) =>
        now.top === top && now.rem === rem && now.rowHeight === rowHeight ? now : { top, rem, rowHeight },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return place
}

/** Fetches the next page ahead of the last rows. A page without rows waits for the driver's request. */
function useNextPage(lastShown: number, count: number, history: HistoryPages): void {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = history
  const lastEmpty = data?.pages.at(-1)?.entries.length === 0
  const near = lastShown >= count - AHEAD
  const go = useEffectEvent(() => void history.fetchNextPage())
  useEffect(() => {
    if (near && hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !lastEmpty) go()
  }, [near, hasNextPage, isFetchingNextPage, isFetchNextPageError, lastEmpty])
}

function DayRow({ day, timeZone }: { day: string; timeZone: string | undefined }) {
  const words = useWords()
  const { t } = words
  const today = dayNames(timeZone)(serverNow())
  const date = words.day(day)
  const near =
    day === today ? t('history.today') : day === shiftDay(today, -1) ? t('history.yesterday') : null
  return <h2 className="history-day">{near === null ? date : `${near}, ${date}`}</h2>
}
