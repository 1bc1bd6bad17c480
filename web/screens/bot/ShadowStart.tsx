import { IconEye } from '../../icons/eye.ts'
import { useId, useState } from 'react'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { useVariant } from '../../stations.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { Refusal } from './Refusal.tsx'
import { WaitingStart } from './WaitingStart.tsx'
import { modeFor } from './start-options.ts'
import { readRunsAgain } from './shadow-queries.ts'
import type { BotView } from './state.ts'
import { useBotAction } from './use-bot-action.ts'

const LENGTHS: readonly { minutes: number; label: Key; text: Key }[] = [
  { minutes: 1, label: 'shadow.minute', text: 'shadow.minute_text' },
  { minutes: 1_440, label: 'shadow.day', text: 'shadow.long_text' },
  { minutes: 3 * 1_440, label: 'shadow.three_days', text: 'shadow.long_text' },
  { minutes: 7 * 1_440, label: 'shadow.week', text: 'shadow.long_text' },
]

/** Explains shadow mode, chooses its duration, and starts it. */
export function ShadowStart({ view }: { view: BotView }) {
  const { t, say } = useWords()
  const variant = useVariant()
  const name = useId()
  const [minutes, setMinutes] = useState(1)
  const start = useBotAction(
    () =>
      api.bot.start({
        mode: modeFor(variant, view.mode),
        liveLog: true,
        shadowMinutes: minutes,
        appVersion: APP_VERSION,
      }),
    readRunsAgain,
  )
  const stopping = view.phase === 'pending_termination'
  const busy = start.isPending || stopping
  return (
    <>
      <section className="card grid gap-4 p-5">
        <p className="text-muted">{t('shadow.intro')}</p>
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-lg font-extrabold">{t('shadow.length')}</legend>
          {LENGTHS.map((length) => (
            <OptionRow
              key={length.minutes}
              name={name}
              checked={minutes === length.minutes}
              onChoose={() => setMinutes(length.minutes)}
            >
              <span>
                <span className="block font-bold">{say(length.label)}</span>
                <span className="block text-sm text-muted">{say(length.text)}</span>
              </span>
            </OptionRow>
          ))}
        </fieldset>
      </section>
      <BottomBar>
        <div className="grid gap-2">
          {start.error && (
            <Refusal
              problem={toProblem(start.error)}
              onRetry={() => start.mutate()}
              onClose={() => start.reset()}
            />
          )}
          <WaitingStart view={view} busy={busy} onStart={() => start.mutate()}>
            <IconEye size={24} aria-hidden className="shrink-0" />
            {stopping ? t('shadow.stopping') : start.isPending ? t('shadow.starting') : t('shadow.start')}
          </WaitingStart>
        </div>
      </BottomBar>
    </>
  )
}
