import { numberFormat } from '@madruga/core/formats.ts'
import { readNumber } from '@madruga/core/numbers.ts'
import type { NumberKind, TypedNumber } from '@madruga/core/numbers.ts'
import { IconMinus, IconPlus } from '../icons/drawings.ts'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useWords } from '../i18n.ts'
import { nextStep } from './next-step.ts'

type Unit = 'money' | 'minutes' | 'hours' | 'count'

/** A number with step buttons that can also be typed. What it cannot read stays as typed, and is NaN. */
export function Stepper({
  label,
  hint,
  error,
  value,
  step,
  unit,
  kind = unit === 'hours' ? 'rate' : 'sum',
  currency = null,
  zero,
  onChange,
}: {
  label: string
  hint?: string
  error?: string | undefined
  value: number | null
  step: number
  unit: Unit
  /** How a typed number is read; by default hours are a rate, all others a sum. */
  kind?: NumberKind | undefined
  /** Of money: ISO 4217; null = USD. */
  currency?: string | null
  /** What zero means, such as "Any": shown in place of the number until the field is edited. */
  zero?: string | undefined
  onChange: (value: number | null) => void
}) {
  const { t, locale } = useWords()
  const id = useId()
  const input = useTypedNumber(value, kind, onChange)
  const wrong = (input.editing && !error ? undefined : faultOf(t, input.read)) ?? error
  const stepBy = (direction: 1 | -1) => input.replace(nextStep(value, step, direction))
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
      <div
        className={`stepper mt-1 overflow-hidden rounded-xl border-[1.5px] bg-surface ${wrong ? 'border-red' : 'border-[var(--edge)]'}`}
      >
        <StepButton label={t('filter.less', { field: label })} controls={id} onStep={() => stepBy(-1)}>
          <IconMinus size={20} aria-hidden />
        </StepButton>
        <StepperInput
          id={id}
          hinted={hint !== undefined}
          invalid={wrong !== undefined}
          zero={value === 0 && !input.editing ? zero : undefined}
          text={input.typed ?? formatValue(locale, unit, value, currency)}
          inputMode={padOf(unit)}
          onStep={stepBy}
          onType={input.type}
          onLeave={input.leave}
        />
        <StepButton label={t('filter.more', { field: label })} controls={id} onStep={() => stepBy(1)}>
          <IconPlus size={20} aria-hidden />
        </StepButton>
      </div>
      <p id={`${id}-error`} className="font-semibold text-red empty:hidden">
        {wrong}
      </p>
    </div>
  )
}

/** A pad of digits alone has no separator. */
function padOf(unit: Unit): 'numeric' | 'decimal' {
  return unit === 'minutes' ? 'numeric' : 'decimal'
}

/** What is typed, until it is left: what can be read is then shown as its value. */
function useTypedNumber(value: number | null, kind: NumberKind, onChange: (value: number | null) => void) {
  const [draft, setDraft] = useState<string | null>(null)
  const [editing, setEditing] = useState(false)
  const reading: TypedNumber = draft === null ? { value } : readNumber(draft, kind)
  // A value from elsewhere, such as a restored filter, replaces what was typed.
  const typed = Object.is(valueOf(reading), value) ? draft : null
  return {
    typed,
    editing,
    read: typed === null ? { value } : reading,
    type(text: string) {
      setDraft(text)
      setEditing(true)
      onChange(valueOf(readNumber(text, kind)))
    },
    replace(next: number) {
      setDraft(null)
      onChange(next)
    },
    leave() {
      setEditing(false)
      if ('value' in reading) setDraft(null)
    },
  }
}

function valueOf(reading: TypedNumber): number | null {
  return 'value' in reading ? reading.value : Number.NaN
}

function faultOf(t: ReturnType<typeof useWords>['t'], reading: TypedNumber): string | undefined {
  if ('value' in reading) return undefined
  if (reading.fault === 'unreadable') return t('filter.number_unreadable')
  const [small, large] = reading.readings
  return t('filter.number_two_ways', { small: String(small), large: String(large) })
}

/** Held down it repeats: after the first delay ever so often. */
const REPEAT_MS = { first: 400, next: 60 }

function StepButton({
  label,
  controls,
  onStep,
  children,
}: {
  label: string
  controls: string
  onStep: () => void
  children: ReactNode
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasRepeated = useRef(false)
  const latest = useRef(onStep)
  useEffect(() => {
    latest.current = onStep
  })
  const release = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const repeat = () => {
    hasRepeated.current = true
    latest.current()
    timer.current = setTimeout(repeat, REPEAT_MS.next)
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className="grid min-h-13 touch-manipulation place-items-center select-none hover:bg-surface-2"
      aria-label={label}
      aria-controls={controls}
      onPointerDown={(event) => {
        hasRepeated.current = false
        if (event.button === 0) timer.current = setTimeout(repeat, REPEAT_MS.first)
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!hasRepeated.current) onStep()
        hasRepeated.current = false
      }}
    >
      {children}
    </button>
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
  text,
  inputMode,
  onStep,
  onType,
  onLeave,
}: {
  id: string
  hinted: boolean
  invalid: boolean
  zero: string | undefined
  text: string
  inputMode: 'numeric' | 'decimal'
  onStep: (direction: 1 | -1) => void
  onType: (text: string) => void
  onLeave: () => void
}) {
  return (
    <span className="@container relative grid">
      <input
        id={id}
        type="text"
        inputMode={inputMode}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        value={text}
        className={`peer tnum w-full min-w-0 bg-transparent text-center text-[clamp(1rem,24cqi,1.25rem)] font-extrabold -outline-offset-4 ${zero ? 'opacity-0 focus:opacity-100' : ''}`}
        aria-invalid={invalid}
        aria-describedby={`${hinted ? `${id}-hint ` : ''}${zero ? `${id}-zero ` : ''}${id}-error`}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onStep(event.key === 'ArrowUp' ? 1 : -1)
        }}
        onBlur={onLeave}
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

function formatValue(locale: string, unit: Unit, value: number | null, currency: string | null): string {
  return value === null || Number.isNaN(value)
    ? ''
    : numberFormat(locale, formatOf(unit, value, currency)).format(value)
}

function formatOf(unit: Unit, value: number, currency: string | null): Intl.NumberFormatOptions {
  // With a digit of it deleted, `1,250` would read as 1.25.
  const plain = { useGrouping: false, maximumFractionDigits: 2 }
  if (unit === 'count') return plain
  if (unit !== 'money') return { ...plain, style: 'unit', unit: unit === 'minutes' ? 'minute' : 'hour' }
  return {
    ...plain,
    style: 'currency',
    currency: currency ?? 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: value % 1 === 0 ? 0 : 2,
  }
}
