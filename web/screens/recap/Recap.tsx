import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayNames, isDay, shiftDay, formatMinute } from '@madruga/core/days.ts'
import { isPaidIn, isUnstated } from '@madruga/core/offers.ts'
import { useSearch } from '../../address.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconRoad, IconChevronLeft } from '../../icons/drawings.ts'
import { IconChevronRight } from '../../icons/first.ts'
import { hasFee } from '../../pay-left.ts'
import { Failed } from '../../ui/Failed.tsx'
import { PayLeft } from '../../ui/PayLeft.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Forecast } from '../forecast/Forecast.tsx'
import { filterScreen } from '../shell/menu.ts'
import { DayChart } from './DayChart.tsx'
import { Earned } from './Earned.tsx'
import { HourChart } from './HourChart.tsx'
import { Missed } from './Missed.tsx'
import { Outcomes } from './Outcomes.tsx'
import { StationChart } from './StationChart.tsx'
import { isEmpty, weekWords, saySince, sayWould } from './figures.ts'
import { recapQuery } from './queries.ts'
import type { WeekRecap } from './queries.ts'
import './recap.css'

/** A week in figures: its pay, offers won, missed and ignored, counterfactuals, and the hours to come. */
export function Recap() {
  const { day } = useSearch()
  const recap = useQuery(recapQuery(day !== undefined && isDay(day) ? day : undefined))
  if (recap.data === undefined)
    return recap.isError ? <Failed error={recap.error} onRetry={() => void recap.refetch()} /> : <Waiting />
  const week = recap.data
  const today = dayNames(week.timeZone)(week.now)
  const empty = isEmpty(week)
  const current = today >= week.from && today <= week.to
  return (
    <div
      aria-busy={recap.isPlaceholderData}
      className={`recap mx-auto grid w-full max-w-[72rem] content-start gap-3 px-3 pb-8 lg:gap-4 min-[22.5rem]:px-4 lg:px-6 ${recap.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <div>
        <WeekBar week={week} today={today} empty={empty} />
        {empty ? <Nothing /> : <Earned week={week} current={current} />}
      </div>
      {!empty && <Parts week={week} />}
      <Forecast />
    </div>
  )
}

function Parts({ week }: { week: WeekRecap }) {
  return (
    <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-4">
      <div className="grid gap-3 lg:gap-4">
        <DayChart {...week} />
        <Outcomes {...week} />
        <Missed week={week} />
      </div>
      <div className="grid gap-3 lg:gap-4">
        <WouldHave week={week} />
        <HourChart {...week} />
        <StationChart {...week} />
        <NetPay {...week} />
      </div>
    </div>
  )
}

function Nothing() {
  const { t } = useWords()
  return (
    <div className="card grid justify-items-center gap-1 px-6 py-16 text-center">
      <IconRoad size={36} aria-hidden className="mb-2 text-muted" />
      <p className="text-lg font-extrabold">{t('recap.nothing')}</p>
      <p className="max-w-[36ch] text-muted">{t('recap.nothing_text')}</p>
    </div>
  )
}

function Waiting() {
  const { t } = useWords()
  return (
    <div className="mx-auto grid w-full max-w-[72rem] gap-3 px-4 lg:px-6" aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="mx-auto h-12 w-48" />
      <Skeleton className="h-44 rounded-[1.25rem]" />
      <Skeleton className="h-64 rounded-[1.25rem]" />
      <Skeleton className="h-40 rounded-[1.25rem]" />
    </div>
  )
}

/** What is left after miles and our fee, and the IRS deduction, which is for pay in US dollars. */
function NetPay({ deduction, total, costs }: Pick<WeekRecap, 'deduction' | 'total' | 'costs'>) {
  const words = useWords()
  const { t } = words
  if (total.minutes === 0 || isUnstated(total)) return null
  const rate = deduction.tenthCentsPerMile.map((tenths) => `${words.number(tenths / 10)} ¢`).join(' / ')
  const restCount = total.blocks - deduction.blocks
  return (
    <section aria-labelledby="recap-net" className="card recap-part grid gap-2 p-4 lg:p-5">
      <h2 id="recap-net" className="text-xl font-extrabold">
        {t(hasFee(total, costs) ? 'recap.net' : 'recap.net_free')}
      </h2>
      <PayLeft pay={total} minutes={total.paidMinutes} costs={costs} />
      {deduction.blocks > 0 && isPaidIn(total, null) && (
        <p className="tnum flex justify-between gap-4">
          <span className="text-muted [overflow-wrap:anywhere]">
            {t('recap.net_tax', { rate, miles: words.number(deduction.miles) })}
          </span>
          <span className="font-bold">{words.money(deduction.cents)}</span>
        </p>
      )}
      {deduction.blocks > 0 && <p className="text-sm text-muted">{t('recap.net_hint')}</p>}
      {restCount > 0 && (
        <p className="recap-act text-sm font-semibold">
          {t('recap.net_uncounted', { count: restCount })}{' '}
          <ScreenLink screen="location" className="underline">
            {t('act.location')}
          </ScreenLink>
        </p>
      )}
    </section>
  )
}

/** The current week, as the tab on top of a guide sign, with links to the previous and the next one. */
function WeekBar({ week, today, empty }: { week: WeekRecap; today: string; empty: boolean }) {
  const words = useWords()
  const { t } = words
  const before = week.earliest !== null && week.earliest < week.from ? shiftDay(week.from, -7) : null
  const after = shiftDay(week.from, 7) <= today ? shiftDay(week.from, 7) : null
  return (
    <nav aria-label={t('RECAP')} className="recap-act flex items-end gap-2">
      <Step day={before} label={t('recap.earlier')}>
        <IconChevronLeft size={24} aria-hidden />
      </Step>
      <p className="mx-auto min-w-0 text-center font-extrabold leading-tight" data-empty={empty}>
        <span className="recap-tab">
          {weekWords(words, week)}
          {today >= week.from && today <= week.to && (
            <span className="recap-quiet block text-sm font-semibold">{t('recap.this_week')}</span>
          )}
        </span>
      </p>
      <Step day={after} label={t('recap.later')}>
        <IconChevronRight size={24} aria-hidden />
      </Step>
    </nav>
  )
}

function Step({ day, label, children }: { day: string | null; label: string; children: ReactNode }) {
  if (day === null) return <span className="size-12 shrink-0" />
  return (
    <ScreenLink screen="recap" search={{ day }} className="btn mb-2 !size-12 shrink-0 !p-0">
      {children}
      <span className="sr-only">{label}</span>
    </ScreenLink>
  )
}

type Change = WeekRecap['vain'][number]

/** "At $24.50 an hour you would have had 7 more, $512": the best change as a sign, the others below it. */
function WouldHave({ week }: { week: WeekRecap }) {
  const { counterfactuals, vain, total, knownFrom, changeCurrency: currency } = week
  const words = useWords()
  const { t } = words
  const driver = recallDriver()
  const since = saySince(words, week)
  return (
    <section aria-labelledby="recap-would" className="card recap-part p-4 lg:p-5">
      <h2 id="recap-would" className="text-xl font-extrabold">
        {t('recap.would')}
      </h2>
      <p className="mt-1 text-muted">{sayWould(words, week)}</p>
      {since !== null && <p className="mt-1 text-sm text-muted">{since}</p>}
      {week.changeOthers && (
        <p className="mt-1 text-sm text-muted">{t('recap.would_others', { currency: currency ?? 'USD' })}</p>
      )}
      {counterfactuals.length === 0 && total.ignored > 0 && knownFrom !== null && (
        <ul className="mt-2 grid text-sm">
          {vain.map((change) => (
            <li key={change.rule} className="border-t border-line py-2 font-semibold first:border-t-0">
              {changeWords(words, change, currency)}
            </li>
          ))}
        </ul>
      )}
      {counterfactuals.length > 0 && (
        <>
          <ul className="mt-3 grid">
            {counterfactuals.map((change, index) => (
              <li
                key={`${change.rule} ${change.to}`}
                className={
                  index === 0
                    ? 'mb-1 rounded-2xl bg-surface-2 px-4 py-3.5'
                    : 'border-t border-line py-3 first:border-t-0 [&:nth-child(2)]:border-t-0'
                }
              >
                <p className={`leading-snug ${index === 0 ? 'text-lg font-extrabold' : 'font-semibold'}`}>
                  {changeWords(words, change, currency)}
                </p>
                <p className="tnum font-extrabold leading-snug text-green">
                  {t('recap.more', { count: change.count, pay: words.money(change.cents, currency) })}
                </p>
              </li>
            ))}
          </ul>
          {driver && (
            <ScreenLink screen={filterScreen(driver)} className="btn recap-act mt-2">
              {t('act.filter')}
            </ScreenLink>
          )}
        </>
      )}
      <HouseLimits limits={week.houseLimits} />
    </section>
  )
}

/** What the rules of the driver's house kept from them; nothing where there is no house. */
function HouseLimits({ limits }: { limits: WeekRecap['houseLimits'] }) {
  const { t } = useWords()
  if (limits.length === 0) return null
  return (
    <>
      <p className="mt-3 text-muted">{t('recap.house')}</p>
      <ul className="mt-1 grid">
        {limits.map(({ rule, count }) => (
          <li key={rule} className="border-t border-line py-3 leading-snug first:border-t-0">
            <span className="font-semibold">{t(`rule.${rule}`)}</span>{' '}
            <span className="text-muted">{t('recap.house_more', { count })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function changeWords(
  words: Words,
  { rule, from, to, hours }: Change,
  currency: WeekRecap['changeCurrency'],
): string {
  const minute = (at: number) => formatMinute(words, at)
  if (hours)
    return words.t('recap.would.schedule_daily', {
      from: minute(hours.startMinute),
      to: minute(hours.endMinute),
    })
  const isPay = rule.startsWith('price')
  const show = (limit: number) => (isPay ? words.money(limit, currency) : words.number(limit))
  return words.t(`recap.would.${rule}`, { from: show(from), to: show(to) })
}
