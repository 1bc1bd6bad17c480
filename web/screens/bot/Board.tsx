import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords, withMoreWords } from '../../i18n.ts'
import { botQuery, todayQuery } from '../../queries.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { Failed } from '../../ui/Failed.tsx'
import { sayBooked } from '../../pay.ts'
import { OtherPay } from '../../ui/OtherPay.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { countsDownTo, hasRestAhead, isSearching, shownPhase, stateName, stateText } from './state.ts'
import type { BotView, Today } from './state.ts'

const StateNote = onDemand(() => withMoreWords(import('./StateNote.tsx')).then((module) => module.StateNote))

/** The board of the bot; in its place why it is missing, or that it loads. */
export function CurrentBoard({ children }: { children?: ReactNode }) {
  const bot = useQuery(botQuery)
  const today = useQuery(todayQuery)
  if (bot.data)
    return (
      <Board view={bot.data} today={today.data}>
        {children}
      </Board>
    )
  if (!bot.isError) return <BoardSkeleton />
  return (
    <section className="card">
      <Failed error={bot.error} onRetry={() => void bot.refetch()} />
    </section>
  )
}

/** The status board: the state, its reason, the time left, the lane, today's figures. */
function Board({ view, today, children }: { view: BotView; today: Today | undefined; children?: ReactNode }) {
  const words = useWords()
  const { t } = words
  const { silentSince } = view
  const silentFor = silentSince === null ? null : Math.max(1, Math.floor((view.now - silentSince) / 60_000))
  const dueAt = countsDownTo(view)
  const searching = isSearching(view)
  const lit = searching || shownPhase(view) === 'preparing'
  return (
    <section className="card overflow-hidden" aria-labelledby="state">
      {/* As high as with a countdown, so that neither loading nor a change of state moves the rest. */}
      <div className="min-h-[9.375rem] px-5 pt-5">
        <h2
          id="state"
          className="text-[min(2.5rem,13vw)] font-[850] leading-[1.05] tracking-[-0.02em] [overflow-wrap:anywhere]"
        >
          <span className="sr-only">{t('home.status')}: </span>
          {stateName(words, shownPhase(view), view.gps)}
        </h2>
        {silentFor === null ? (
          <p className="mt-1.5 max-w-[42ch] text-[0.9375rem] leading-snug text-muted">
            {stateText(words, view)}
          </p>
        ) : (
          <p className="mt-1.5 max-w-[42ch] text-[0.9375rem] font-semibold leading-snug text-red">
            {t('hint.silent', { minutes: silentFor })}
          </p>
        )}
        {(view.reason !== null || view.shadowUntil !== null || hasRestAhead(view)) && (
          <StateNote view={view} />
        )}
        {dueAt !== null && <TimeLeft view={view} dueAt={dueAt} />}
      </div>
      <div className="lane my-4" data-lit={lit} data-moving={searching} aria-hidden>
        <i />
      </div>
      <Day today={today} />
      {children && <div className="px-4 pb-4">{children}</div>}
    </section>
  )
}

function Day({ today }: { today: Today | undefined }) {
  const words = useWords()
  const { t } = words
  return (
    <>
      <dl className="tnum flex flex-wrap gap-x-2 gap-y-1 px-5 pb-5">
        <Figure label={t('today.accepted')} value={today && words.number(today.accepted)} />
        <Figure label={t('today.seen')} value={today && words.number(today.seen)} />
        <Figure label={t('today.booked')} value={today && sayBooked(words, today)} />
      </dl>
      {today?.booked && <OtherPay of={today.booked} className="-mt-3 px-5 pb-5" />}
    </>
  )
}

function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className="min-w-fit grow-[3] basis-[4.5rem] last:grow-[4] last:basis-[6rem]">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-h-[1.875rem] text-2xl font-bold leading-tight tracking-[-0.01em]">
        {value ?? <Skeleton className="mt-1 h-6 w-14" />}
      </dd>
    </div>
  )
}

function TimeLeft({ view, dueAt }: { view: BotView; dueAt: number }) {
  const { t } = useWords()
  const now = useServerTime(1_000)
  if (view.phase === 'not_running') return null
  return (
    <p className="mt-2 flex flex-wrap items-baseline gap-x-2 font-semibold">
      {t(`due.${view.phase}`)}
      <span className="tnum text-xl font-extrabold text-amber-text" role="timer">
        {formatLeft(dueAt, now) ?? t('due.soon')}
      </span>
    </p>
  )
}

function BoardSkeleton() {
  const { t } = useWords()
  return (
    <section className="card overflow-hidden" aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <div className="grid min-h-[9.375rem] content-start gap-2.5 px-5 pt-6">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-4 w-64" />
      </div>
      <div className="lane my-4" aria-hidden>
        <i />
      </div>
      <div className="flex justify-between px-5 pb-5">
        <Skeleton className="h-[3.1rem] w-16" />
        <Skeleton className="h-[3.1rem] w-16" />
        <Skeleton className="h-[3.1rem] w-20" />
      </div>
      {/* On a desktop the main action is on the board. */}
      <div className="hidden px-4 pb-4 lg:block">
        <Skeleton className="h-16 w-full" />
      </div>
    </section>
  )
}
