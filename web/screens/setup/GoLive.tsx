import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Refusal } from '../bot/Refusal.tsx'
import type { BotView } from '../bot/state.ts'
import { readBotAgain, useBotAction } from '../bot/use-bot-action.ts'

/** Makes a run that only watches accept from now on, with one tap. */
export function GoLive({ view: { mode, liveLog } }: { view: BotView }) {
  const { t } = useWords()
  const live = useBotAction(() => api.bot.start({ mode, liveLog, appVersion: APP_VERSION }), readBotAgain)
  return (
    <>
      {live.error && (
        <Refusal problem={toProblem(live.error)} onRetry={() => live.mutate()} onClose={() => live.reset()} />
      )}
      <button
        type="button"
        className="act"
        aria-disabled={live.isPending}
        onClick={() => live.isPending || live.mutate()}
      >
        {t(live.isPending ? 'setup.live_busy' : 'setup.live')}
      </button>
    </>
  )
}
