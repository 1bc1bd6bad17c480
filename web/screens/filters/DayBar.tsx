import { DAY_MINUTES, endMinute, parseClock } from './fields.ts'
import type { DayFields, HoursFields } from './fields.ts'

/** A day from midnight to midnight with its hours highlighted. */
export function DayBar({ day }: { day: DayFields }) {
  return (
    <svg
      viewBox={`0 0 ${DAY_MINUTES} 8`}
      preserveAspectRatio="none"
      aria-hidden
      className="h-1.5 w-full rounded-full bg-surface-2"
    >
      {spansOf(day).map(([start, end]) => (
        <rect key={`${start}-${end}`} x={start} width={end - start} height={8} className="fill-amber" />
      ))}
    </svg>
  )
}

function spansOf(day: DayFields): [number, number][] {
  if (!day.on) return []
  if (day.allDay) return [[0, DAY_MINUTES]]
  return [day, ...(day.second ? [day.second] : [])].flatMap((hours: HoursFields): [number, number][] => {
    const [from, to] = [parseClock(hours.from), endMinute(hours.to)]
    if (Number.isNaN(from + to)) return []
    return to < from
      ? [
          [from, DAY_MINUTES],
          [0, to],
        ]
      : [[from, to]]
  })
}
