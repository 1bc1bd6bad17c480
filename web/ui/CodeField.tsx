import { useEffect, useId, useRef } from 'react'
import { plainDigits } from '@madruga/core/digits.ts'

const LENGTH = 6
const CELLS = Array.from({ length: LENGTH }, (_, index) => index)

/**
 * Six digits in six cells; one field underneath, so that pasting and the phone's own suggestion fill it at
 * once.
 */
export function CodeField({
  label,
  value,
  error,
  describedBy,
  focused,
  onChange,
  onFull,
}: {
  label: string
  value: string
  error?: string | undefined
  describedBy?: string
  /** Takes the focus when it appears. */
  focused?: boolean
  onChange: (value: string) => void
  /** The sixth digit was entered. */
  onFull: (value: string) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!focused) return
    // After the frame has moved the focus to the page title.
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [focused])
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold leading-tight">
        {label}
      </label>
      <div className="group relative">
        <div className="grid grid-cols-6 gap-1.5 min-[22.5rem]:gap-2" aria-hidden>
          {CELLS.map((cell) => (
            <span
              key={cell}
              data-next={cell === Math.min(value.length, LENGTH - 1)}
              data-bad={error !== undefined}
              className="tnum grid h-16 place-items-center rounded-xl border-[1.5px] border-[var(--edge)] bg-surface text-[2rem] font-extrabold leading-none data-[bad=true]:border-red group-focus-within:data-[next=true]:border-[var(--focus)] group-focus-within:data-[next=true]:shadow-[0_0_0_1.5px_var(--focus)]"
            >
              {value[cell] ?? ''}
            </span>
          ))}
        </div>
        <input
          ref={input}
          id={id}
          name="code"
          className="absolute inset-0 size-full bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\d*"
          maxLength={30}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={`${describedBy ? `${describedBy} ` : ''}${id}-error`}
          onFocus={(event) => event.target.setSelectionRange(value.length, value.length)}
          onChange={(event) => {
            const next = plainDigits(event.target.value).replaceAll(/\D/g, '').slice(0, LENGTH)
            if (next === value) return
            onChange(next)
            if (next.length === LENGTH) onFull(next)
          }}
        />
      </div>
      <p id={`${id}-error`} role="alert" className="font-semibold leading-snug text-red empty:hidden">
        {error}
      </p>
    </div>
  )
}
