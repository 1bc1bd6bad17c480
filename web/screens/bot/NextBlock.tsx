import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import type { Today } from './state.ts'

/** The next block that the driver holds, as its sign. */
export function NextBlock({ next, timeZone }: { next: Today['nextBlock']; timeZone: string | undefined }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(30_000)
  if (next === null) {
    return (
      <section className="card px-5 py-4" aria-labelledby="next">
        <h2 id="next" className="font-bold">
          {t('next.title')}
        </h2>
        <p className="text-sm text-muted">{t('next.none')}</p>
      </section>
    )
  }
  return (
    <section
      className="rounded-[1.25rem] bg-sign px-5 py-4 text-on-sign shadow-[inset_0_0_0_3px_var(--sign),inset_0_0_0_4.5px_rgb(255_255_255/.85)]"
      aria-labelledby="next"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="next" className="text-sm font-semibold">
            {t('next.title')}
          </h2>
          <p className="truncate text-2xl font-extrabold leading-tight">{next.stationCode}</p>
          <p className="truncate">{next.stationName}</p>
        </div>
        <p className="tnum text-2xl font-extrabold leading-tight">
          {words.money(next.payCents + next.tipCents)}
        </p>
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-3 font-bold">
        <span>
          {words.dayTime(next.startAt, timeZone)}, {words.hours(next.endAt - next.startAt)}
        </span>
        <span className="font-semibold">
          {next.startAt > now ? t('next.in', { time: words.span(next.startAt - now) }) : t('next.now')}
        </span>
      </p>
    </section>
  )
}
