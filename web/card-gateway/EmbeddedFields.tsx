import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { ComponentProps } from 'react'
import { useWords } from '../i18n.ts'
import type { Key } from '../i18n.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { Fields } from './fields.ts'
import { FIELDS_OF, FORMATS, digitsOf, placeBehind } from './rules.ts'
import type { FieldName, Typed } from './rules.ts'

const DIGITS = { inputMode: 'numeric', autoCapitalize: 'none', spellCheck: false } as const
const INPUTS: Record<FieldName, ComponentProps<'input'>> = {
  number: { ...DIGITS, autoComplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  expiry: { ...DIGITS, autoComplete: 'cc-exp' },
  cvc: { ...DIGITS, autoComplete: 'cc-csc' },
  routing: { ...DIGITS, autoComplete: 'off' },
  account: { ...DIGITS, autoComplete: 'off' },
  holder: { autoComplete: 'name', maxLength: 100 },
}

/** Fields for a card or a bank account on our own page, for the embedded gateway. */
export function EmbeddedFields({ fields }: { fields: Fields }) {
  const { t, say } = useWords()
  const { typed, faults, refusals } = useSyncExternalStore(fields.subscribe, fields.read)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) focusFirst(box.current)
  }, [refusals])
  const [first, ...rest] = FIELDS_OF[typed.kind]
  const field = (name: FieldName) => (
    <Field
      key={name}
      fields={fields}
      name={name}
      value={typed[name]}
      error={faults[name] && say(`pay.fault.${faults[name]}` as Key)}
    />
  )
  return (
    <div ref={box} className="grid gap-4">
      <Segmented
        label={t('pay.with')}
        name="pay-kind"
        value={typed.kind}
        choices={(['card', 'bank'] as const).map((kind) => ({ value: kind, label: t(`pay.kind.${kind}`) }))}
        onChange={(kind: Typed['kind']) => fields.set('kind', kind)}
      />
      {field(first!)}
      <div className={typed.kind === 'card' ? 'grid grid-cols-2 gap-3' : 'grid gap-4'}>{rest.map(field)}</div>
    </div>
  )
}

function Field({
  fields,
  name,
  value,
  error,
}: {
  fields: Fields
  name: FieldName
  value: string
  error: string | undefined
}) {
  const { t } = useWords()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    // Grouping moves the text under the caret; the caret stays behind its digit.
    if (caret.current !== null && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (
    <TextField
      {...INPUTS[name]}
      ref={input}
      name={name}
      label={t(`pay.field.${name}`)}
      hint={
        name === 'expiry' ? t('pay.field.expiry_hint') : name === 'cvc' ? t('pay.field.cvc_hint') : undefined
      }
      className={name === 'holder' ? '' : 'tnum'}
      value={value}
      error={error}
      onChange={({ target }) => {
        if (name === 'holder') return fields.set(name, target.value)
        const next = FORMATS[name](target.value)
        const behind = target.selectionStart ?? target.value.length
        const ends = behind === target.value.length
        caret.current = ends ? next.length : placeBehind(next, digitsOf(target.value.slice(0, behind)).length)
        fields.set(name, next)
      }}
    />
  )
}

function focusFirst(box: HTMLElement | null): void {
  const first = box?.querySelector<HTMLElement>('[aria-invalid="true"]')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
}
