import { useQuery } from '@tanstack/react-query'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { botQuery } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { shownPhase, stateName } from '../bot/state.ts'
import { homeScreen } from '../shell/menu.ts'
import type { stateOf } from './queries.ts'

const AT_WORK = new Set(['preparing', 'running', 'sleeping'])

/** The bot's current use of instant offers: "Running + GPS". */
export function BotWithInstant({ state }: { state: ReturnType<typeof stateOf> }) {
  const words = useWords()
  const { t, say } = words
  const { data: bot } = useQuery(botQuery)
  if (!bot) return null
  const phase = shownPhase(bot)
  const atWork = AT_WORK.has(phase)
  const text: Key = !atWork
    ? 'instant.bot_rest'
    : !bot.gps
      ? 'instant.bot_regular'
      : state === 'pending'
        ? 'instant.bot_gps_waits'
        : 'instant.bot_gps'
  return (
    <section
      aria-labelledby="instant-bot"
      className="card flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-48">
        <h2 id="instant-bot" className="text-sm text-muted">
          {t('instant.bot')}
        </h2>
        <p className="text-xl font-extrabold leading-tight">{stateName(words, phase, bot.gps)}</p>
        <p className="mt-1 leading-snug text-muted">{say(text)}</p>
      </div>
      <ScreenLink screen={homeScreen(recallDriver())}>{t('instant.to_bot')}</ScreenLink>
    </section>
  )
}
