import { addMonths } from '@madruga/core/blocks.ts'
import { useWords } from '../../i18n.ts'
import { DayList } from './DayList.tsx'
import { useDayWords } from './day-words.ts'
import type { BlockList, Job } from './queries.ts'

/**
 * A month as a list of its days with blocks: future days first, those of the next month under its name, then
 * past ones, the newest first.
 */
export function AgendaView({
  month,
  blocksOf,
  costs,
  today,
  timeZone,
  onOpen,
}: {
  /** `2026-11`. */
  month: string
  blocksOf: ReadonlyMap<string, readonly Job[]>
  costs: BlockList['costs']
  today: string
  timeZone: string
  onOpen: (block: Job) => void
}) {
  const { t } = useWords()
  const dayWords = useDayWords(timeZone)
  const days = [...blocksOf.keys()].toSorted()
  const next = `${addMonths(month, 1)}-01`
  const later = days.filter((day) => day >= next)
  const ahead = days.filter((day) => day >= today)
  const past = days.filter((day) => day < today).toReversed()
  const lists = (some: readonly string[]) =>
    some.map((day) => (
      <DayList
        key={day}
        day={day}
        blocks={blocksOf.get(day) ?? []}
        costs={costs}
        today={today}
        timeZone={timeZone}
        onOpen={onOpen}
      />
    ))
  return (
    <div className="grid gap-5">
      {lists(ahead.filter((day) => day < next))}
      {later.length > 0 && (
        <h2 className="border-t border-line px-1 pt-5 text-sm font-bold text-muted first-letter:uppercase">
          {dayWords.month(next.slice(0, 7), today)}
        </h2>
      )}
      {lists(later)}
      {ahead.length > 0 && past.length > 0 && (
        <h2 className="border-t border-line px-1 pt-5 text-sm font-bold text-muted">{t('blocks.earlier')}</h2>
      )}
      {lists(past)}
    </div>
  )
}
