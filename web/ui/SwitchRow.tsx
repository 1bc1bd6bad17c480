import { useId } from 'react'

/** Spans a row to the edges of the card around it. */
export const FLUSH = '-mx-4'

/** An on-off setting with the whole row as its target. */
export function SwitchRow({
  label,
  hint,
  checked,
  flush = false,
  onChange,
}: {
  label: string
  hint?: string
  checked: boolean
  flush?: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label
      className={`flex min-h-12 cursor-pointer items-center gap-4 rounded-2xl bg-surface px-4 py-2 ${flush ? FLUSH : ''}`}
    >
      <span className="min-w-0 flex-1">
        <span id={id} className="block font-semibold leading-tight">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="mt-0.5 block text-sm leading-snug text-muted">
            {hint}
          </span>
        )}
      </span>
      <SwitchKnob
        checked={checked}
        onChange={onChange}
        labelledBy={id}
        {...(hint ? { describedBy: `${id}-hint` } : {})}
      />
    </label>
  )
}

/** Only the switch, for rows with more content. */
export function SwitchKnob({
  checked,
  onChange,
  labelledBy,
  describedBy,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  labelledBy: string
  describedBy?: string
}) {
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    />
  )
}
