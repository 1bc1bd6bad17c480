import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { readRunSchedule, startOfDay, sumSpans } from './run-schedule.ts'
import type { Span } from './run-schedule.ts'
import type { Today } from './state.ts'

const DAY_MS = 86_400_000
/** Hours under the bar. */
const MARKS = [0, 6, 12, 18, 24]

/** When the bot searched and slept today: a picture, a sentence, and a table. */
export function RunSchedule({
  runSchedule,
  timeZone,
}: {
  runSchedule: Today['runSchedule']
  timeZone: string | undefined
}) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(30_000)
  const dayStart = startOfDay(now, timeZone ?? words.timeZone)
  const spans = readRunSchedule(runSchedule, dayStart, now)
  const x = (at: number) => ((at - dayStart) / DAY_MS) * 100
  const sentence =
    spans.length === 0
      ? t('rhythm.none')
      : t('rhythm.sentence', {
          searched: words.span(sumSpans(spans, 'running')),
          slept: words.span(sumSpans(spans, 'sleeping')),
        })
  return (
    <section aria-label={t('rhythm.title')}>
      <svg
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not fetched
        role="img"
        aria-label={sentence}
        className="h-8 w-full overflow-hidden rounded-lg bg-surface-2"
      >
        {spans.map((span) => (
          <rect
            key={span.from}
            x={x(span.from)}
            // A short run still shows.
            width={Math.max(0.8, x(span.to) - x(span.from))}
            y={span.kind === 'running' ? 0 : 6}
            height={span.kind === 'running' ? 10 : 4}
            className={span.kind === 'running' ? 'fill-amber' : 'fill-[var(--edge)]'}
          />
        ))}
        <rect x={x(now)} y={0} width={0.5} height={10} className="fill-text" />
      </svg>
      <div className="tnum mt-1 flex justify-between text-xs text-muted" aria-hidden>
        {MARKS.map((hour) => (
          <span key={hour}>
            {hour % 12 === 0 ? 12 : hour % 12}
            {hour % 24 < 12 ? 'a' : 'p'}
          </span>
        ))}
      </div>
      <p className="mt-1.5 text-sm text-muted">{sentence}</p>
      {spans.length > 0 && <SpanTable spans={spans} timeZone={timeZone} />}
    </section>
  )
}

function SpanTable({ spans, timeZone }: { spans: readonly Span[]; timeZone: string | undefined }) {
  const { t, time } = useWords()
  return (
    <details>
      <summary className="-mb-3 flex min-h-12 cursor-pointer items-center text-sm font-bold underline">
        {t('chart.table')}
      </summary>
      <div className="mt-3 overflow-x-auto">
        <table className="tnum w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              <th className="py-1 font-semibold">{t('rhythm.state')}</th>
              <th className="py-1 font-semibold">{t('rhythm.from')}</th>
              <th className="py-1 font-semibold">{t('rhythm.to')}</th>
            </tr>
          </thead>
          <tbody>
            {spans.map((span) => (
              <tr key={span.from} className="border-t border-line">
                <td className="py-1.5">{t(`phase.${span.kind}`)}</td>
                <td className="py-1.5">{time(span.from, timeZone)}</td>
                <td className="py-1.5">{span.open ? t('rhythm.now') : time(span.to, timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
