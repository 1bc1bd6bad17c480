import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import { useWords } from '../../i18n.ts'
import { IconBell } from '../../icons/drawings.ts'
import { onLines } from '../../live.ts'
import { queryClient } from '../../queries.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { inboxQuery, unreadQuery } from '../notify/queries.ts'
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

/** Shows a number on the icon of the installed app, none for 0, and none once no one is signed in. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    setBadge(count)
    return () => setBadge(0)
  }, [count])
}

/** A browser without badges, or one that forbids them, shows the bell alone. */
function setBadge(count: number): void {
  const { setAppBadge } = navigator as { setAppBadge?(count: number): Promise<void> }
  setAppBadge?.call(navigator, count).catch(() => {})
}
