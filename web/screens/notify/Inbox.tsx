import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { IconBell } from '../../icons/drawings.ts'
import { IconAdjustmentsHorizontal } from '../../icons/first.ts'
import { useEffect, useState } from 'react'
import { announce } from '../../announce.ts'
import { serverNow } from '../../clock.ts'
import { dayNames, shiftDay } from '@madruga/core/days.ts'
import { useWords } from '../../i18n.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { NewsRow } from './NewsRow.tsx'
import { OlderButton } from './OlderButton.tsx'
import { groupByDay } from './by-day.ts'
import { isWaiting } from './news.ts'
import type { Notification } from './news.ts'
import { acknowledge, inboxQuery, markRead, unreadQuery } from './queries.ts'

/** All notifications of the driver, newest first; visible ones count as read. */
export function Inbox() {
  const { t } = useWords()
  const inbox = useInfiniteQuery(inboxQuery)
  const list = inbox.data?.pages.flatMap((page) => page.notifications) ?? []
  const isUnread = useUnread(list, inbox.data !== undefined)
  const mark = useMutation({ mutationFn: acknowledge, onSuccess: () => announce(t('inbox.acknowledged')) })
  useArrivals()
  const waiting = list.filter((one) => isWaiting(one, serverNow()))
  return (
    <div className="reading grid gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <RefusalNotice error={mark.error} onClose={mark.reset} />
      {waiting.length > 1 && (
        <Notice
          kind="plain"
          actions={
            <button
              type="button"
              className="btn"
              aria-disabled={mark.isPending}
              onClick={() => {
                if (!mark.isPending) mark.mutate(waiting.map((one) => one.id))
              }}
            >
              {t('inbox.acknowledge_all')}
            </button>
          }
        >
          {t('inbox.waiting', { count: waiting.length })}
        </Notice>
      )}
      {inbox.data === undefined ? (
        <section className="card overflow-hidden" aria-busy={!inbox.isError}>
          <FailedOr query={inbox}>
            <SkeletonRows rows={7} />
          </FailedOr>
        </section>
      ) : list.length === 0 ? (
        <Empty />
      ) : (
        <>
          <Days list={list} isUnread={isUnread} onAcknowledge={(id) => mark.mutate([id])} />
          <OlderButton
            more={inbox.hasNextPage}
            busy={inbox.isFetchingNextPage}
            failed={inbox.isFetchNextPageError}
            label={t('inbox.older')}
            end={t('list.end')}
            onMore={() => void inbox.fetchNextPage()}
          />
        </>
      )}
      <ScreenLink screen="notification-settings" className="btn justify-self-start">
        <IconAdjustmentsHorizontal size={20} aria-hidden />
        {t('inbox.settings')}
      </ScreenLink>
    </div>
  )
}

/** Notifications below the days of the driver's zone. */
function Days({
  list,
  isUnread,
  onAcknowledge,
}: {
  list: readonly Notification[]
  isUnread: (one: Notification) => boolean
  onAcknowledge: (id: number) => void
}) {
  const timeZone = useQuery(sessionQuery).data?.timeZone
  return groupByDay(list, timeZone).map(({ day, items }) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="px-1 pb-2 text-sm font-bold text-muted first-letter:uppercase">
        <DayName day={day} timeZone={timeZone} />
      </h2>
      <ul className="card overflow-hidden">
        {items.map((one) => (
          <NewsRow
            key={one.id}
            one={one}
            unread={isUnread(one)}
            timeZone={timeZone}
            onAcknowledge={onAcknowledge}
          />
        ))}
      </ul>
    </section>
  ))
}

/** Shows a notification that arrives while the driver is reading. */
function useArrivals(): void {
  const count = useQuery(unreadQuery).data?.unread ?? 0
  useEffect(() => {
    if (count > 0) void queryClient.invalidateQueries({ queryKey: inboxQuery.queryKey })
  }, [count])
}

/**
 * Marks the visible notifications as read, but keeps their unread marks during this visit: a mark that
 * vanishes at once helps nobody.
 */
function useUnread(list: readonly Notification[], isLoaded: boolean): (one: Notification) => boolean {
  const [readBefore, setReadBefore] = useState<number | null>(null)
  const newest = list[0]?.id ?? 0
  if (isLoaded && readBefore === null) {
    setReadBefore(list.find((one) => one.readAt !== null)?.id ?? 0)
  }
  useEffect(() => {
    if (newest === 0) return
    const mark = () => {
      // Behind another window no one has seen it.
      if (document.visibilityState === 'visible') void markRead(newest).catch(() => {})
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [newest])
  return (one) => one.readAt === null || one.id > (readBefore ?? 0)
}

function DayName({ day, timeZone }: { day: string; timeZone: string | undefined }) {
  const words = useWords()
  const { t } = words
  const today = dayNames(timeZone)(serverNow())
  if (day === today) return t('inbox.today')
  if (day === shiftDay(today, -1)) return t('inbox.yesterday')
  return words.day(day, { weekday: 'long', month: 'long', day: 'numeric' })
}

function Empty() {
  const { t } = useWords()
  return (
    <section className="card grid justify-items-center gap-1 px-6 py-16 text-center">
      <IconBell size={36} aria-hidden className="mb-2 text-muted" />
      <p className="text-lg font-extrabold">{t('inbox.empty')}</p>
      <p className="mx-auto max-w-[34ch] text-muted">{t('inbox.empty_text')}</p>
    </section>
  )
}
