import { useWords } from '../../i18n.ts'
import { useDayWords } from './day-words.ts'
import type { Arrivals } from './queries.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

/** A block whose check-in opens later, and when. */
export function LaterBlock({
  block,
  timeZone,
  now,
}: {
  block: Arrivals['blocks'][number]
  timeZone: string
  now: number
}) {
  const words = useWords()
  const { t } = words
  const { range } = useDayWords(timeZone)
  return (
    <li className="card flex items-center gap-3 px-4 py-3">
      <StationPlate of={block.stationCode} look="shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold leading-tight">{range(block)}</span>
        <span className="block text-sm leading-snug text-muted">
          {t('arrival.opens', {
            time: words.dayTime(block.opensAt, timeZone),
            span: words.span(block.opensAt - now),
          })}
        </span>
      </span>
    </li>
  )
}
