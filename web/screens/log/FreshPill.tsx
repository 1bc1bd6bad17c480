import { IconArrowUp } from '../../icons/arrow-up.ts'
import { useEffect, useEffectEvent } from 'react'
import { useWords } from '../../i18n.ts'
import { useLive } from '../../live.ts'
import type { LiveState } from '../../live.ts'

/** A higher number of new ones is not displayed. */
const MANY = 999

/** New lines since the list is held: shown on request, so that nothing jumps. */
export function FreshPill({
  countIn,
  empty,
  onShow,
}: {
  countIn: (entries: LiveState['log']['entries']) => number
  /** Nothing is shown yet, so nothing can jump: new ones are shown at once. */
  empty: boolean
  onShow: () => void
}) {
  const { t } = useWords()
  const count = countIn(useLive().log.entries)
  const atOnce = empty && count > 0
  const showFirst = useEffectEvent(onShow)
  useEffect(() => {
    if (atOnce) showFirst()
  }, [atOnce])
  if (count === 0 || empty) return null
  return (
    <div className="sticky top-16 z-10 flex h-0 justify-center">
      <button
        type="button"
        className="-mt-2 flex min-h-12 items-center gap-2 self-start whitespace-nowrap rounded-full bg-amber px-5 font-extrabold text-on-amber shadow-lg"
        onClick={onShow}
      >
        <IconArrowUp size={20} aria-hidden />
        <span className="tnum">{count > MANY ? t('history.new_many') : t('history.new', { count })}</span>
      </button>
    </div>
  )
}
