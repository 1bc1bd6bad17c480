import { IconCircleCheck } from '../../icons/circle-check.ts'
import { useWords } from '../../i18n.ts'
import { useDayWords } from './day-words.ts'
import type { Arrivals } from './queries.ts'

/** A block at which the driver is checked in, as a banner. */
export function ArrivalBanner({ block, timeZone }: { block: Arrivals['blocks'][number]; timeZone: string }) {
  const { t, time } = useWords()
  const { range } = useDayWords(timeZone)
  return (
    <section
      aria-label={t('arrival.done', { station: block.stationCode })}
      className="rounded-[1.25rem] bg-sign px-5 py-4 text-on-sign shadow-[inset_0_0_0_3px_var(--sign),inset_0_0_0_4.5px_rgb(255_255_255/.85)]"
    >
      <p className="flex items-center gap-2 font-semibold">
        <IconCircleCheck size={20} aria-hidden />
        {block.checkedInAt === null
          ? t('blocks.state.checked_in')
          : t('arrival.done_at', { time: time(block.checkedInAt, timeZone) })}
      </p>
      <p className="mt-1 text-2xl font-extrabold leading-tight">{block.stationCode}</p>
      <p className="font-bold">{range(block)}</p>
    </section>
  )
}
