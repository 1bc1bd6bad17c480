import { IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { Station } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { useLive } from '../../live.ts'
import { refreshHistory } from './history-query.ts'
import { countFresh } from './history-search.ts'
import type { HistoryFilters } from './history-search.ts'

/** More new ones than this are not counted out. */
const MANY = 999

/** What came since the list was read: shown when the driver wants it, so that nothing jumps. */
export function FreshPill({
  filters,
  upTo,
  stations,
  dayOf,
}: {
  filters: HistoryFilters
  upTo: number
  stations: readonly Station[]
  dayOf: (at: number) => string
}) {
  const { t } = useWords()
  const { log } = useLive()
  const [busy, setBusy] = useState(false)
  const count = countFresh(log.entries, upTo, filters, { stations, dayOf })
  if (count === 0) return null
  const show = async () => {
    if (busy) return
    setBusy(true)
    await refreshHistory(filters)
    window.scrollTo({ top: 0 })
    setBusy(false)
  }
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
