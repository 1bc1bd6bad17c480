import type { ReactNode } from 'react'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords } from '../../i18n.ts'
import { startsAgainAt } from './again.ts'

/** The start button of a bot that cools down: it says when it can start again, and does nothing before. */
export function WaitingStart({
  view,
  busy,
  onStart,
  children,
}: {
  view: Parameters<typeof startsAgainAt>[0]
  busy: boolean
  onStart: () => void
  children: ReactNode
}) {
  const { t } = useWords()
  const now = useServerTime(1_000)
  const againAt = startsAgainAt(view)
  const time = againAt === null ? null : formatLeft(againAt, now)
  const off = busy || time !== null
  return (
    <button
      type="button"
      className="act tnum"
      data-quiet={time !== null}
      aria-disabled={off}
      onClick={() => off || onStart()}
    >
      {time === null ? children : t('home.start_in', { time })}
    </button>
  )
}
