import type { ReactNode } from 'react'

/** One part of a bar; its look is a class of recap.css. */
export type Layer = { value: number; look: string }

/** From the bottom up, with the text above it. */
export type Bar = { name: string; layers: readonly Layer[]; above?: ReactNode }

const sumOf = (layers: readonly Layer[]) => layers.reduce((sum, each) => sum + each.value, 0)

/**
 * Upright bars side by side, of one or several layers; the sentence and the table beside them have the same
 * content.
 */
export function Bars({
  label,
  bars,
  className,
  top,
}: {
  /** The sentence of the chart. */
  label: string
  bars: readonly Bar[]
  /** Its height and the gap between bars. */
  className: string
  /** The value at full height, where an axis says so; by default the highest. */
  top?: number
}) {
  const most = top ?? Math.max(1, ...bars.map((bar) => sumOf(bar.layers)))
  const room = bars.some((bar) => bar.above !== undefined) ? '1.25rem' : '0rem'
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not fetched
      role="img"
      aria-label={label}
      className={`grid auto-cols-fr grid-flow-col border-b border-edge ${className}`}
    >
      {bars.map(({ name, layers, above }) => (
        <span key={name} className="flex h-full min-w-0 flex-col justify-end">
          {above !== undefined && (
            <span className="tnum grid h-5 place-items-center whitespace-nowrap text-xs font-bold">
              {above}
            </span>
          )}
          <span
            className="flex flex-col-reverse overflow-hidden rounded-t-[0.2rem]"
            style={{ height: `calc((100% - ${room}) * ${sumOf(layers) / most})` }}
          >
            {layers.map(({ value, look }) => (
              <span key={look} className={look} style={{ flex: `${value} 0 0` }} />
            ))}
          </span>
        </span>
      ))}
    </div>
  )
}
