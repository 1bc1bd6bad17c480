import { useWords } from '../../i18n.ts'
import { DayList } from './DayList.tsx'
import type { BlockList, Job } from './queries.ts'

/** A month as a list of its days with blocks: future days first, then past ones, the newest first. */
export function AgendaView({
  blocksOf,
  costs,
  today,
  timeZone,
  onOpen,
}: {
  blocksOf: ReadonlyMap<string, readonly Job[]>
  costs: BlockList['costs']
  today: string
  timeZone: string
  onOpen: (block: Job) => void
}) {
  const { t } = useWords()
  const days = [...blocksOf.keys()].toSorted()
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
      {lists(ahead)}
      {ahead.length > 0 && past.length > 0 && (
        <h2 className="border-t border-line px-1 pt-5 text-sm font-bold text-muted">{t('blocks.earlier')}</h2>
      )}
      {lists(past)}
    </div>
  )
}
