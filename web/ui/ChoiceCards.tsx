import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'

/**
 * A choice of two or three as large cards side by side; the selected one is a guide sign. Native radios
 * underneath.
 */
export function ChoiceCards<V extends string>({
  label,
  name,
  value,
  choices,
  onChange,
}: {
  label: ReactNode
  name: string
  value: V
  choices: readonly { value: V; title: string; mark?: string; note?: string; icon?: ReactNode }[]
  onChange: (value: V) => void
}) {
  return (
    <fieldset>
      <legend className="mb-2.5 text-xl font-extrabold leading-tight tracking-[-0.01em]">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7.5rem,50%_-_0.25rem)),1fr))] gap-2 [&>:last-child:nth-child(odd)]:col-[1/-1]">
        {choices.map((choice) => (
          <label key={choice.value} className="choice relative cursor-pointer !py-3">
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon}
            <span className="mt-1.5 flex flex-wrap items-center gap-x-2">
              <span className="text-lg font-extrabold leading-tight">{choice.title}</span>
              {choice.mark && <Mark>{choice.mark}</Mark>}
            </span>
            {choice.note && <span className="choice-note block leading-snug">{choice.note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
