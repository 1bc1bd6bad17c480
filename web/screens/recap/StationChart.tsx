import { useWords } from '../../i18n.ts'
import { OtherPayLine } from '../../ui/OtherPayLine.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { Chart } from './Chart.tsx'
import { cellsOf, headOf } from './cells.ts'
import { best, hourOf, sayEarned, sayNoBest } from './figures.ts'
import type { Sum } from './figures.ts'
import type { WeekRecap } from './queries.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

type Station = WeekRecap['byStation'][number]

/** As many as fit on a phone; the table has all. */
const MOST_SHOWN = 8

/** Each station's pay, in total and per hour. */
export function StationChart({ byStation: stations, total }: Pick<WeekRecap, 'byStation' | 'total'>) {
  const words = useWords()
  const { t } = words
  const top = best(stations, (station) => station.payCents)
  const money = (cents: number, { payBasis }: Sum) =>
    `${payBasis ? '~' : ''}${words.money(cents, total.currency)}`
  const paidStations = stations
    .filter((station) => station.payCents > 0 || station.others.length > 0)
    .slice(0, MOST_SHOWN)
  return (
    <Chart
      title={t('recap.stations')}
      sentence={
        top === null
          ? sayNoBest(words, total, 'recap.stations_none')
          : t('recap.stations_say', { station: nameOf(top), pay: sayEarned(words, top, total.currency) })
      }
      table={
        stations.length === 0
          ? null
          : {
              head: headOf(words, 'recap.station'),
              rows: stations.map((station) => [station.code, ...cellsOf(words, station)]),
              total: [t('recap.total'), ...cellsOf(words, total)],
            }
      }
    >
      <ul className="mt-3 grid gap-4 empty:hidden" aria-hidden>
        {paidStations.map((station) => (
          <li
            key={station.stationId}
            className="grid grid-cols-[minmax(4.25rem,auto)_minmax(0,1fr)_auto] items-center gap-x-3"
          >
            <StationPlate of={station.code} won />
            <span className="min-w-0">
              {station.name !== station.code && (
                <span className="block truncate text-sm leading-tight text-muted">{station.name}</span>
              )}
              <span className="mt-1 block h-2.5 rounded-full bg-surface-2">
                <span
                  className={`block h-full min-w-1.5 rounded-full ${station === top ? 'recap-best' : 'recap-good'}`}
                  style={{ width: `${(station.payCents / (top?.payCents ?? 1)) * 100}%` }}
                />
              </span>
            </span>
            <span className="tnum text-right leading-tight">
              {station.payCents > 0 && (
                <>
                  <span className="block font-extrabold">
                    <PayAmount pay={station} sum />
                  </span>
                  {hourOf(station) > 0 && (
                    <span className="block text-sm text-muted">
                      {t('recap.per_hour', { pay: money(hourOf(station), station) })}
                    </span>
                  )}
                </>
              )}
            </span>
            <OtherPayLine of={station} className="col-span-full text-right" />
          </li>
        ))}
      </ul>
    </Chart>
  )
}

const nameOf = ({ code, name }: Station) => (name === '' || name === code ? code : `${code} ${name}`)
