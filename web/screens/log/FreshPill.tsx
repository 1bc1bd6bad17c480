import { IconArrowUp } from '../../icons/arrow-up.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { useLive } from '../../live.ts'
import { refreshHistory } from './history-query.ts'
import { countFresh } from './history-search.ts'
import type { HistoryInput } from './history-search.ts'

/** A higher number of new ones is not displayed. */
const MANY = 999

/** New offers since the list was loaded: shown on request, so that nothing jumps. */
export function FreshPill({
  input,
  upTo,
  stations,
  dayOf,
  shown,
  empty,
}: {
  input: HistoryInput
  upTo: number
  stations: readonly Station[]
  dayOf: (at: number) => string
  /** Later lines that are shown in the place of one that waited. */
  shown: ReadonlySet<number>
  /** Nothing is shown yet, so nothing can jump: new ones are shown at once. */
  empty: boolean
}) {
  const { t } = useWords()
  const { log } = useLive()
  const [busy, setBusy] = useState(false)
  const count = countFresh(log.entries, upTo, input, { stations, dayOf, shown })
  const show = async () => {
    if (busy) return
    setBusy(true)
    await refreshHistory(input)
    window.scrollTo({ top: 0 })
    setBusy(false)
  }
  const atOnce = empty && count > 0
  const showFirst = useEffectEvent(() => void refreshHistory(input))
  useEffect(() => {
    if (atOnce) showFirst()
  }, [atOnce])
  if (count === 0 || empty) return null
  return (
    <div className="sticky top-16 z-10 flex h-0 justify-center">
      <button
        type="button"
        className="-mt-2 flex min-h-12 items-center gap-2 self-start whitespace-nowrap rounded-full bg-amber px-5 font-extrabold text-on-amber shadow-lg"
        aria-disabled={busy}
        onClick={() => void show()}
      >
        <IconArrowUp size={20} aria-hidden />
        <span className="tnum">{count > MANY ? t('history.new_many') : t('history.new', { count })}</span>
      </button>
    </div>
  )
}
