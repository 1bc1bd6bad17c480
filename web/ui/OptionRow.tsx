import type { ReactNode } from 'react'

/** One choice of a radio list as a card, the whole card its target. */
export function OptionRow({
  name,
  checked,
  onChoose,
  children,
}: {
  name: string
  checked: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className="option">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      {children}
    </label>
  )
}
