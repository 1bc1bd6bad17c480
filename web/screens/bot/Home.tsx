import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { api, toProblem } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { withWords, useWords } from '../../i18n.ts'
import { IconAdjustmentsHorizontal, IconPlayerPlayFilled } from '../../icons/first.ts'
import { sayLength } from '../../pay.ts'
import { botQuery, sessionQuery, todayQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { HoldButton } from '../../ui/HoldButton.tsx'
import { PayAmount } from '../../ui/PayAmount.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isStoreName } from '../../ui/StationPlate.tsx'
import { useDesktop } from '../../ui/media.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { LatestOffers } from '../offers/LatestOffers.tsx'
import { CurrentBoard } from './Board.tsx'
import { modeFor, recallOptions, rememberOptions } from './start-options.ts'
import { isSearching, canStart } from './state.ts'
import type { Today, BotView } from './state.ts'
import { readBotAgain, useBotAction } from './use-bot-action.ts'

// Below the fold of a phone: after the important parts.
const DayCards = onDemand(() =>
  withWords('homeLate', import('./DayCards.tsx')).then((module) => module.DayCards),
)

// Until the first start only.
const Setup = onDemand(() => import('../setup/load.ts').then((load) => load.loadSetup()))

/** Home of both variants: the bot's state, the latest offers, the day so far. */
export function Home() {
  const bot = useQuery(botQuery)
  const today = useQuery(todayQuery)
  const session = useQuery(sessionQuery)
  const desktop = useDesktop()
  const variant = useVariant()
  const timeZone = session.data?.timeZone
  const day = today.data && <DayCards today={today.data} timeZone={timeZone} />
  const isNew = bot.data?.gen === 0
  const control = bot.data && !isNew && <StartStop view={bot.data} variant={variant} />
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[24rem_minmax(0,1fr)] lg:items-start lg:px-6">
      <div className="grid gap-4">
        {isNew && <Setup />}
        <CurrentBoard>{desktop && control}</CurrentBoard>
        <Upcoming timeZone={timeZone} />
        {desktop && day}
      </div>
      <LatestOffers searching={bot.data !== undefined && isSearching(bot.data)} timeZone={timeZone} />
      {!desktop && day}
      {!desktop && <BottomBar>{control}</BottomBar>}
    </div>
  )
}

function Upcoming({ timeZone }: { timeZone: string | undefined }) {
  const today = useQuery(todayQuery)
  if (today.data) return <NextBlock next={today.data.nextBlock} timeZone={timeZone} />
  return today.isError ? null : <NextBlockSkeleton />
}

/** The next block that the driver holds, as its sign. */
function NextBlock({ next, timeZone }: { next: Today['nextBlock']; timeZone: string | undefined }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(30_000)
  if (next === null) {
    return (
      <section className="card min-h-[7.5rem] px-5 py-4" aria-labelledby="next">
        <h2 id="next" className="font-bold">
          {t('next.title')}
        </h2>
        <p className="text-sm text-muted">{t('next.none')}</p>
      </section>
    )
  }
  return (
    <section
      className="min-h-[7.5rem] rounded-[1.25rem] bg-sign px-5 py-3.5 text-on-sign shadow-[inset_0_0_0_3px_var(--sign),inset_0_0_0_4.5px_rgb(255_255_255/.85)]"
      aria-labelledby="next"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm font-semibold">
        <h2 id="next">{t('next.title')}</h2>
        <span>
          {next.startAt > now ? t('next.in', { time: words.span(next.startAt - now) }) : t('next.now')}
        </span>
      </div>
      <div className="mt-0.5 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3">
        <p
          className={`${isStoreName(next.stationCode) ? 'text-lg' : 'text-2xl'} font-extrabold leading-tight`}
        >
          {next.stationCode}
        </p>
        <p className="tnum text-right text-2xl font-extrabold leading-tight">
          <PayAmount pay={next} />
        </p>
      </div>
      <p className="font-bold">
        {words.dayTime(next.startAt, timeZone)}, {sayLength(words, next)}
        {words.there(next.startAt, next.timeZone ?? undefined)}
      </p>
    </section>
  )
}

/** As high as the final content, so that nothing shifts when it loads. */
function NextBlockSkeleton() {
  return (
    <div className="card grid min-h-[7.5rem] content-center gap-2 px-5" aria-hidden>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-6 w-40" />
    </div>
  )
}

const loadOptions = () => import('../../late-parts.ts').then((parts) => parts.loadOptions())
const OptionsSheet = onDemand(loadOptions, ({ open }) => open)

// A device that caches the app has it; others prefetch it.
const loadRefusal = () => withWords('homeLate', import('./Refusal.tsx'))
const Refusal = onDemand(() => loadRefusal().then((module) => module.Refusal))

const loadWaiting = () => withWords('homeLate', import('./WaitingStart.tsx'))
const WaitingStart = onDemand(() => loadWaiting().then((module) => module.WaitingStart))

const GoLive = onDemand(() => import('../setup/load.ts').then((load) => load.loadGoLive()))

/** The main action of home: start with the selected options, or stop. */
function StartStop({ view, variant }: { view: BotView; variant: Variant }) {
  const [options, setOptions] = useState(recallOptions)
  const [choosing, setChoosing] = useState(false)
  const start = useBotAction(async () => {
    const mode = modeFor(variant, options.mode)
    const next = await api.bot.start({ ...options, mode, appVersion: APP_VERSION })
    setOptions(recallOptions)
    return next
  }, readBotAgain)
  const stop = useBotAction(() => api.bot.stop(), readBotAgain)
  const problem = start.error ?? stop.error
  useEffect(() => void loadRefusal(), [])
  const choose = (next: typeof options) => {
    setOptions(next)
    rememberOptions(next)
  }
  return (
    <div className="grid gap-2">
      {problem && (
        <Refusal
          problem={toProblem(problem)}
          onRetry={() => start.mutate()}
          onClose={() => {
            start.reset()
            stop.reset()
          }}
        />
      )}
      {canStart(view.phase) ? (
        <StartButtons
          starting={start.isPending}
          view={view}
          watches={options.shadowMinutes !== undefined}
          onStart={() => start.mutate()}
          onOptions={() => setChoosing(true)}
        />
      ) : (
        <>
          {view.shadowUntil !== null && view.phase !== 'pending_termination' && <GoLive view={view} />}
          <StopButton
            stopping={stop.isPending || view.phase === 'pending_termination'}
            onStop={() => stop.mutate()}
          />
        </>
      )}
      <OptionsSheet
        open={choosing}
        onOpenChange={setChoosing}
        options={options}
        instant={describeVariant(variant).hasInstantOffers}
        onChange={choose}
      />
    </div>
  )
}

function StartButtons({
  starting,
  view,
  watches,
  onStart,
  onOptions,
}: {
  starting: boolean
  view: BotView
  /** It starts in shadow mode. */
  watches: boolean
  onStart: () => void
  onOptions: () => void
}) {
  const { t } = useWords()
  const face = (
    <>
      <IconPlayerPlayFilled size={22} aria-hidden className="shrink-0" />
      {t(starting ? 'home.starting' : watches ? 'title.live-log-test' : 'home.start')}
    </>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4rem] gap-2">
      {view.dueAt === null ? (
        <button type="button" className="act" aria-disabled={starting} onClick={() => starting || onStart()}>
          {face}
        </button>
      ) : (
        <span className="grid min-h-16">
          <WaitingStart view={view} busy={starting} onStart={onStart}>
            {face}
          </WaitingStart>
        </span>
      )}
      <button
        type="button"
        className="act !px-0"
        data-quiet="true"
        aria-label={t('home.options')}
        aria-haspopup="dialog"
        onPointerDown={() => void loadOptions()}
        onClick={onOptions}
      >
        <IconAdjustmentsHorizontal size={26} aria-hidden />
      </button>
    </div>
  )
}

/** Stops the bot: hold, or tap and confirm. */
function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  const { t } = useWords()
  if (stopping) {
    return (
      <button type="button" className="act" data-quiet="true" aria-disabled="true">
        {t('home.stopping')}
      </button>
    )
  }
  return (
    <HoldButton
      label={t('home.hold')}
      ask={t('home.stop_ask')}
      yes={t('home.stop_now')}
      no={t('home.stop_keep')}
      onDone={onStop}
    />
  )
}
