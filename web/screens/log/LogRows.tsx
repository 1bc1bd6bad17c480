import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import type { StationZones } from '../../stations.ts'
import { useRoving } from '../../ui/use-roving.ts'
import { EntryRow } from '../offers/EntryRow.tsx'
import { ROW_REM } from '../offers/LiveRows.tsx'
import { isOffer } from '../offers/entry.ts'
import type { OfferEntry } from '../offers/entry.ts'
import { BotRow } from './BotRow.tsx'
import { BurstHeading, toggleBurst } from './BurstHeading.tsx'
import { foldBursts } from './bursts.ts'
import type { BurstRow } from './bursts.ts'
import { rowsInSteps } from './row-steps.ts'

type Row = LogEntry | BurstRow

/** Rows rendered beyond the edges, so that a quick flick finds them ready. */
const OVERSCAN = 8

/** Thousands of lines in a scroll box, of which only the visible ones and the focused one are rendered. */
export function LogRows({
  lines,
  scroller,
  freshSeq,
  timeZone,
  zones,
  onOpen,
}: {
  lines: readonly LogEntry[]
  scroller: RefObject<HTMLElement | null>
  /** The line that slides in, if any. */
  freshSeq: number | null
  timeZone: string | undefined
  zones: StationZones | undefined
  onOpen: (entry: OfferEntry) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const rem = useRem()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const onToggle = useCallback((key: string) => setOpened((known) => toggleBurst(known, key)), [])
  // Not with each frame of scrolling: it walks every line.
  const rows = useMemo(() => foldBursts<LogEntry>(lines, (line) => line, opened), [lines, opened])
  const buttons = useMemo(() => rows.filter((row) => row.type === 'burst' || isOffer(row)).map(keyOf), [rows])
  const { stop, handlers } = useRoving(list, buttons, (key) =>
    virtual.scrollToIndex(rows.findIndex((row) => keyOf(row) === key)),
  )
  const stopAt = rows.findIndex((row) => keyOf(row) === stop)
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; the compiler leaves this component alone
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_REM * rem,
    overscan: OVERSCAN,
    getItemKey: (index) => (rows[index] ? keyOf(rows[index]) : index),
    // The focus stays where it is, however far its line has moved down.
    rangeExtractor: (range) => {
      const shown = rowsInSteps(range)
      return stopAt < 0 || shown.includes(stopAt) ? shown : [...shown, stopAt].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => virtual.measure(), [virtual, rem])
  return (
    <ul ref={list} className="rows relative" style={{ height: virtual.getTotalSize() }} {...handlers}>
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index]
        return (
          row && (
            <Slot
              key={key}
              row={row}
              isOpen={row.type === 'burst' && opened.has(row.key)}
              fresh={(row.type === 'burst' ? row.newestSeq : row.seq) === freshSeq}
              size={rows.length}
              index={index}
              offset={start}
              timeZone={timeZone}
              zones={zones}
              tabIndex={keyOf(row) === stop ? 0 : -1}
              onOpen={onOpen}
              onToggle={onToggle}
            />
          )
        )
      })}
    </ul>
  )
}

/** One line in its place. While the box scrolls, only the lines that come in are rendered. */
const Slot = memo(function Slot({
  row,
  isOpen,
  fresh,
  size,
  index,
  offset,
  timeZone,
  tabIndex,
  zones,
  onOpen,
  onToggle,
}: {
  row: Row
  isOpen: boolean
  fresh: boolean
  size: number
  index: number
  /** Px below the list's top. */
  offset: number
  timeZone: string | undefined
  zones: StationZones | undefined
  tabIndex: number
  onOpen: (entry: OfferEntry) => void
  onToggle: (key: string) => void
}) {
  return (
    <li
      className="row-slot"
      data-row={keyOf(row)}
      data-fresh={fresh}
      aria-setsize={size}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${offset}px)` }}
    >
      {row.type === 'burst' ? (
        <BurstHeading {...{ row, isOpen, timeZone, tabIndex, onToggle }} />
      ) : isOffer(row) ? (
        <EntryRow entry={row} {...{ timeZone, zones, tabIndex, onOpen }} />
      ) : (
        <BotRow entry={row} timeZone={timeZone} />
      )}
    </li>
  )
})

function keyOf(row: Row): string | number {
  return row.type === 'burst' ? row.key : row.seq
}

/** The size of a rem in px, which follows the device's text size. */
function useRem(): number {
  const [rem, setRem] = useState(readRem)
  useEffect(() => {
    const resized = new ResizeObserver(() => setRem(readRem()))
    resized.observe(document.documentElement)
    return () => resized.disconnect()
  }, [])
  return rem
}

const readRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
