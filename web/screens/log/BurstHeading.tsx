import { IconChevronDown } from '../../icons/drawings.ts'
import { IconChevronRight } from '../../icons/first.ts'
import { useWords } from '../../i18n.ts'
import type { BurstRow } from './bursts.ts'

/** The row of a burst, which shows or hides its lines. */
export function BurstHeading({
  row,
  isOpen,
  timeZone,
  tabIndex,
  onToggle,
}: {
  row: BurstRow
  isOpen: boolean
  timeZone: string | undefined
  tabIndex: number
  onToggle: (key: string) => void
}) {
  const words = useWords()
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  const starts = row.spans.map(({ startAt }) => startAt)
  const hours = words.hours(row.spans.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0))
  const first = words.dayTime(Math.min(...starts), timeZone)
  const last = words.dayTime(Math.max(...starts), timeZone)
  return (
    <button
      type="button"
      className="row entry-row"
      tabIndex={tabIndex}
      aria-expanded={isOpen}
      onClick={() => onToggle(row.key)}
    >
      <span className={`grid place-items-center ${row.burst === 'won' ? 'text-green' : 'text-amber-text'}`}>
        <Icon size={28} aria-hidden />
      </span>
      <span className="entry-text min-w-0">
        <span className="row-title">
          {words.t(`log.burst.${row.burst}`, { count: words.number(row.spans.length) })}
        </span>
        <span className="entry-more">
          <span className="row-note">{words.t('log.burst_note', { hours, first, last })}</span>
        </span>
      </span>
      <span className="entry-clock tnum text-right text-muted">{words.clock(row.at, timeZone)}</span>
    </button>
  )
}

/** The keys of the opened bursts after one is opened or closed. */
export function toggleBurst(openKeys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(openKeys)
  if (!next.delete(key)) next.add(key)
  return next
}
