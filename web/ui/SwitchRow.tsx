import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'

/** A setting that is on or off, the whole row its target. */
export function SwitchRow({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-4 rounded-2xl bg-surface px-4 py-2.5">
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

/** The switch alone, for rows that have more to say. */
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
    <Switch.Root
      checked={checked}
      onCheckedChange={onChange}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className="relative h-8 w-14 shrink-0 cursor-pointer rounded-full bg-[var(--edge)] p-1 transition-colors before:absolute before:-inset-2 before:content-[''] data-checked:bg-amber data-checked:shadow-[inset_0_0_0_1.5px_var(--amber-text)] motion-reduce:transition-none"
    >
      <Switch.Thumb className="block size-6 rounded-full bg-white shadow transition-transform data-checked:translate-x-6 data-checked:bg-on-amber motion-reduce:transition-none" />
    </Switch.Root>
  )
}
