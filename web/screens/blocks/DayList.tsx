import { sumUp } from '@madruga/core/blocks.ts'
import { useWords } from '../../i18n.ts'
import { OtherPayLine } from '../../ui/OtherPayLine.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { BlockRow } from './BlockRow.tsx'
import { useDayWords } from './day-words.ts'
import { leftOfDay } from './pay.ts'
import type { BlockList, Job } from './queries.ts'

/** The blocks of one day, with its name and pay. */
export function DayList({
  day,
  blocks,
  costs,
  today,
  timeZone,
  onOpen,
}: {
  day: string
  blocks: readonly Job[]
  costs: BlockList['costs']
  today: string
  timeZone: string
  onOpen: (block: Job) => void
}) {
  const words = useWords()
  const { t } = words
  const named = useDayWords(timeZone)
  const sum = sumUp(blocks)
  return (
    <section aria-labelledby={`day-${day}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-1 pb-2">
        <h3 id={`day-${day}`} className="text-lg font-extrabold first-letter:uppercase">
          {named.day(day)}
          {day === today && <span className="font-semibold text-amber-text">, {t('blocks.today')}</span>}
        </h3>
        {sum.count > 1 && (
          <span className="tnum ml-auto text-right font-extrabold text-green">
            <PayAmount pay={sum} sum />
          </span>
        )}
      </div>
      {sum.count > 1 && <OtherPayLine of={sum} className="-mt-1.5 px-1 pb-2 text-right" />}
      {sum.count > 0 && <DayLeft blocks={blocks} costs={costs} />}
      {blocks.length === 0 ? (
        <p className="card px-4 py-5 text-muted">
          {t(day < today ? 'blocks.day_was_free' : 'blocks.day_free')}
        </p>
      ) : (
        <ul className="grid gap-2">
          {blocks.map((block) => (
            <BlockRow key={block.id} block={block} timeZone={timeZone} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What is left an hour of a day's pay, after miles and our fee; nothing where it is not known. */
function DayLeft({ blocks, costs }: { blocks: readonly Job[]; costs: BlockList['costs'] }) {
  const { t, money } = useWords()
  const left = leftOfDay(blocks, costs)
  if (left === null || left.after === null) return null
  return (
    <p className="tnum -mt-1.5 px-1 pb-2 text-sm text-muted">
      {t(`keep.day_${left.after}`, {
        pay: `${left.isEstimate ? '~' : ''}${money(left.perHourCents, left.currency)}`,
      })}
    </p>
  )
}
