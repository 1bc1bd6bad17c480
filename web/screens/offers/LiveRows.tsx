import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useRoving } from '../../ui/use-roving.ts'

/**
 * Height of a row in rem, so that 200% text doubles it, in a list of that width in rem: the same steps as in
 * pieces.css.
 */
export function rowRem(width: number): number {
  if (width <= 17) return 5
  return width <= 21 ? 4.5 : 3.5
}

/** Rows until the box is measured: what fits on a phone. */
const FIRST_FIT = { rows: 8, rem: 3.5 }

/**
 * The newest rows, as many as fit: there is nothing to scroll, so the list can never stand still away from
 * its newest row. Each is placed by transform: a new one on top moves the others without a layout shift.
 */
export function LiveRows<R>({
  rows: all,
  className,
  keyOf,
  isFresh,
  render,
}: {
  rows: readonly R[]
  /** The height of the list. */
  className: string
  keyOf: (row: R) => number
  isFresh: (row: R) => boolean
  /** `tabIndex` belongs to the row's button. */
  render: (row: R, tabIndex: number) => ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const fit = useFit(list)
  const rows = all.slice(0, Math.ceil(fit.rows))
  // A row of which only a part is visible gets no focus.
  const { stop, handlers } = useRoving(list, rows.slice(0, Math.floor(fit.rows)).map(keyOf))
  return (
    <ul ref={list} className={`rows relative overflow-clip ${className}`} {...handlers}>
      {rows.map((row, index) => (
        <li
          key={keyOf(row)}
          className="row-slot"
          data-row={keyOf(row)}
          data-fresh={isFresh(row)}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${index * fit.rem}rem)` }}
        >
          {render(row, keyOf(row) === stop ? 0 : -1)}
        </li>
      ))}
    </ul>
  )
}

/** How many rows fit into the list, with a fraction, and the height of one. */
function useFit(list: React.RefObject<HTMLElement | null>): { rows: number; rem: number } {
  const [fit, setFit] = useState(FIRST_FIT)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const rem = rowRem(element.clientWidth / px)
      setFit({ rows: Math.max(1, element.clientHeight / (rem * px)), rem })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return fit
}
