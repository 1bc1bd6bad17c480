import type { ReactNode } from 'react'
import { IconChevronDown } from '../../icons/drawings.ts'
import type { NumberKind } from '@madruga/core/numbers.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { FLUSH, SwitchRow } from '../../ui/SwitchRow.tsx'
import { useCurrency } from './currency.ts'
import { change, errorAt } from './part.ts'
import type { Part } from './part.ts'

/** The names of a part's fields with values of one type. */
type NameOf<T, V> = { [K in keyof T & string]: T[K] extends V ? K : never }[keyof T & string]

/** A sheet has the color of the page's cards, so a line groups the fields there. */
export const FRAMED_IN_SHEET = 'rounded-2xl in-[[role=dialog]]:border-[1.5px] in-[[role=dialog]]:border-line'

type HintedKey = { [K in Key]: `${K}_hint` extends Key ? K : never }[Key]

/** The label of a field; `hinted` adds the text whose key ends in `_hint`. */
type Labelled = { text: HintedKey; hinted: true } | { text: Key; hinted?: never }

function useLabel({ text, hinted }: Labelled) {
  const { say } = useWords()
  return { label: say(text), ...(hinted && { hint: say(`${text}_hint`) }) }
}

/** A number of a part, stepped by taps or typed. */
export function NumberRow<T extends object>({
  part,
  name,
  step,
  unit,
  kind,
  zero,
  ...labelProps
}: Labelled & {
  part: Part<T>
  name: NameOf<T, number | null>
  step: number
  unit: 'money' | 'minutes' | 'hours' | 'count'
  kind?: NumberKind
  /** What zero means here: anything goes, or the rule is off. */
  zero?: 'any' | 'off'
}) {
  const { t } = useWords()
  const currency = useCurrency()
  return (
    <Stepper
      {...useLabel(labelProps)}
      step={step}
      unit={unit}
      kind={kind}
      currency={currency}
      zero={zero && t(`filter.zero_${zero}`)}
      value={part.value[name] as number | null}
      error={errorAt(part, name)}
      onChange={(value) => change(part, { [name]: value } as Partial<T>)}
    />
  )
}

/** A switch of a part. */
export function ToggleRow<T extends object>({
  part,
  name,
  flush = false,
  ...labelProps
}: Labelled & { part: Part<T>; name: NameOf<T, boolean>; flush?: boolean }) {
  return (
    <div className={`${FRAMED_IN_SHEET} ${flush ? FLUSH : ''}`}>
      <SwitchRow
        {...useLabel(labelProps)}
        checked={part.value[name] as boolean}
        onChange={(checked) => change(part, { [name]: checked } as Partial<T>)}
      />
    </div>
  )
}

/** A row that opens what is below it. */
export function FoldButton({
  open,
  disabled = false,
  look = 'px-4',
  onToggle,
  children,
}: {
  open: boolean
  disabled?: boolean
  look?: string
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className={`flex min-h-11 w-full min-w-0 items-center gap-2 rounded-2xl py-1 text-left disabled:cursor-default ${look}`}
      aria-expanded={open}
      disabled={disabled}
      onClick={onToggle}
    >
      {children}
      {!disabled && (
        <IconChevronDown
          size={20}
          aria-hidden
          className={`shrink-0 text-muted transition-transform motion-reduce:transition-none ${open ? 'rotate-180' : ''}`}
        />
      )}
    </button>
  )
}

/** Two numbers side by side if there is room, in a card as on phones of 360 px. */
export function Pair({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.75rem),1fr))] gap-3">{children}</div>
  )
}

/** A part's own error, which belongs to no single field. */
export function Refusal({ children }: { children: string | undefined }) {
  return (
    <p role="alert" className="font-semibold text-red empty:hidden">
      {children}
    </p>
  )
}
