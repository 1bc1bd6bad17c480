import { NumberField } from '@base-ui/react/number-field'
import { IconMinus } from '../icons/minus.ts'
import { IconPlus } from '../icons/plus.ts'
import { useId } from 'react'
import { useWords } from '../i18n.ts'

type Unit = 'money' | 'minutes' | 'hours' | 'count'

const STEP = 'grid min-h-13 place-items-center hover:bg-surface-2'

/** A number with step buttons that can also be typed. */
export function Stepper({
  label,
  hint,
  error,
  value,
  step,
  unit,
  currency = null,
  zero,
  onChange,
  onBlur,
}: {
  label: string
  hint?: string
  error?: string | undefined
  value: number | null
  step: number
  unit: Unit
  /** Of money: ISO 4217; null = USD. */
  currency?: string | null
  /** What zero means, such as "Any": shown in place of the number until the field is edited. */
  zero?: string | undefined
  onChange: (value: number | null) => void
  onBlur?: () => void
}) {
  const { t, locale } = useWords()
  const id = useId()
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold leading-tight">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-sm leading-snug text-muted">
          {hint}
        </p>
      )}
      <NumberField.Root
        id={id}
        min={0}
        allowOutOfRange
        step={step}
        snapOnStep
        locale={locale}
        format={formatOf(unit, value, currency)}
        value={value}
        onValueChange={onChange}
      >
        <NumberField.Group
          className={`mt-1 grid grid-cols-[3rem_minmax(0,1fr)_3rem] overflow-hidden rounded-xl border-[1.5px] bg-surface ${error ? 'border-red' : 'border-[var(--edge)]'}`}
        >
          <NumberField.Decrement className={STEP} aria-label={t('filter.less', { field: label })}>
            <IconMinus size={20} aria-hidden />
          </NumberField.Decrement>
          <StepperInput
            id={id}
            hinted={hint !== undefined}
            invalid={error !== undefined}
            zero={value === 0 ? zero : undefined}
            onBlur={onBlur}
          />
          <NumberField.Increment className={STEP} aria-label={t('filter.more', { field: label })}>
            <IconPlus size={20} aria-hidden />
          </NumberField.Increment>
        </NumberField.Group>
      </NumberField.Root>
      <p id={`${id}-error`} className="font-semibold text-red empty:hidden">
        {error}
      </p>
    </div>
  )
}

/** Hundredths of the field's width that a word takes, by its letters: one is some 0.55 of its size wide. */
const WORD_WIDTH = 175

/** The number; while it is zero and not edited, what zero means. */
function StepperInput({
  id,
  hinted,
  invalid,
  zero,
  onBlur,
}: {
  id: string
  hinted: boolean
  invalid: boolean
  zero: string | undefined
  onBlur: (() => void) | undefined
}) {
  return (
    <span className="@container relative grid">
      <NumberField.Input
        className={`peer tnum w-full min-w-0 bg-transparent text-center text-[clamp(1rem,24cqi,1.25rem)] font-extrabold -outline-offset-4 ${zero ? 'opacity-0 focus:opacity-100' : ''}`}
        aria-invalid={invalid}
        aria-describedby={`${hinted ? `${id}-hint ` : ''}${zero ? `${id}-zero ` : ''}${id}-error`}
        onBlur={onBlur}
      />
      {zero && (
        <span
          id={`${id}-zero`}
          // A long word, "Cualquiera", fits between the buttons of two fields side by side on a phone.
          style={{ fontSize: `min(1.25rem, ${WORD_WIDTH / zero.length}cqi)` }}
          className="pointer-events-none absolute inset-0 grid place-items-center font-extrabold peer-focus:hidden"
        >
          {zero}
        </span>
      )}
    </span>
  )
}

function formatOf(unit: Unit, value: number | null, currency: string | null): Intl.NumberFormatOptions {
  if (unit === 'count') return { maximumFractionDigits: 2 }
  if (unit !== 'money')
    return { style: 'unit', unit: unit === 'minutes' ? 'minute' : 'hour', maximumFractionDigits: 2 }
  const whole = (value ?? 0) % 1 === 0
  return {
    style: 'currency',
    currency: currency ?? 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  }
}
