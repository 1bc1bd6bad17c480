import { IconCloudOff, IconRefresh } from '../../icons/first.ts'
import { useEffect, useState } from 'react'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { reconnectLive, useLive } from '../../live.ts'
import { botQuery, queryClient } from '../../queries.ts'
import { shownPhase, stateName } from '../bot/state.ts'

/** An outage must last this long before it is shown: short ones pass unnoticed. */
const TELL_AFTER_MS = 1_500

type Connected = {
  signedIn: boolean
  /** Not even the session could be loaded. */
  lost: boolean
  onRetry: () => void
}

/** Says that the connection is lost, what was known of the bot last, and how old that is. */
export function ConnectionBanner({ signedIn, lost, onRetry }: Connected) {
  const { connection } = useLive()
  const offline = lost || connection === 'offline'
  return (
    <output className="block">
      {signedIn && (offline || connection === 'reconnecting') && (
        <Banner offline={offline} onRetry={onRetry} />
      )}
    </output>
  )
}

function LastKnown() {
  const words = useWords()
  const now = useServerTime(60_000)
  const view = queryClient.getQueryData(botQuery.queryKey)
  if (!view) return null
  const minutes = Math.max(1, Math.floor((now - view.now) / 60_000))
  return words.t('shell.last_known', { minutes, state: stateName(words, shownPhase(view), view.gps) })
}

function Banner({ offline, onRetry }: { offline: boolean; onRetry: () => void }) {
  const { t } = useWords()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TELL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!late && !offline) return null
  const Icon = offline ? IconCloudOff : IconRefresh
  return (
    <span className="flex min-h-12 items-center gap-3 bg-surface-2 pl-4 pr-2 text-sm font-semibold lg:px-6">
      <Icon size={20} aria-hidden className="shrink-0 text-amber-text" />
      <span className="flex-1">
        {t(offline ? 'shell.offline' : 'shell.reconnecting')} {offline && <LastKnown />}
      </span>
      <button
        type="button"
        className="min-h-12 shrink-0 rounded-xl px-3 font-bold underline"
        onClick={() => {
          onRetry()
          reconnectLive()
        }}
      >
        {t('shell.retry')}
      </button>
    </span>
  )
}
