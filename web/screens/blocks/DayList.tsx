import { sumUp, counts } from '@madruga/core/blocks.ts'
import { useWords } from '../../i18n.ts'
import { IconCircleCheck } from '../../icons/first.ts'
import { sayLength } from '../../pay.ts'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { OtherPayLine } from '../../ui/OtherPayLine.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { StationPlate } from '../../ui/StationPlate.tsx'
import { useDayWords } from './day-words.ts'
import { leftOfDay, stateKey } from './pay.ts'
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
  const dayWords = useDayWords(timeZone)
  const sum = sumUp(blocks)
  return (
    <section aria-labelledby={`day-${day}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-1 pb-2">
        <h3 id={`day-${day}`} className="text-lg font-extrabold first-letter:uppercase">
          {dayWords.day(day)}
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
  const rest = leftOfDay(blocks, costs)
  if (rest === null || rest.after === null) return null
  return (
    <p className="tnum -mt-1.5 px-1 pb-2 text-sm text-muted">
      {t(`keep.day_${rest.after}`, {
        pay: `${rest.isEstimate ? '~' : ''}${money(rest.perHourCents, rest.currency)}`,
      })}
    </p>
  )
}

/**
 * A job of a day: its chip, its hours, its pay. A released one is struck out, one that waits is dashed; both
 * are labeled.
 */
function BlockRow({
  block,
  timeZone,
  onOpen,
}: {
  block: Job
  timeZone: string
  onOpen: (block: Job) => void
}) {
  const words = useWords()
  const { t } = words
  const { range } = useDayWords(timeZone)
  const isHeld = counts(block)
  const waits = block.state === 'waiting'
  const strike = isHeld || waits ? '' : 'text-muted line-through'
  const note = [sayLength(words, block), block.stationName !== block.stationCode && block.stationName]
    .filter(Boolean)
    .join(', ')
  return (
    <li className="rows overflow-hidden rounded-2xl">
      <button
        type="button"
        className={`row h-auto min-h-16 ${waits ? 'rounded-2xl border-2 border-dashed border-edge py-1.5' : 'border-b-0 py-2'}`}
        onPointerDown={warmSheet}
        onClick={() => onOpen(block)}
        data-block={block.id}
      >
        <StationPlate of={block.stationCode} won={isHeld} />
        <span className="min-w-0">
          <span className={`row-title whitespace-normal ${strike}`}>{range(block)}</span>
          <span className="row-note whitespace-normal">
            {block.state === 'held' ? (
              note
            ) : (
              <span className={`inline-flex items-center gap-1 ${waits ? 'font-bold text-amber-text' : ''}`}>
                {isHeld && <IconCircleCheck size={15} aria-hidden />}
                {t(stateKey(block))}
              </span>
            )}
          </span>
        </span>
        <span
          className={`tnum text-right text-lg font-extrabold leading-tight ${waits ? 'text-muted' : strike}`}
        >
          <PayAmount pay={block} />
        </span>
      </button>
    </li>
  )
}
