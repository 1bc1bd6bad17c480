import {
  IconBan,
  IconBolt,
  IconCalendarOff,
  IconFilter,
  IconGauge,
  IconHistoryOff,
  IconParking,
  IconPlugConnectedX,
  IconZzz,
} from '../../icons/drawings.ts'
import type { ReactNode } from 'react'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { payParts } from '../../pay.ts'
import { OtherPayLine } from '../../ui/OtherPayLine.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { filterScreen } from '../shell/menu.ts'
import { missedSum } from './figures.ts'
import type { WeekRecap } from './queries.ts'

type Cause = WeekRecap['misses'][number]['cause']

const ICONS: Record<Cause, typeof IconBolt> = {
  too_slow: IconBolt,
  asleep: IconZzz,
  parked: IconParking,
  budget: IconGauge,
  limits: IconCalendarOff,
  withdrawn: IconBan,
  platform: IconPlugConnectedX,
}

/** Matching offers that were missed, by cause; and, separately, ignored ones. */
export function Missed({ week }: { week: WeekRecap }) {
  const words = useWords()
  const { t } = words
  const { misses, untold, total, ignoredFor } = week
  const sum = missedSum(week)
  const most = Math.max(1, ...misses.map((each) => each.payCents))
  return (
    <section aria-labelledby="recap-misses" className="card recap-part p-4 lg:p-5">
      <h2 id="recap-misses" className="text-xl font-extrabold">
        {t('recap.misses')}
      </h2>
      <p className="mt-1 text-muted">{sayMissed(words, week)}</p>
      <ul className="mt-2 grid">
        {misses.map((miss) => {
          const { cause, payCents } = miss
          const Icon = ICONS[cause]
          return (
            <Row
              key={cause}
              icon={<Icon size={22} aria-hidden />}
              name={t(`recap.cause.${cause}`)}
              figure={<Lost of={miss} />}
              share={payCents / most}
            >
              <Way cause={cause} />
            </Row>
          )
        })}
        {untold > 0 && (
          <Row
            icon={<IconHistoryOff size={22} aria-hidden />}
            name={t('recap.cause.untold')}
            figure={t('recap.left_count', { count: untold, shown: words.number(untold) })}
          />
        )}
        {misses.length + Number(untold > 0) > 1 && (
          <li className="tnum flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-edge py-3 font-extrabold">
            <span>{t('recap.misses_together')}</span>
            <span>
              {untold > 0
                ? t('recap.left_count', { count: sum.count, shown: words.number(sum.count) })
                : t('recap.times', { count: sum.count, pay: payParts(words, sum, true).amount })}
            </span>
            <OtherPayLine of={sum} className="w-full text-right font-normal" />
          </li>
        )}
        {total.ignored > 0 && (
          <Row
            icon={<IconFilter size={22} aria-hidden />}
            name={t('recap.cause.filter')}
            figure={t('recap.left_count', { count: total.ignored, shown: words.number(total.ignored) })}
            text={t('recap.cause.filter_text', {
              price: words.number(ignoredFor.price),
              schedule: words.number(ignoredFor.schedule),
              time: words.number(ignoredFor.time),
            })}
          />
        )}
      </ul>
    </section>
  )
}

/** How many offers of a cause, and what they pay. */
function Lost({ of: miss }: { of: WeekRecap['misses'][number] }) {
  const words = useWords()
  return (
    <>
      <span className="text-red">
        {words.t('recap.times', { count: miss.count, pay: payParts(words, miss, true).amount })}
      </span>
      <OtherPayLine of={miss} className="font-normal" />
    </>
  )
}

function sayMissed(words: Words, week: WeekRecap): string {
  const { count, tried, rest } = missedSum(week)
  if (count === 0) return words.t(week.knownFrom === null ? 'recap.misses_unknown' : 'recap.misses_none')
  if (rest === 0) return words.t('recap.misses_tried', { count })
  if (tried === 0) return words.t('recap.misses_rest', { count })
  return words.t('recap.misses_both', { count, tried: words.number(tried), rest: words.number(rest) })
}

function Row({
  icon,
  name,
  figure,
  share,
  text,
  children,
}: {
  icon: ReactNode
  name: string
  figure: ReactNode
  /** Of the costliest cause; none if there is no amount. */
  share?: number
  text?: string
  children?: ReactNode
}) {
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-t border-line py-3 first:border-t-0">
      <span className="grid size-10 place-items-center rounded-xl bg-surface-2 text-muted">{icon}</span>
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 leading-snug">
          <span className="font-bold">{name}</span>
          <span className="tnum font-bold">{figure}</span>
        </p>
        {share !== undefined && (
          <p className="my-1.5 h-2 rounded-full bg-surface-2" aria-hidden>
            <span
              className="recap-missed block h-full min-w-1.5 rounded-full"
              style={{ width: `${share * 100}%` }}
            />
          </p>
        )}
        {text && <p className="text-sm text-muted">{text}</p>}
        {children}
      </div>
    </li>
  )
}

/** The screen where a driver can fix a cause. */
function Way({ cause }: { cause: Cause }) {
  const { t } = useWords()
  const driver = recallDriver()
  if (cause === 'parked')
    return (
      <ScreenLink screen="autostart" className="btn recap-act mt-2">
        {t('AUTOSTART')}
      </ScreenLink>
    )
  if (cause === 'asleep' && driver)
    return (
      <ScreenLink screen={filterScreen(driver)} className="btn recap-act mt-2">
        {t('recap.speed')}
      </ScreenLink>
    )
  return null
}
