import type { ReactNode } from 'react'

/** A choice of few, side by side; native radios underneath, so keyboards and screen readers work. */
export function Segmented<V extends string>({
  label,
  name,
  value,
  choices,
  onChange,
}: {
  label: string
  name: string
  value: V
  /** `face` is what is shown of a choice, by default its label. */
  choices: readonly { value: V; label: string; face?: ReactNode }[]
  onChange: (value: V) => void
}) {
  return (
    <fieldset className="flex rounded-[0.875rem] bg-surface-2 p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="grid min-h-12 min-w-12 flex-1 cursor-pointer place-items-center rounded-xl px-2 font-bold text-muted has-[:checked]:bg-surface has-[:checked]:text-text has-[:checked]:shadow-[0_1px_3px_var(--shade)] has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-[var(--focus)]"
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            aria-label={choice.label}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.face ?? choice.label}
        </label>
      ))}
    </fieldset>
  )
}
