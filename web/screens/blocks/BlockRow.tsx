import { counts } from '@madruga/core/blocks.ts'
import { IconCircleCheck } from '../../icons/circle-check.ts'
import { useWords } from '../../i18n.ts'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { sayLength } from '../../pay.ts'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { useDayWords } from './day-words.ts'
import { stateKey } from './pay.ts'
import type { Job } from './queries.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

/**
 * A job of a day: its chip, its hours, its pay. A released one is struck out, one that waits is dashed; both
 * are labeled.
 */
export function BlockRow({
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
  const held = counts(block)
  const waits = block.state === 'waiting'
  const struck = held || waits ? '' : 'text-muted line-through'
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
        <StationPlate of={block.stationCode} won={held} />
        <span className="min-w-0">
          <span className={`row-title whitespace-normal ${struck}`}>{range(block)}</span>
          <span className="row-note whitespace-normal">
            {block.state === 'held' ? (
              note
            ) : (
              <span className={`inline-flex items-center gap-1 ${waits ? 'font-bold text-amber-text' : ''}`}>
                {held && <IconCircleCheck size={15} aria-hidden />}
                {t(stateKey(block))}
              </span>
            )}
          </span>
        </span>
        <span
          className={`tnum text-right text-lg font-extrabold leading-tight ${waits ? 'text-muted' : struck}`}
        >
          <PayAmount pay={block} />
        </span>
      </button>
    </li>
  )
}
