import { PHASES } from '@madruga/core/bot-states.ts'
import { useWords } from '../../i18n.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { Chart } from '../recap/Chart.tsx'
import '../recap/recap.css'
import { dateFormat } from '@madruga/core/formats.ts'
import { Plot } from './Plot.tsx'
import { alongTime, highestOf, stackLayers, ticksOf } from './figures.ts'
import { RANGES } from './queries.ts'
import type { Overview, Range } from './queries.ts'

type States = Overview['states']

/** From the bottom up: what searches, what rests, what is in between. */
const SHOWN = [
  'running',
  'sleeping',
  'preparing',
  'pending_termination',
  'cooling_down',
  'failed_to_launch',
] as const
const BOX = { width: 600, height: 160 }
/** Under the axis: of a day the time, of more the day. */
const TICKS = {
  day: { hour: 'numeric', minute: '2-digit' },
  week: { weekday: 'short', day: 'numeric' },
  month: { month: 'short', day: 'numeric' },
} as const satisfies Record<Range, Intl.DateTimeFormatOptions>

/** Bots by state over time; parked ones are in the table alone, since they are most of them. */
export function StateChart({
  states,
  range,
  onRange,
  busy,
}: {
  states: States
  range: Range
  onRange: (range: Range) => void
  busy: boolean
}) {
  const words = useWords()
  const { t, number, date } = words
  const { points } = states
  const peak = points.toSorted((one, other) => runningOf(other) - runningOf(one))[0]
  const last = points.at(-1)
  const sentence =
    peak === undefined || last === undefined
      ? t('overview.states_none')
      : t('overview.states_say', {
          most: number(runningOf(peak)),
          when: date(peak.at),
          now: number(runningOf(last)),
        })
  return (
    <div className="overview-states" aria-busy={busy}>
      <Segmented
        label={t('overview.range')}
        name="range"
        value={range}
        choices={RANGES.map((value) => ({ value, label: t(`overview.range.${value}`) }))}
        onChange={onRange}
      />
      <Chart
        title={t('overview.states')}
        sentence={sentence}
        table={
          points.length === 0
            ? null
            : {
                head: [
                  t('overview.when'),
                  ...PHASES.map((phase) => t(`phase.${phase}`)),
                  t('overview.silent'),
                ],
                rows: points
                  .toReversed()
                  .map((point) => [
                    date(point.at),
                    ...PHASES.map((phase) => number(point.phases[phase] ?? 0)),
                    number(point.silent),
                  ]),
              }
        }
      >
        <Area states={states} range={range} sentence={sentence} />
      </Chart>
    </div>
  )
}

function Area({ states: { points }, range, sentence }: { states: States; range: Range; sentence: string }) {
  const { t, number, date, locale, timeZone } = useWords()
  const layers = SHOWN.map((phase) => points.map((point) => point.phases[phase] ?? 0))
  const xs = alongTime(points.map(({ at }) => at))
  const ticks = ticksOf(highestOf(layers))
  const polygons = stackLayers(layers, { ...BOX, xs, top: ticks.at(-1)! })
  const tick = dateFormat(locale, { ...TICKS[range], ...(timeZone !== undefined && { timeZone }) })
  const counts = ({ phases, silent }: States['points'][number]) => {
    const parts = SHOWN.filter((phase) => phases[phase]).map(
      (phase) => `${t(`phase.${phase}`)} ${number(phases[phase]!)}`,
    )
    const all = silent > 0 ? [...parts, `${t('overview.silent')} ${number(silent)}`] : parts
    return all.length === 0 ? t('overview.states_rest') : all.join(', ')
  }
  return (
    <>
      <Plot
        label={t('overview.states')}
        ticks={ticks}
        say={number}
        points={points.map((point, index) => ({
          x: xs[index]!,
          name: `${date(point.at)}:`,
          says: counts(point),
          tick: tick.format(point.at),
        }))}
      >
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not fetched
          role="img"
          aria-label={sentence}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className="overview-area"
        >
          {SHOWN.map((phase, index) => (
            <polygon key={phase} data-phase={phase} points={polygons[index]} />
          ))}
        </svg>
      </Plot>
      <ul className="overview-legend" aria-hidden>
        {SHOWN.map((phase) => (
          <li key={phase} data-phase={phase}>
            {t(`phase.${phase}`)}
          </li>
        ))}
      </ul>
    </>
  )
}

function runningOf(point: States['points'][number]): number {
  return point.phases.running ?? 0
}
