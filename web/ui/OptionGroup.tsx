import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'
import { OptionRow } from './OptionRow.tsx'

/** A choice of few options that each need a sentence, as rows. */
export function OptionGroup<V extends string>({
  label,
  name,
  value,
  choices,
  onChange,
}: {
  label: ReactNode
  name: string
  value: V
  choices: readonly { value: V; title: string; marks?: readonly string[]; note?: string }[]
  onChange: (value: V) => void
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold leading-tight">{label}</legend>
      {choices.map((choice) => (
        <OptionRow
          key={choice.value}
          name={name}
          checked={choice.value === value}
          onChoose={() => onChange(choice.value)}
        >
          <span>
            <span className="block font-bold leading-tight">{choice.title}</span>
            {choice.marks && choice.marks.length > 0 && (
              <span className="my-1 flex flex-wrap gap-1.5">
                {choice.marks.map((mark) => (
                  <Mark key={mark}>{mark}</Mark>
                ))}
              </span>
            )}
            {choice.note && (
              <span className="mt-0.5 block text-sm leading-snug text-muted">{choice.note}</span>
            )}
          </span>
        </OptionRow>
      ))}
    </fieldset>
  )
}
