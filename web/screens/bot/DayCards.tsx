import { useQuery, queryOptions } from '@tanstack/react-query'
import type { Outputs } from '@madruga/core/contract.ts'
import { isUnstated } from '@madruga/core/offers.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconCar, IconCircleCheckFilled, IconCircleDashed, IconCircleXFilled } from '../../icons/drawings.ts'
import { isBilled } from '../../paid.ts'
import { howToCountMiles, leftAfter } from '../../pay-left.ts'
import { statusQuery } from '../../queries.ts'
import { OtherPay } from '../../ui/OtherPay.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { SavingNotice } from '../billing/SavingNotice.tsx'
import { RunSchedule } from './RunSchedule.tsx'
import type { Today } from './state.ts'

/** The week's money, what is wrong with requests and servers, and one tap away what is well. */
export function DayCards({ today, timeZone }: { today: Today; timeZone: string | undefined }) {
  const { t } = useWords()
  return (
    <div className="card grid gap-4 px-5 py-4">
      <WeekSoFar />
      {isBudgetLow(today) && <Budget today={today} />}
      <ZoneNote timeZone={timeZone} />
      <ServerStatus only="faults" />
      <details>
        <summary className="flex min-h-12 cursor-pointer items-center font-bold underline">
          {t('rhythm.title')}
        </summary>
        <div className="grid gap-4 pt-2">
          <RunSchedule runSchedule={today.runSchedule} timeZone={timeZone} />
          {!isBudgetLow(today) && <Budget today={today} />}
          <ServerStatus only="well" />
        </div>
      </details>
      <ScreenLink screen="glance">
        <IconCar size={22} aria-hidden />
        {t('title.glance')}
      </ScreenLink>
    </div>
  )
}

/** From this share on the bot saves its requests. */
const LOW = 0.9

function shareOf({ requests: { usedThisHour, perHour } }: Pick<Today, 'requests'>): number {
  return perHour > 0 ? Math.min(1, usedThisHour / perHour) : 0
}

/** Whether the bot slows down because its requests of this hour are nearly used up. */
function isBudgetLow(today: Pick<Today, 'requests'>): boolean {
  return shareOf(today) > LOW
}

/** The used share of the platform's hourly budget. */
function Budget({ today }: { today: Pick<Today, 'requests'> }) {
  const { t, number } = useWords()
  const { usedThisHour, perHour, shared } = today.requests
  const share = shareOf(today)
  const text = t('budget.text', { used: number(usedThisHour), total: number(perHour) })
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-bold" id="budget">
          {t('budget.title')}
        </h2>
        <span className="tnum font-bold">{number(Math.round(share * 100))}%</span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no browser lets its own meter be coloured alike
        role="meter"
        aria-labelledby="budget"
        aria-valuemin={0}
        aria-valuemax={perHour}
        aria-valuenow={Math.min(usedThisHour, perHour)}
        aria-valuetext={text}
        className="mt-2 h-2.5 overflow-hidden rounded-full bg-surface-2"
      >
        <div
          className={`h-full origin-left rounded-full transition-transform duration-500 motion-reduce:transition-none ${share > LOW ? 'bg-red' : 'bg-green'}`}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p className="tnum mt-1.5 text-sm text-muted">{share > LOW ? t('budget.low') : text}</p>
      {shared && <p className="text-sm text-muted">{t('budget.shared')}</p>}
    </div>
  )
}

type State = 'available' | 'unavailable' | 'not_connected'

const ICONS = {
  available: [IconCircleCheckFilled, 'text-green'],
  unavailable: [IconCircleXFilled, 'text-red'],
  not_connected: [IconCircleDashed, 'text-muted'],
} as const

/**
 * Whether the bot servers and the delivery app respond, where something is wrong, or only where all is well;
 * unknown is not shown as available.
 */
function ServerStatus({ only }: { only: 'faults' | 'well' }) {
  const { t } = useWords()
  const status = useQuery(statusQuery)
  const answer = status.isError
    ? ({ server: 'unavailable', platform: undefined } as const)
    : (status.data ?? { server: undefined, platform: undefined })
  const { server, platform } = answer
  const isWell = server !== 'unavailable' && (platform === undefined || platform === 'available')
  if (isWell !== (only === 'well')) return null
  return (
    <div className="border-t border-line pt-3">
      <h2 className="sr-only">{t('status.title')}</h2>
      <dl className="grid gap-1.5">
        <Row label={t('status.bot')} state={server} />
        <Row label={t('status.platform')} state={platform} />
      </dl>
      {platform === 'not_connected' && (
        <ScreenLink screen="sync" className="btn mt-2">
          {t('status.connect')}
        </ScreenLink>
      )}
    </div>
  )
}

function Row({ label, state }: { label: string; state: State | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <dt className="text-muted">{label}</dt>
      <dd className="flex items-center gap-1.5 font-semibold">
        {state === undefined ? <Skeleton className="h-[1.4rem] w-20" /> : <Known state={state} />}
      </dd>
    </div>
  )
}

function Known({ state }: { state: State }) {
  const { t } = useWords()
  const [Icon, color] = ICONS[state]
  return (
    <>
      <Icon size={18} aria-hidden className={color} />
      {t(`status.${state}`)}
    </>
  )
}

/** The running week on home: what it pays, what we charge, and what is left an hour. */
function WeekSoFar() {
  const words = useWords()
  const { t } = words
  const { data: week, isError } = useQuery(runningWeekQuery)
  if (week === undefined) return isError ? null : <Skeleton className="h-[4.75rem] w-full" />
  return (
    <section className="grid min-h-[4.75rem] content-start gap-1" aria-labelledby="week-so-far">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="week-so-far" className="font-bold">
          {t('week.title')}
        </h2>
        <p className="tnum text-right text-xl font-extrabold leading-tight">
          <PayAmount pay={week} sum />
        </p>
      </div>
      <OtherPay of={week} className="text-right" />
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span>
          {week.blocks === 0
            ? t('week.none')
            : t('week.blocks', { count: week.blocks, hours: words.hours(week.minutes * 60_000) })}
        </span>
        {(week.costs.feeCents > 0 || isBilled()) && (
          <span className="tnum font-semibold text-text">
            {t('week.fees', { fees: words.money(week.costs.feeCents) })}
          </span>
        )}
      </p>
      {week.minutes > 0 && !isUnstated(week) && (
        <p className="tnum text-sm text-muted">{sayLeft(words, week)}</p>
      )}
      {week.saving !== null && <SavingNotice useCents={week.useCents} saving={week.saving} />}
    </section>
  )
}

/** What is left an hour, after what; and what the driver can do so that the miles are counted. */
function sayLeft({ t, money }: Words, week: RunningWeek): string {
  const { left, costs, payBasis, currency } = week
  const missing = howToCountMiles(costs)
  const toDo = missing === null ? [] : [t(missing)]
  if (left === null) return [t('week.left_unknown'), ...toDo].join(' ')
  const after = leftAfter(week, costs)
  if (left.perHourCents === null || after === null) return toDo.join(' ')
  const pay = `${payBasis ? '~' : ''}${money(left.perHourCents, currency)}`
  return [t(`week.left_${after}`, { pay }), ...toDo].join(' ')
}

type RunningWeek = Outputs['recap']['running']

/** The running week's pay and fees; asked again with the figures of today, whose query is before it. */
const runningWeekQuery = queryOptions({
  queryKey: ['today', 'week'],
  queryFn: ({ signal }) => api.recap.running(undefined, { signal }),
  staleTime: 30_000,
})
