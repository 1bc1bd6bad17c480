import { useId } from 'react'
import type { ReactNode } from 'react'

/** A consent: a checkbox with its sentence (links go beside it, or tapping them would toggle it). */
export function CheckRow({
  name,
  label,
  checked,
  error,
  onChange,
  children,
}: {
  name: string
  label: ReactNode
  checked: boolean
  error?: string | undefined
  onChange: (checked: boolean) => void
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div
        className={`rounded-[0.875rem] border-2 bg-surface px-3.5 py-2 ${error === undefined ? 'border-line' : 'border-red'}`}
      >
        <label className="flex min-h-12 cursor-pointer items-center gap-3.5">
          <input
            type="checkbox"
            name={name}
            className="size-6 shrink-0 accent-[var(--sign)]"
            checked={checked}
            aria-invalid={error !== undefined}
            aria-describedby={`${id}-error`}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className="font-semibold leading-snug">{label}</span>
        </label>
        {children}
      </div>
      <p id={`${id}-error`} className="font-semibold leading-snug text-red empty:hidden">
        {error}
      </p>
    </div>
  )
}
