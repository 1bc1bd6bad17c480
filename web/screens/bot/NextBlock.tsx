import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { sayLength } from '../../pay.ts'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isStoreName } from '../../ui/StationPlate.tsx'
import type { Today } from './state.ts'

/** The next block that the driver holds, as its sign. */
export function NextBlock({ next, timeZone }: { next: Today['nextBlock']; timeZone: string | undefined }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(30_000)
  if (next === null) {
    return (
      <section className="card min-h-[7.5rem] px-5 py-4" aria-labelledby="next">
        <h2 id="next" className="font-bold">
          {t('next.title')}
        </h2>
        <p className="text-sm text-muted">{t('next.none')}</p>
      </section>
    )
  }
  return (
    <section
      className="min-h-[7.5rem] rounded-[1.25rem] bg-sign px-5 py-3.5 text-on-sign shadow-[inset_0_0_0_3px_var(--sign),inset_0_0_0_4.5px_rgb(255_255_255/.85)]"
      aria-labelledby="next"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-semibold">
        <h2 id="next">{t('next.title')}</h2>
        <span>
          {next.startAt > now ? t('next.in', { time: words.span(next.startAt - now) }) : t('next.now')}
        </span>
      </div>
      <div className="mt-0.5 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3">
        <p
          className={`${isStoreName(next.stationCode) ? 'text-lg' : 'text-2xl'} font-extrabold leading-tight`}
        >
          {next.stationCode}
        </p>
        <p className="tnum text-right text-2xl font-extrabold leading-tight">
          <PayAmount pay={next} />
        </p>
      </div>
      <p className="font-bold">
        {words.dayTime(next.startAt, timeZone)}, {sayLength(words, next)}
        {words.there(next.startAt, next.timeZone ?? undefined)}
      </p>
    </section>
  )
}

/** As high as the final content, so that nothing shifts when it loads. */
export function NextBlockSkeleton() {
  return (
    <div className="card grid min-h-[7.5rem] content-center gap-2 px-5" aria-hidden>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-6 w-40" />
    </div>
  )
}
