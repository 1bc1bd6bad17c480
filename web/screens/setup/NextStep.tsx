import { useQuery } from '@tanstack/react-query'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { botQuery } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { homeScreen } from '../shell/menu.ts'

/** The way on from a screen that did one of the first steps; nothing once the bot has run. */
export function NextStep({ to }: { to: 'filter' | 'start' }) {
  const { t } = useWords()
  const { data: bot } = useQuery(botQuery)
  if (bot?.gen !== 0) return null
  return (
    <ScreenLink screen={homeScreen(recallDriver())} className="act">
      {t(to === 'filter' ? 'setup.next_filter' : 'setup.next_start')}
    </ScreenLink>
  )
}
