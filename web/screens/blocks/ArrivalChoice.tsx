import { useWords } from '../../i18n.ts'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { useDayWords } from './day-words.ts'
import { PayAmount } from '../../ui/PayAmount.tsx'
import type { Arrivals } from './queries.ts'

/** The blocks that are open for check-in; none is preselected. */
export function ArrivalChoice({
  blocks,
  chosen,
  timeZone,
  now,
  onChoose,
}: {
  blocks: Arrivals['blocks']
  chosen: string | null
  timeZone: string
  now: number
  onChoose: (id: string) => void
}) {
  const words = useWords()
  const { t } = words
  const { range } = useDayWords(timeZone)
  return (
    <fieldset className="grid gap-2">
      <legend className="px-1 pb-2 text-lg font-extrabold">{t('arrival.choose')}</legend>
      {blocks.map((block) => (
        <OptionRow
          key={block.id}
          name="arrival"
          checked={block.id === chosen}
          onChoose={() => onChoose(block.id)}
        >
          <span className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <span className="min-w-0">
              <span className="block text-lg font-extrabold leading-tight">
                {[block.stationCode, block.stationName === block.stationCode ? '' : block.stationName]
                  .filter(Boolean)
                  .join(', ')}
              </span>
              <span className="block leading-snug text-muted">{range(block)}</span>
              <span className="block font-semibold leading-snug text-amber-text">
                {block.startAt > now
                  ? t('arrival.starts_in', { time: words.span(block.startAt - now) })
                  : t('arrival.started')}
              </span>
              {(block.address !== '' || block.city !== '') && (
                <span className="block text-sm leading-snug text-muted">
                  {[block.address, block.city].filter(Boolean).join(', ')}
                </span>
              )}
            </span>
            <span className="tnum text-right text-lg font-extrabold">
              <PayAmount pay={block} />
            </span>
          </span>
        </OptionRow>
      ))}
    </fieldset>
  )
}
