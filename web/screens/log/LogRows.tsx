import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import type { StationZones } from '../../stations.ts'
import { useRoving } from '../../ui/use-roving.ts'
import { EntryRow } from '../offers/EntryRow.tsx'
import { ROW_REM } from '../offers/LiveRows.tsx'
import { isOffer } from '../offers/entry.ts'
import type { OfferEntry } from '../offers/entry.ts'
import { BotRow } from './BotRow.tsx'
import { rowsInSteps } from './row-steps.ts'

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
  // Not with each frame of scrolling: it walks every line.
  const offers = useMemo(() => lines.filter(isOffer).map((line) => line.seq), [lines])
  const { stop, handlers } = useRoving(list, offers, (key) =>
    virtual.scrollToIndex(lines.findIndex((line) => line.seq === key)),
  )
  const stopAt = lines.findIndex((line) => line.seq === stop)
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; the compiler leaves this component alone
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_REM * rem,
    overscan: OVERSCAN,
    getItemKey: (index) => lines[index]?.seq ?? index,
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
        const line = lines[index]
        return (
          line && (
            <Slot
              key={key}
              line={line}
              fresh={line.seq === freshSeq}
              size={lines.length}
              index={index}
              offset={start}
              timeZone={timeZone}
              zones={zones}
              tabIndex={line.seq === stop ? 0 : -1}
              onOpen={onOpen}
            />
          )
        )
      })}
    </ul>
  )
}

/** One line in its place. While the box scrolls, only the lines that come in are rendered. */
const Slot = memo(function Slot({
  line,
  fresh,
  size,
  index,
  offset,
  ...row
}: {
  line: LogEntry
  fresh: boolean
  size: number
  index: number
  /** Px below the list's top. */
  offset: number
  timeZone: string | undefined
  zones: StationZones | undefined
  tabIndex: number
  onOpen: (entry: OfferEntry) => void
}) {
  return (
    <li
      className="row-slot"
      data-row={line.seq}
      data-fresh={fresh}
      aria-setsize={size}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${offset}px)` }}
    >
      {isOffer(line) ? <EntryRow entry={line} {...row} /> : <BotRow entry={line} timeZone={row.timeZone} />}
    </li>
  )
})

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
