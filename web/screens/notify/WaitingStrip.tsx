import { useMutation } from '@tanstack/react-query'
import { serverNow } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { NewsIcon } from './NewsRow.tsx'
import { chooseWaiting, describeNews, wayOf } from './news.ts'
import type { Notification } from './news.ts'
import { acknowledge } from './queries.ts'
import { recallDriver } from '../../driver.ts'

/** On home, above the main action: the first notification that waits for acknowledgment. */
export function WaitingStrip({
  waiting,
  timeZone,
}: {
  waiting: readonly Notification[]
  timeZone: string | undefined
}) {
  const words = useWords()
  const known = useMutation({ mutationFn: acknowledge })
  const { first, more } = chooseWaiting(waiting, serverNow())
  if (first === null) return null
  const { title, text } = describeNews(words, first, timeZone)
  // A human check is solved, everything else is acknowledged.
  const screen = first.kind === 'human_needed' ? wayOf(first, recallDriver()) : 'inbox'
  return (
    <BottomBar>
      <section
        aria-label={words.t('title.inbox')}
        className="card order-first flex min-h-14 items-center gap-2 p-1 pr-2"
      >
        <ScreenLink screen={screen} className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-2xl">
          <NewsIcon kind={first.kind} />
          <span className="min-w-0 flex-1 leading-tight">
            <span className="flex gap-1.5 font-bold">
              <span className="truncate">{title}</span>
              {more > 0 && <span className="shrink-0 text-muted">+{words.number(more)}</span>}
            </span>
            <span className="block truncate text-sm text-muted">{text}</span>
          </span>
        </ScreenLink>
        <button
          type="button"
          className="btn shrink-0"
          aria-disabled={known.isPending}
          onClick={() => !known.isPending && known.mutate([first.id])}
        >
          {words.t('inbox.acknowledge')}
        </button>
      </section>
    </BottomBar>
  )
}
