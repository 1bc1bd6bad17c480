import { describeVariant } from '@madruga/core/variants.ts'
import { IconAdjustmentsHorizontal } from '../../icons/adjustments-horizontal.ts'
import { IconPlayerPlayFilled } from '../../icons/player-play-filled.ts'
import { useEffect, useState } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { api, toProblem } from '../../client.ts'
import { useWords, withWords } from '../../i18n.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { StopButton } from './StopButton.tsx'
import { modeFor, recallOptions, rememberOptions } from './start-options.ts'
import { canStart } from './state.ts'
import type { BotView } from './state.ts'
import { readBotAgain, useBotAction } from './use-bot-action.ts'

const loadOptions = () => import('../../late-parts.ts').then((parts) => parts.loadOptions())
const OptionsSheet = onDemand(loadOptions, ({ open }) => open)

// A device that caches the app has it; others prefetch it.
const loadRefusal = () => withWords('homeLate', import('./Refusal.tsx'))
const Refusal = onDemand(() => loadRefusal().then((module) => module.Refusal))

const loadWaiting = () => withWords('homeLate', import('./WaitingStart.tsx'))
const WaitingStart = onDemand(() => loadWaiting().then((module) => module.WaitingStart))

const GoLive = onDemand(() => import('../setup/load.ts').then((load) => load.loadGoLive()))

/** The main action of home: start with the selected options, or stop. */
export function StartStop({ view, variant }: { view: BotView; variant: Variant }) {
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
      {t(starting ? 'home.starting' : watches ? 'shadow.start' : 'home.start')}
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
