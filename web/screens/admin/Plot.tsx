import { useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { nearestOf, spreadOf } from './figures.ts'

/** A place on the axis of a chart. `x`: from the left, 0 to 1. */
export type PlotPoint = {
  x: number
  /** Its day or time in full, and what was then, as a sentence of values. */
  name: string
  says: string
  /** Under the axis. */
  tick: string
}

/**
 * A picture with axes, whose values show where a mouse points, a finger taps, or the arrow keys lead; at
 * first the latest.
 */
export function Plot({
  label,
  points,
  ticks,
  say,
  children,
}: {
  /** The title of the chart. */
  label: string
  points: readonly PlotPoint[]
  /** Values of the upright axis, from zero up to the top of the picture. */
  ticks: readonly number[]
  say: (tick: number) => string
  /** The picture; it fills its box. */
  children: ReactNode
}) {
  const [choice, setChoice] = useState<number | null>(null)
  const last = points.length - 1
  const at = Math.min(choice ?? last, last)
  const point = points[at]!
  const top = ticks.at(-1) ?? 1
  const pointAt = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChoice(nearestOf(points, (event.clientX - left) / width))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ...keysFrom(at), Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setChoice(Math.max(0, Math.min(last, next)))
  }
  return (
    <div className="plot">
      <p className="plot-says tnum">
        <b>{point.name}</b> {point.says}
      </p>
      <div className="plot-y tnum" aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `calc(var(--plot) * ${tick / top})` }}>
            {say(tick)}
          </span>
        ))}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture lies in it
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${point.name} ${point.says}`}
        className="plot-area"
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChoice(null)}
        onKeyDown={onKeyDown}
      >
        {ticks.slice(1).map((tick) => (
          <i key={tick} className="plot-line" style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        {children}
        {choice !== null && <i className="plot-mark" style={{ left: `${point.x * 100}%` }} />}
      </div>
      <LevelAxis points={points} />
    </div>
  )
}

function keysFrom(at: number): Record<string, number> {
  return { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 }
}

function LevelAxis({ points }: { points: readonly PlotPoint[] }) {
  return (
    <div className="plot-x tnum" aria-hidden>
      {spreadOf(points.length).map((index) => {
        const { x, tick } = points[index]!
        return (
          <span
            key={index}
            style={{ left: `${x * 100}%`, translate: `${x < 0.1 ? 0 : x > 0.9 ? -100 : -50}%` }}
          >
            {tick}
          </span>
        )
      })}
    </div>
  )
}
