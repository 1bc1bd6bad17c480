import { IconCircleCheck } from '../../icons/circle-check.ts'
import { useWords } from '../../i18n.ts'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { sayLength } from '../../pay.ts'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { useDayWords } from './day-words.ts'
import { counts, stateKey } from './pay.ts'
import type { Block } from './queries.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

/** A block of a day: its chip, its hours, its pay. A released one is struck out, and labeled. */
export function BlockRow({
  block,
  timeZone,
  onOpen,
}: {
  block: Block
  timeZone: string
  onOpen: (block: Block) => void
}) {
  const words = useWords()
  const { t } = words
  const { range } = useDayWords(timeZone)
  const held = counts(block)
  const note = [sayLength(words, block), block.stationName !== block.stationCode && block.stationName]
    .filter(Boolean)
    .join(', ')
  return (
    <li className="rows overflow-hidden rounded-2xl">
      <button
        type="button"
        className="row h-auto min-h-16 border-b-0 py-2"
        onPointerDown={warmSheet}
        onClick={() => onOpen(block)}
        data-block={block.id}
      >
        <StationPlate of={block.stationCode} won={held} />
        <span className="min-w-0">
          <span className={`row-title whitespace-normal ${held ? '' : 'text-muted line-through'}`}>
            {range(block)}
          </span>
          <span className="row-note whitespace-normal">
            {block.state === 'held' ? (
              note
            ) : (
              <span className="inline-flex items-center gap-1">
                {block.state !== 'forfeited' && <IconCircleCheck size={15} aria-hidden />}
                {t(stateKey(block))}
              </span>
            )}
          </span>
        </span>
        <span
          className={`tnum text-right text-lg font-extrabold leading-tight ${held ? '' : 'text-muted line-through'}`}
        >
          <PayAmount pay={block} />
        </span>
      </button>
    </li>
  )
}
