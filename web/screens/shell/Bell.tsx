import { useQuery } from '@tanstack/react-query'
import { IconBell } from '../../icons/drawings.ts'
import { useEffect } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import { useWords } from '../../i18n.ts'
import { onLines } from '../../live.ts'
import { queryClient } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { inboxQuery, unreadQuery } from '../notify/queries.ts'
import { useAppBadge } from '../notify/use-app-badge.ts'
import type { Screen } from '../table.ts'

/** Log lines that may come with notifications. */
const TELLING: readonly LogEntry['type'][] = ['offer.accepted', 'bot.state_changed', 'platform.troubled']
/** A larger number does not fit beside the bell. */
const MOST = 99

/** The number of unread notifications. */
export function Bell({ screen }: { screen: Screen | null }) {
  const { t, number } = useWords()
  const { data } = useQuery(unreadQuery)
  useEffect(
    () =>
      onLines((lines) => {
        if (!lines.some((line) => TELLING.includes(line.type))) return
        void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
        void queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey })
      }),
    [],
  )
  const count = data?.unread ?? 0
  useAppBadge(count)
  return (
    <ScreenLink
      screen="inbox"
      current={screen === 'inbox'}
      className="relative ml-auto grid size-12 shrink-0 place-items-center rounded-xl hover:bg-surface-2"
    >
      <IconBell aria-hidden />
      <span className="sr-only">{count === 0 ? t('inbox.open') : t('inbox.open_unread', { count })}</span>
      {count > 0 && (
        <span
          aria-hidden
          className="tnum absolute right-0.5 top-1 min-w-5 rounded-full bg-amber px-1 text-center text-sm font-extrabold leading-5 text-on-amber"
        >
          {count > MOST ? `${MOST}+` : number(count)}
        </span>
      )}
    </ScreenLink>
  )
}
