import { describeVariant } from '@madruga/core/variants.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PHASES } from '@madruga/core/bot-states.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { isOlder } from '@madruga/core/version.ts'
import { api } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { sayBooked } from '../../pay.ts'
import { OtherPayLine } from '../../ui/OtherPayLine.tsx'
import { botQuery, filterQuery, serviceQuery, sessionQuery, todayQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ZoneNote } from '../../ui/ZoneNote.tsx'
import { filterScreen } from '../shell/menu.ts'
import { CurrentBoard } from './Board.tsx'
import { Budget } from './Budget.tsx'
import { RunSchedule } from './RunSchedule.tsx'
import { ServerStatus } from './ServerStatus.tsx'
import { shownPhase, stateName } from './state.ts'
import type { BotView, Today } from './state.ts'
import './info.css'

/** Where all drivers share a limit, no search is too fast; an order may begin with its accept. */
const SLEEPS = {
  own: ['delivery', 'aggressive_search'],
  shared: ['job_running', 'shared_limit', 'platform_turned_off'],
} as const

/** Why a variant's bot sleeps, in the order in which drivers encounter it. */
function sleepsOf(variant: Variant) {
  const { sharesRequestLimit, hasHumanChecks } = describeVariant(variant)
  const ofLimit = SLEEPS[sharesRequestLimit ? 'shared' : 'own']
  const ofChecks = hasHumanChecks ? (['human_verification'] as const) : []
  return ['run_window_over', 'sleep_after_award', ...ofLimit, ...ofChecks, 'platform_unavailable'] as const
}

const accountQuery = {
  queryKey: ['platform-account'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.platforms.account(undefined, { signal }),
  staleTime: 60_000,
}

/** The bot's activity, its inputs, and how it works. */
export function BotInfo() {
  const { t } = useWords()
  const variant = useVariant()
  const bot = useQuery(botQuery)
  const today = useQuery(todayQuery)
  const timeZone = useQuery(sessionQuery).data?.timeZone
  return (
    <div className="info">
      <div className="grid gap-4">
        <CurrentBoard />
        <WorksWith view={bot.data} timeZone={timeZone} />
        <Day today={today.data} timeZone={timeZone} />
        <ZoneNote timeZone={timeZone} />
      </div>
      <div className="grid gap-4">
        <section className="card info-part" aria-labelledby="states">
          <h2 id="states">{t('info.states')}</h2>
          <States view={bot.data} />
        </section>
        <section className="card info-part" aria-labelledby="sleeps">
          <h2 id="sleeps">{t('info.reasons')}</h2>
          <ul className="info-reasons">
            {sleepsOf(variant).map((reason) => (
              <li
                key={reason}
                data-now={bot.data?.reason === (reason === 'job_running' ? 'delivery' : reason)}
              >
                {t(`info.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </section>
        <div className="flex flex-wrap gap-2">
          <ScreenLink screen="fqa">{t('FQA')}</ScreenLink>
          <ScreenLink screen="support">{t('act.support')}</ScreenLink>
        </div>
      </div>
    </div>
  )
}

/** Speed, filter, delivery account, servers, versions: the requirements of a run, and their states. */
function WorksWith({ view, timeZone }: { view: BotView | undefined; timeZone: string | undefined }) {
  const words = useWords()
  const { t } = words
  const variant = useVariant()
  const driver = useQuery(sessionQuery).data ?? recallDriver()
  return (
    <section className="card info-part" aria-labelledby="with">
      <h2 id="with">{t('info.with')}</h2>
      <dl className="info-facts">
        <SpeedFact view={view} variant={variant} />
        {view && describeVariant(variant).hasInstantOffers && (
          <Fact label={t('info.mode')}>{t(`mode.${view.mode}`)}</Fact>
        )}
        {view?.startedAt != null && !view.starting && (
          <Fact label={t('info.now')}>
            {t('info.since', { time: words.dayTime(view.startedAt, timeZone) })}
          </Fact>
        )}
        <Fact label={t('info.live_log')}>{view && t(view.liveLog ? 'info.on' : 'info.off')}</Fact>
        <FilterFact variant={variant} />
        <AccountFact />
        <AppVersion />
      </dl>
      <ServerStatus />
      <div className="flex flex-wrap gap-2">
        {driver && <ScreenLink screen={filterScreen(driver)}>{t('act.filter')}</ScreenLink>}
        <ScreenLink screen="sync">{t('SYNC')}</ScreenLink>
      </div>
    </section>
  )
}

function SpeedFact({ view, variant }: { view: BotView | undefined; variant: Variant }) {
  const { t } = useWords()
  const saved = useQuery(filterQuery(variant)).data?.filter.speed
  const running = view !== undefined && view.startedAt !== null
  // A run keeps its initial speed; the next one uses the filter's.
  const speed = running ? view.speed : (saved ?? view?.speed)
  return (
    <Fact label={t('info.speed')}>
      {speed && (
        <>
          <b>{speed}</b> {t(`speed.${speed}`)}
        </>
      )}
    </Fact>
  )
}

function FilterFact({ variant }: { variant: Variant }) {
  const { t, date } = useWords()
  const { data: filter, isError } = useQuery(filterQuery(variant))
  return (
    <Fact label={t('info.filter')}>
      {isError
        ? t('why.unknown')
        : filter &&
          (filter.savedAt === null || filter.removedAt !== null
            ? t('info.filter_none')
            : t('info.filter_version', { version: filter.version, time: date(filter.savedAt) }))}
    </Fact>
  )
}

function AccountFact() {
  const { t, say } = useWords()
  const { data: account, isError } = useQuery(accountQuery)
  return (
    <Fact label={t('info.account')}>
      {isError ? t('why.unknown') : account && say(`info.account_${account.state}`, { email: account.email })}
    </Fact>
  )
}

function AppVersion() {
  const { t } = useWords()
  const minimum = useQuery(serviceQuery).data?.minimumAppVersion
  const version = APP_VERSION
  const old = minimum !== undefined && isOlder(version, minimum)
  return (
    <Fact label={t('info.app')}>
      <span className={old ? 'text-red' : ''}>
        {minimum === undefined
          ? t('info.app_unknown', { version })
          : old
            ? t('info.app_old', { version, minimum })
            : t('info.app_good', { version })}
      </span>
    </Fact>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">
        {children === undefined || children === false ? <Skeleton className="mt-1 h-5 w-20" /> : children}
      </dd>
    </div>
  )
}

function Day({ today, timeZone }: { today: Today | undefined; timeZone: string | undefined }) {
  const words = useWords()
  const { t, number } = words
  if (!today) return null
  const figures: [
    'today.seen' | 'today.accepted' | 'info.missed' | 'info.ignored' | 'today.booked',
    string,
  ][] = [
    ['today.seen', number(today.seen)],
    ['today.accepted', number(today.accepted)],
    ['info.missed', number(today.missed)],
    ['info.ignored', number(today.ignored)],
    ['today.booked', sayBooked(words, today)],
  ]
  return (
    <section className="card info-part" aria-labelledby="day">
      <h2 id="day">{t('info.today')}</h2>
      <dl className="info-figures tnum">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{t(label)}</dt>
            <dd className="text-2xl font-bold leading-tight">{value}</dd>
          </div>
        ))}
      </dl>
      {today.booked && <OtherPayLine of={today.booked} />}
      <RunSchedule runSchedule={today.runSchedule} timeZone={timeZone} />
      <Budget today={today} />
    </section>
  )
}

function States({ view }: { view: BotView | undefined }) {
  const words = useWords()
  const instant = describeVariant(useVariant()).hasInstantOffers
  const { t } = words
  return (
    <ol className="info-states">
      {PHASES.map((phase) => {
        const now = view !== undefined && shownPhase(view) === phase
        return (
          <li key={phase} data-now={now} aria-current={now ? 'step' : undefined}>
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b>{stateName(words, phase, now && view.gps)}</b>
              {now && <span className="info-now">{t('info.here')}</span>}
            </p>
            <p className="text-muted">
              {t(`info.state.${phase}`)}
              {phase === 'running' && instant && ` ${t('info.gps')}`}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
