import { weeksOfMonth, sumUp } from '@madruga/core/blocks.ts'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useWords } from '../../i18n.ts'
import { dayAfterKey } from './day-keys.ts'
import { WEEKDAY_GROUPS } from '../../ui/weekday-groups.ts'
import { useDayWords } from './day-words.ts'
import type { Job } from './queries.ts'

/** The month of pay: each worked day shows what it paid; one on which something waits is dashed. */
export function MonthView({
  day,
  today,
  blocksOf,
  timeZone,
  onChoose,
}: {
  /** The selected day, whose month is shown. */
  day: string
  today: string
  blocksOf: ReadonlyMap<string, readonly Job[]>
  timeZone: string
  onChoose: (day: string) => void
}) {
  const words = useWords()
  const { t } = words
  const dayWords = useDayWords(timeZone)
  const grid = useRef<HTMLTableElement>(null)
  const month = day.slice(0, 7)
  const go = (event: KeyboardEvent) => {
    const next = dayAfterKey(event, day)
    if (next === null) return
    event.preventDefault()
    onChoose(next)
    // The button of a day in another month exists after the next rendering.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- it has a grid's keys
      role="grid"
      className="w-full table-fixed border-separate border-spacing-1 lg:border-spacing-1.5"
    >
      <caption className="sr-only">{t('blocks.month_of_pay', { month: dayWords.month(month, '') })}</caption>
      <thead>
        <tr>
          {WEEKDAY_GROUPS.all.map((weekday) => (
            <th key={weekday} scope="col" className="pb-1 text-sm font-semibold text-muted">
              <span aria-hidden>{words.weekday(weekday, 'short').slice(0, 1).toUpperCase()}</span>
              <span className="sr-only">{words.weekday(weekday)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(month).map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td key={one} className="p-0 align-top">
                {one.startsWith(month) && (
                  <DayButton
                    day={one}
                    chosen={one === day}
                    isToday={one === today}
                    blocks={blocksOf.get(one) ?? []}
                    timeZone={timeZone}
                    onChoose={onChoose}
                    onKey={go}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayButton({
  day,
  chosen,
  isToday,
  blocks,
  timeZone,
  onChoose,
  onKey,
}: {
  day: string
  chosen: boolean
  isToday: boolean
  blocks: readonly Job[]
  timeZone: string
  onChoose: (day: string) => void
  onKey: (event: KeyboardEvent) => void
}) {
  const words = useWords()
  const { t } = words
  const dayWords = useDayWords(timeZone)
  const sum = sumUp(blocks)
  const { count } = sum
  const waiting = blocks.filter(({ state }) => state === 'waiting').length
  const givenBack = blocks.length - count - waiting
  const parts = [
    `${dayWords.day(day)}${isToday ? `, ${t('blocks.today')}` : ''}`,
    count > 0 ? t('blocks.count', { count }) : '',
    count > 0 ? dayWords.amount(sum) : '',
    waiting > 0 ? t('blocks.waiting_count', { count: waiting }) : '',
    givenBack > 0 ? t('blocks.given_back', { count: givenBack }) : '',
  ]
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={chosen ? 0 : -1}
      aria-pressed={chosen}
      onClick={() => onChoose(day)}
      onKeyDown={onKey}
      className={`grid min-h-[3.25rem] w-full content-center justify-items-center rounded-xl border-2 border-dashed leading-tight lg:min-h-[5.25rem] ${dayLook({ chosen, count, waiting })}`}
    >
      <span className="sr-only">{parts.filter(Boolean).join('; ')}</span>
      <span
        aria-hidden
        className={`tnum text-[1.0625rem] ${count > 0 || chosen ? 'font-extrabold' : 'font-medium'} ${isToday ? todayLook(chosen) : ''}`}
      >
        {Number(day.slice(8))}
      </span>
      <Pay amount={count > 0 ? dayWords.amount(sum) : null} givenBack={givenBack > 0} chosen={chosen} />
    </button>
  )
}

/** A day on which something waits is dashed; the border of others takes its room. */
function dayLook({ chosen, count, waiting }: { chosen: boolean; count: number; waiting: number }): string {
  const edge = waiting === 0 ? 'border-transparent' : chosen ? 'border-on-amber' : 'border-edge'
  if (chosen) return `bg-amber text-on-amber ${edge}`
  return `hover:bg-surface-2 ${count > 0 ? 'bg-surface text-text' : 'text-muted'} ${edge}`
}

function todayLook(isChosen: boolean): string {
  return isChosen ? 'border-b-2 border-current' : 'border-b-2 border-amber font-extrabold text-text'
}

/** What a day paid; a mark if all of its blocks were given back. */
function Pay({ amount, givenBack, chosen }: { amount: string | null; givenBack: boolean; chosen: boolean }) {
  return (
    <span
      aria-hidden
      className={`tnum mt-0.5 min-h-[1.25em] max-w-full text-[0.75rem] font-bold tracking-[-0.02em] lg:text-[0.9375rem] ${
        chosen ? '' : 'text-green'
      }`}
    >
      {amount ??
        (givenBack && (
          <span className={`block h-1 w-3 rounded-full ${chosen ? 'bg-on-amber' : 'bg-edge'} mt-1.5`} />
        ))}
    </span>
  )
}
