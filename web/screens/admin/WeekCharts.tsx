import { useWords } from '../../i18n.ts'
import { Bars } from '../recap/Bars.tsx'
import { Chart } from '../recap/Chart.tsx'
import '../recap/recap.css'
import { sayDay } from './billing/say.ts'
import { bestDay, percentOf, sumWins } from './figures.ts'
import type { Overview } from './queries.ts'

const HEIGHT = 'mt-3 h-44 gap-1 lg:gap-1.5'

/** Wins of all drivers by day, misses on top, and the win rate. */
export function WinChart({ wins }: { wins: Overview['wins'] }) {
  const words = useWords()
  const { t, number } = words
  const best = bestDay(wins)
  const rate = (accepted: number, missed: number) => {
    const percent = percentOf(accepted, accepted + missed)
    return percent === null ? '–' : t('overview.percent', { percent: number(percent) })
  }
  const sentence =
    best === null
      ? t('overview.no_wins')
      : t('overview.wins_say', {
          day: sayDay(words, best.day),
          won: number(best.accepted),
          missed: number(best.missed),
          percent: number(percentOf(best.accepted, best.accepted + best.missed) ?? 0),
        })
  const all = sumWins(wins)
  return (
    <Chart
      title={t('overview.wins')}
      sentence={sentence}
      table={
        wins.length === 0
          ? null
          : {
              head: [t('overview.day'), t('overview.won'), t('overview.missed'), t('overview.rate')],
              rows: wins
                .toReversed()
                .map(({ day, accepted, missed }) => [
                  sayDay(words, day),
                  number(accepted),
                  number(missed),
                  rate(accepted, missed),
                ]),
              total: [
                t('overview.total'),
                number(all.accepted),
                number(all.missed),
                rate(all.accepted, all.missed),
              ],
            }
      }
    >
      <Bars
        label={sentence}
        className={HEIGHT}
        bars={wins.map(({ day, accepted, missed }) => ({
          name: day,
          layers: [
            { value: accepted, look: day === best?.day ? 'recap-best' : 'recap-good' },
            { value: missed, look: 'recap-missed' },
          ],
        }))}
      />
    </Chart>
  )
}

/** New accounts by week. */
export function SignUpChart({ signUps }: { signUps: Overview['signUps'] }) {
  const words = useWords()
  const { t, number } = words
  const count = signUps.reduce((sum, week) => sum + week.count, 0)
  const sentence = t('overview.joined_say', { count })
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
        <Bars
          label={sentence}
          className={HEIGHT}
          bars={signUps.map((week) => ({
            name: week.week,
            layers: [{ value: week.count, look: 'recap-good' }],
            ...(week.count > 0 && { above: number(week.count) }),
          }))}
        />
      )}
    </Chart>
  )
}
