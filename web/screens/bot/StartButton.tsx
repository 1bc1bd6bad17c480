import type { ReactNode } from 'react'
import { useServerTime } from '../../clock.ts'
import { formatLeft } from '../../countdown.ts'
import { useWords } from '../../i18n.ts'

/** Starts the bot; while it cools down the button says when it can start again, and does nothing. */
export function StartButton({
  againAt,
  busy,
  onStart,
  children,
}: {
  /** Epoch ms; null = a start is possible. */
  againAt: number | null
  busy: boolean
  onStart: () => void
  children: ReactNode
}) {
  const { t } = useWords()
  const now = useServerTime(1_000)
  const time = againAt === null ? null : formatLeft(againAt, now)
  const off = busy || time !== null
  return (
    <button type="button" className="act tnum" aria-disabled={off} onClick={() => off || onStart()}>
      {time === null ? children : t('home.start_in', { time })}
    </button>
  )
}
