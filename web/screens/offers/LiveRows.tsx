import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { visibleRange } from './window.ts'

/** Height of a row in rem, so that 200% text doubles it. */
export const ROW_REM = 4

/**
 * Rows of one height, placed by transform: a new one on top moves the others without a layout shift. With a
 * scroll container, only visible rows are rendered.
 */
export function LiveRows<R>({
  rows,
  keyOf,
  isFresh,
  render,
  scroller,
}: {
  rows: readonly R[]
  keyOf: (row: R) => number
  isFresh: (row: R) => boolean
  render: (row: R) => ReactNode
  scroller?: RefObject<HTMLElement | null>
}) {
  const list = useRef<HTMLUListElement>(null)
  const [range, setRange] = useState({ from: 0, to: 24 })
  useLayoutEffect(() => {
    const box = scroller?.current
    if (!box) return
    const measure = () => {
      const rowPx = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const top = box.scrollTop - (list.current?.offsetTop ?? 0)
      const next = visibleRange(top, box.clientHeight, rowPx)
      setRange((known) => (known.from === next.from && known.to === next.to ? known : next))
    }
    measure()
    box.addEventListener('scroll', measure, { passive: true })
    const resized = new ResizeObserver(measure)
    resized.observe(box)
    return () => {
      box.removeEventListener('scroll', measure)
      resized.disconnect()
    }
  }, [scroller])
  const { from, to } = scroller ? range : { from: 0, to: rows.length }
  return (
    <ul ref={list} className="rows relative" style={{ height: `${rows.length * ROW_REM}rem` }}>
      {rows.slice(from, to).map((row, index) => (
        <li
          key={keyOf(row)}
          className="row-slot"
          data-fresh={isFresh(row)}
          aria-setsize={rows.length}
          aria-posinset={from + index + 1}
          style={{ transform: `translateY(${(from + index) * ROW_REM}rem)` }}
        >
          {render(row)}
        </li>
      ))}
    </ul>
  )
}
