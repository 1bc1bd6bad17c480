import { useMutation } from '@tanstack/react-query'
import { IconAdjustmentsHorizontal, IconPlayerPlayFilled } from '@tabler/icons-react'
import { Suspense, lazy, useEffect, useState } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { api, toProblem } from '../../client.ts'
import { noteServerTime } from '../../clock.ts'
import { useWords, withMoreWords } from '../../i18n.ts'
import { botQuery, queryClient } from '../../queries.ts'
import { StopButton } from './StopButton.tsx'
import { modeFor, recallOptions, rememberOptions } from './start-options.ts'
import { canStart } from './state.ts'
import type { BotView } from './state.ts'

const loadOptions = () => withMoreWords(import('./OptionsSheet.tsx'))
const OptionsSheet = lazy(() => loadOptions().then((module) => ({ default: module.OptionsSheet })))

function takeView(view: BotView): void {
  noteServerTime(view.now)
  queryClient.setQueryData(botQuery.queryKey, view)
}

// A device that caches the app has it; others prefetch it.
const loadRefusal = () => import('./Refusal.tsx')
const Refusal = lazy(() => loadRefusal().then((module) => ({ default: module.Refusal })))

/** The main action of home: start with the selected options, or stop. */
export function StartStop({ view, variant }: { view: BotView; variant: Variant }) {
  const { t } = useWords()
  const [options, setOptions] = useState(recallOptions)
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const start = useMutation({
    mutationFn: () =>
      api.bot.start({ ...options, mode: modeFor(variant, options.mode), appVersion: APP_VERSION }),
    onSuccess: (next) => {
      takeView(next)
      setOptions(recallOptions)
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: botQuery.queryKey }),
  })
  const stop = useMutation({
    mutationFn: () => api.bot.stop(),
    onSuccess: takeView,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: botQuery.queryKey }),
  })
  const problem = start.error ?? stop.error
  useEffect(() => void loadRefusal(), [])
  const choose = (next: typeof options) => {
    setOptions(next)
    rememberOptions(next)
  }
  return (
    <div className="grid gap-2">
      {problem && (
        <Suspense fallback={null}>
          <Refusal
            problem={toProblem(problem)}
            onRetry={() => start.mutate()}
            onClose={() => {
              start.reset()
              stop.reset()
            }}
          />
        </Suspense>
      )}
      {canStart(view.phase) ? (
        <div className="grid grid-cols-[minmax(0,1fr)_4rem] gap-2">
          <button
            type="button"
            className="act"
            aria-disabled={start.isPending}
            onClick={() => {
              if (!start.isPending) start.mutate()
            }}
          >
            <IconPlayerPlayFilled size={22} aria-hidden className="shrink-0" />
            {t(start.isPending ? 'home.starting' : options.shadowMinutes ? 'shadow.start' : 'home.start')}
          </button>
          <button
            type="button"
            className="act !px-0"
            data-quiet="true"
            aria-label={t('home.options')}
            aria-haspopup="dialog"
            onPointerDown={() => void loadOptions()}
            onClick={() => setSheet('open')}
          >
            <IconAdjustmentsHorizontal size={26} aria-hidden />
          </button>
        </div>
      ) : (
        <StopButton
          stopping={stop.isPending || view.phase === 'pending_termination'}
          onStop={() => stop.mutate()}
        />
      )}
      {sheet !== 'never' && (
        <Suspense fallback={null}>
          <OptionsSheet
            open={sheet === 'open'}
            onOpenChange={(open) => setSheet(open ? 'open' : 'closed')}
            options={options}
            instant={variant === 'amazon'}
            onChange={choose}
          />
        </Suspense>
      )}
    </div>
  )
}
