import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { Bars } from '../recap/Bars.tsx'
import { Chart } from '../recap/Chart.tsx'
import '../recap/recap.css'
import { Plot } from './Plot.tsx'
import { sayDay, sayShortDay } from './billing/say.ts'
import { bestDay, columnAt, percentOf, sumWins, ticksOf } from './figures.ts'
import type { Overview } from './queries.ts'

/** Wins of all drivers by day, misses on top, and the win rate. */
export function WinChart({ wins }: { wins: Overview['wins'] }) {
  const words = useWords()
  const { t, number } = words
  const best = bestDay(wins)
  const rate = (accepted: number, missed: number) => sayRate(words, accepted, missed)
  const sentence =
    best === null
      ? t('overview.no_wins')
      : t('overview.wins_say', {
          day: sayDay(words, best.day),
          won: number(best.accepted),
          missed: number(best.missed),
          percent: number(percentOf(best.accepted, best.accepted + best.missed) ?? 0),
        })
  const ticks = ticksOf(Math.max(0, ...wins.map(({ accepted, missed }) => accepted + missed)))
  return (
    <Chart
      title={t('overview.wins')}
      sentence={sentence}
      table={wins.length === 0 ? null : tableOf(words, wins)}
    >
      <Plot
        label={t('overview.wins')}
        ticks={ticks}
        say={number}
        points={wins.map(({ day, accepted, missed }, index) => ({
          x: columnAt(index, wins.length),
          name: `${sayDay(words, day)}:`,
          says: t('overview.wins_of', {
            won: number(accepted),
            missed: number(missed),
            rate: rate(accepted, missed),
          }),
          tick: sayShortDay(words, day),
        }))}
      >
        <Bars
          label={sentence}
          top={ticks.at(-1)!}
          className="h-full gap-0.5 lg:gap-1.5"
          bars={wins.map(({ day, accepted, missed }) => ({
            name: day,
            layers: [
              { value: accepted, look: day === best?.day ? 'recap-best' : 'recap-good' },
              { value: missed, look: 'recap-missed' },
            ],
          }))}
        />
      </Plot>
    </Chart>
  )
}

function tableOf(words: Words, wins: Overview['wins']) {
  const { t, number } = words
  const row = (name: string, { accepted, missed }: { accepted: number; missed: number }) => [
    name,
    number(accepted),
    number(missed),
    sayRate(words, accepted, missed),
  ]
  return {
    head: [t('overview.day'), t('overview.won'), t('overview.missed'), t('overview.rate')],
    rows: wins.toReversed().map((one) => row(sayDay(words, one.day), one)),
    total: row(t('overview.total'), sumWins(wins)),
  }
}

function sayRate({ t, number }: Words, accepted: number, missed: number): string {
  const percent = percentOf(accepted, accepted + missed)
  return percent === null ? '–' : t('overview.percent', { percent: number(percent) })
}

/** New accounts by week. */
export function SignUpChart({ signUps }: { signUps: Overview['signUps'] }) {
  const words = useWords()
  const { t, number } = words
  const count = signUps.reduce((sum, week) => sum + week.count, 0)
  const sentence = t('overview.joined_say', { count })
  const ticks = ticksOf(Math.max(0, ...signUps.map((week) => week.count)))
  return (
    <Chart
      title={t('overview.joined')}
      sentence={sentence}
      table={{
        head: [t('overview.week'), t('overview.accounts')],
        rows: signUps.toReversed().map((week) => [sayDay(words, week.week), number(week.count)]),
        total: [t('overview.total'), number(count)],
      }}
    >
      {count > 0 && (
        <Plot
          label={t('overview.joined')}
          ticks={ticks}
          say={number}
          points={signUps.map((week, index) => ({
            x: columnAt(index, signUps.length),
            name: `${t('overview.week')} ${sayDay(words, week.week)}:`,
            says: number(week.count),
            tick: sayShortDay(words, week.week),
          }))}
        >
          <Bars
            label={sentence}
            top={ticks.at(-1)!}
            className="h-full gap-1.5 lg:gap-3"
            bars={signUps.map((week) => ({
              name: week.week,
              layers: [{ value: week.count, look: 'recap-good' }],
            }))}
          />
        </Plot>
      )}
    </Chart>
  )
}
