import type { ReactNode } from 'react'
import { useWords } from '../../../i18n.ts'
import { useWhose } from './Who.tsx'
import { sayInstant } from './say.ts'

/** One row of a list of money: driver, purpose, amount, name and time, and state. */
export function MoneyRow({
  whose,
  what,
  cents,
  name,
  at,
  children,
}: {
  whose: Parameters<typeof useWhose>[0]
  what: string
  cents: number
  name: string
  at: number
  /** Its badges. */
  children: ReactNode
}) {
  const words = useWords()
  const driver = useWhose(whose)
  return (
    <>
      <span className="console-who">
        <b className="truncate">{driver}</b>
        <span className="truncate text-muted">{what}</span>
      </span>
      <b className="accounting-amount tnum">{words.money(cents)}</b>
      <span className="tnum truncate text-sm text-muted">
        <span className="console-id">{name}</span> {sayInstant(words, at)}
      </span>
      <span className="console-marks">{children}</span>
    </>
  )
}
