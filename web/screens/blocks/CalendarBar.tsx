import { IconChevronLeft } from '../../icons/drawings.ts'
import { IconChevronRight } from '../../icons/first.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { sayOthers } from '../../pay-others.ts'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { headingOf, useDayWords } from './day-words.ts'
import type { PaySum } from '@madruga/core/pay-sums.ts'

export type CalendarView = 'month' | 'week' | 'agenda'
export const VIEWS: readonly CalendarView[] = ['month', 'week', 'agenda']

/** The current page and its pay; navigation to other pages and views. */
export function CalendarBar({
  view,
  day,
  today,
  timeZone,
  sum,
  onView,
  onLeaf,
  onToday,
}: {
  view: CalendarView
  day: string
  today: string
  timeZone: string
  /** Null while it loads. */
  sum: (PaySum & { count: number; ms: number }) | null
  onView: (view: CalendarView) => void
  onLeaf: (by: -1 | 1) => void
  onToday: () => void
}) {
  const words = useWords()
  const { t } = words
  const dayWords = useDayWords(timeZone)
  const title = headingOf(dayWords, { view, day, today })
  const what = view === 'week' ? 'week' : 'month'
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2
          aria-live="polite"
          className="text-[1.625rem] font-extrabold leading-tight tracking-[-0.01em] first-letter:uppercase"
        >
          {title}
        </h2>
        <p className="tnum text-right text-[1.625rem] font-extrabold leading-tight">
          {sum === null ? (
            <span className="skeleton inline-block h-6 w-20 align-top" />
          ) : (
            <PayAmount pay={sum} sum alone />
          )}
          <span className="sr-only">, {title}</span>
        </p>
      </div>
      <div className="flex items-center justify-between gap-2">
        <p className="tnum min-w-0 flex-1 text-sm leading-tight text-muted">
          {sum !== null && sayCount(words, sum)}
        </p>
        <Turn what={what} onLeaf={onLeaf} {...(day !== today && { onToday })} />
      </div>
      <Segmented
        label={t('blocks.view')}
        name="calendar-view"
        value={view}
        choices={VIEWS.map((value) => ({ value, label: t(`blocks.view_${value}`) }))}
        onChange={onView}
      />
    </div>
  )
}

/**
 * How many blocks in how many hours, what the platform projects on top, and what is paid in other currencies:
 * beside buttons, so that nothing below moves when it arrives.
 */
function sayCount(words: Words, sum: PaySum & { count: number; ms: number }): string {
  if (sum.count === 0) return words.t('blocks.count_none')
  const count = words.t('blocks.count', { count: sum.count })
  const parts = [count, words.hours(sum.ms), payParts(words, sum, true).note, sayOthers(words, sum)]
  return parts.filter(Boolean).join(', ')
}

/** Turns the pages; `onToday` leads back from another day. */
function Turn({
  what,
  onLeaf,
  onToday,
}: {
  what: 'week' | 'month'
  onLeaf: (by: -1 | 1) => void
  onToday?: () => void
}) {
  const { t } = useWords()
  return (
    <div className="flex shrink-0 gap-1">
      {onToday && (
        <button type="button" className="btn px-3" onClick={onToday}>
          {t('blocks.go_today')}
        </button>
      )}
      <button
        type="button"
        className="btn w-12 px-0"
        aria-label={t(`blocks.previous_${what}`)}
        onClick={() => onLeaf(-1)}
      >
        <IconChevronLeft size={22} aria-hidden />
      </button>
      <button
        type="button"
        className="btn w-12 px-0"
        aria-label={t(`blocks.next_${what}`)}
        onClick={() => onLeaf(1)}
      >
        <IconChevronRight size={22} aria-hidden />
      </button>
    </div>
  )
}
