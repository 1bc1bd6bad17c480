import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import type { Station } from '@madruga/core/offers.ts'
import { liveLines, onLive } from '../../live.ts'
import { refreshHistory } from './history-query.ts'
import type { HistoryPage } from './history-query.ts'
import { mergeLines, rowsOf } from './history-rows.ts'
import { freshLines, hasGap } from './history-search.ts'
import type { HistoryInput } from './history-search.ts'

const NO_PAGES: readonly HistoryPage[] = []

/** The loaded pages with the new lines among them, how many more there are, and how to show those. */
export function useRows(
  history: { data: { pages: readonly HistoryPage[] } | undefined; hasNextPage: boolean },
  input: HistoryInput,
  { stations, dayOf, live }: { stations: readonly Station[]; dayOf: (at: number) => string; live: boolean },
) {
  const pages = history.data?.pages ?? NO_PAGES
  // Nothing is newer than a page that is not loaded yet.
  const upTo = pages[0]?.upTo ?? Number.MAX_SAFE_INTEGER
  const more = history.hasNextPage
  const { lines, isHeld, show } = useLines(live)
  const key = JSON.stringify(input)
  const [loadedLines, context] = useMemo(() => {
    const entries = pages.flatMap((page) => page.entries)
    return [entries, { stations, dayOf, shown: new Set(entries.map(({ seq }) => seq)) }]
  }, [pages, stations, dayOf])
  const rows = useMemo(() => {
    const fresh = freshLines(lines, upTo, JSON.parse(key) as HistoryInput, context, live)
    return rowsOf(mergeLines(fresh, loadedLines, more), dayOf)
  }, [lines, upTo, key, context, live, loadedLines, more, dayOf])
  const refresh = useEffectEvent(() => void refreshHistory(input))
  const hasLost = hasGap(lines, upTo)
  useEffect(() => {
    if (hasLost) refresh()
  }, [hasLost])
  const newest = lines[0]?.seq ?? 0
  return {
    rows,
    show,
    /** The line that slides in; none while the list is held. */
    newest: live && !isHeld ? newest : null,
    countIn(entries: readonly LogEntry[]) {
      const shownUpTo = Math.max(upTo, newest)
      const fresh = isHeld ? freshLines(entries, shownUpTo, input, context, live) : []
      return fresh.filter(({ seq }) => seq > shownUpTo).length
    },
  }
}

/** From here on a driver reads older lines. */
const READING_PX = 80

/**
 * The lines of the log: live they follow it, except while a driver reads further down, and else they stand
 * still until `show`.
 */
function useLines(live: boolean) {
  const [heldLines, setHeldLines] = useState<readonly LogEntry[] | null>(() => (live ? null : liveLines()))
  const [lastLive, setLastLive] = useState(live)
  if (lastLive !== live) {
    setLastLive(live)
    setHeldLines(live ? null : liveLines())
  }
  const lines = useSyncExternalStore(onLive, () => heldLines ?? liveLines())
  const onScroll = useEffectEvent(() => {
    if (window.scrollY > READING_PX) setHeldLines((now) => now ?? liveLines())
    else if (window.scrollY <= 1) setHeldLines(null)
  })
  useEffect(() => {
    if (!live) return
    const listener = () => onScroll()
    window.addEventListener('scroll', listener, { passive: true })
    return () => window.removeEventListener('scroll', listener)
  }, [live])
  const show = () => {
    setHeldLines(live ? null : liveLines())
    window.scrollTo({ top: 0 })
  }
  return { lines, isHeld: heldLines !== null, show }
}
