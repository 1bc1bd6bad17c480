/** A choice of one state or all, as chips that scroll sideways on a phone. */
export function Chips<V extends string>({
  label,
  all,
  value,
  choices,
  onChange,
}: {
  label: string
  /** The label of the chip for all. */
  all: string
  value: V | null
  choices: readonly { value: V; face: string }[]
  onChange: (value: V | null) => void
}) {
  return (
    <fieldset aria-label={label} className="console-chips">
      {[{ value: null, face: all }, ...choices].map((choice) => (
        <button
          key={choice.value ?? ''}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.face}
        </button>
      ))}
    </fieldset>
  )
}
