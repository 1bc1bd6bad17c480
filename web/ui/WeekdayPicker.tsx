import { useWords } from '../i18n.ts'
import { WEEKDAY_GROUPS } from './weekday-groups.ts'

/** Weekdays as a row of switches, and buttons for the usual groups of them. */
export function WeekdayPicker({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  /** 1 = Monday, 7 = Sunday. */
  value: readonly number[]
  error: string | undefined
  onChange: (weekdays: number[]) => void
}) {
  const { t, weekday } = useWords()
  const toggle = (day: number) =>
    onChange(WEEKDAY_GROUPS.all.filter((each) => value.includes(each) !== (each === day)))
  return (
    <fieldset className="grid gap-2" aria-invalid={error !== undefined}>
      <legend className="mb-2 font-semibold leading-tight">{label}</legend>
      <div className="grid grid-cols-7 gap-1">
        {WEEKDAY_GROUPS.all.map((day) => (
          <button
            key={day}
            type="button"
            className="btn !min-w-0 !px-0 text-sm capitalize aria-pressed:bg-sign aria-pressed:text-on-sign"
            aria-pressed={value.includes(day)}
            onClick={() => toggle(day)}
          >
            {weekday(day, 'short').replace('.', '')}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {(['all', 'weekdays', 'weekend'] as const).map((group) => (
          <button
            key={group}
            type="button"
            className="btn flex-1 text-sm"
            onClick={() => onChange([...WEEKDAY_GROUPS[group]])}
          >
            {t(`weekdays.${group}`)}
          </button>
        ))}
      </div>
      <p className="font-semibold leading-snug text-red empty:hidden">{error}</p>
    </fieldset>
  )
}
