import { useWords } from '../../i18n.ts'
import { Chart } from './Chart.tsx'
import type { WeekRecap } from './queries.ts'

type Part = {
  key: 'recap.caught' | 'recap.missed' | 'log.ignored_price' | 'log.ignored_schedule' | 'log.ignored_time'
  value: number
}

const LOOKS: Record<Part['key'], string> = {
  'recap.caught': 'recap-best',
  'recap.missed': 'recap-missed',
  'log.ignored_price': 'recap-plain',
  'log.ignored_schedule': 'recap-hatched',
  'log.ignored_time': 'recap-faint',
}

/** The outcomes of all offers: one road, on which the matches are a narrow lane, shown once more enlarged. */
export function Outcomes({ total, ignoredFor }: Pick<WeekRecap, 'total' | 'ignoredFor'>) {
  const words = useWords()
  const { t } = words
  const wins: Part[] = [
    { key: 'recap.caught', value: total.caught },
    { key: 'recap.missed', value: total.missed },
  ]
  const rest: Part[] = [
    { key: 'log.ignored_price', value: ignoredFor.price },
    { key: 'log.ignored_schedule', value: ignoredFor.schedule },
    { key: 'log.ignored_time', value: ignoredFor.time },
  ]
  const fitCount = total.caught + total.missed
  const sentence = t('recap.offers_say', {
    offered: words.number(total.offered),
    caught: words.number(total.caught),
    missed: words.number(total.missed),
    ignored: words.number(total.ignored),
  })
  return (
    <Chart
      title={t('recap.offers')}
      sentence={sentence}
      table={
        total.offered === 0
          ? null
          : {
              head: [t('recap.outcome'), t('recap.count')],
              rows: [...wins, ...rest].map(({ key, value }) => [t(key), words.number(value)]),
              total: [t('recap.offered'), words.number(total.offered)],
            }
      }
    >
      <div className="mt-3" aria-hidden>
        <Head name={t('recap.offered')} value={words.number(total.offered)} />
        <div className="flex h-9 overflow-hidden rounded-lg">
          {fitCount > 0 && <span className="recap-best min-w-1.5" style={{ flex: `${fitCount} 0 0` }} />}
          <Parts parts={rest} />
        </div>
        <Legend parts={rest.filter((part) => part.value > 0)} />
        {fitCount > 0 && (
          <>
            <Zoom share={fitCount / total.offered} />
            <Head name={t('recap.fitted')} value={words.number(fitCount)} />
            <div className="flex h-9 overflow-hidden rounded-lg">
              <Parts parts={wins} />
            </div>
            <Legend parts={wins} />
          </>
        )}
      </div>
      <p className="mt-3 text-sm text-muted">{t('recap.offers_hint')}</p>
    </Chart>
  )
}

function Head({ name, value }: { name: string; value: string }) {
  return (
    <p className="mb-1 flex items-baseline justify-between gap-3">
      <span className="font-semibold">{name}</span>
      <span className="tnum text-2xl font-extrabold leading-none">{value}</span>
    </p>
  )
}

function Parts({ parts }: { parts: readonly Part[] }) {
  return parts
    .filter((part) => part.value > 0)
    .map(({ key, value }) => (
      // A share of a thousandth is still visible.
      <span
        key={key}
        className={`ml-0.5 min-w-1.5 first:ml-0 ${LOOKS[key]}`}
        style={{ flex: `${value} 0 0` }}
      />
    ))
}

function Legend({ parts }: { parts: readonly Part[] }) {
  const words = useWords()
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {parts.map(({ key, value }) => (
        <li key={key} className="flex items-center gap-2">
          <span className={`size-3.5 shrink-0 rounded-sm ${LOOKS[key]}`} />
          <span className="text-muted">{words.t(key)}</span>
          <span className="tnum font-bold">{words.number(value)}</span>
        </li>
      ))}
    </ul>
  )
}

/** From the narrow lane above to the full width below. */
function Zoom({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="mb-2 mt-2 h-7 w-full">
      <path d={`M0 0 H${Math.max(1.5, share * 100)} L100 10 H0 Z`} className="recap-zoom" />
    </svg>
  )
}
